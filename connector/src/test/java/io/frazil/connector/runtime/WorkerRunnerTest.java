package io.frazil.connector.runtime;

import static io.frazil.connector.runtime.RunningWorker.bad;
import static io.frazil.connector.runtime.RunningWorker.delete;
import static io.frazil.connector.runtime.RunningWorker.kafka;
import static io.frazil.connector.runtime.RunningWorker.source;
import static io.frazil.connector.runtime.RunningWorker.upsert;
import static io.frazil.connector.runtime.RunningWorker.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.commit.ControlEvent.DataComplete;
import io.frazil.connector.commit.Coordinator;
import io.frazil.connector.commit.Offsets;
import io.frazil.connector.commit.Position;
import io.frazil.connector.runtime.BadRecords.Tolerance;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import org.apache.iceberg.ContentFile;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

class WorkerRunnerTest {
  private static final UUID NEW_TOPIC_ID = new UUID(7, 7);

  @Test
  void aRecordIsWrittenAndReportedWhenARoundStarts() {
    RunningWorker worker = started();
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    assertThat(worker.control.said()).isEmpty();

    assertThat(written(worker.startCommit()))
        .singleElement()
        .satisfies(
            w -> {
              assertThat(w.delta().upto()).isEqualTo(offsets(2));
              assertThat(w.delta().rows()).isEqualTo(2);
            });
  }

  @Test
  void theGroupIsToldWhatTheTableHas() {
    RunningWorker worker = started();
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    assertThat(worker.preCommit(2).get(kafka(0)).offset()).isZero();

    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(Map.of(1, "ada", 2, "bob"));
    assertThat(worker.preCommit(2))
        .isEqualTo(Map.of(kafka(0), worker.mark.marked(2, RunningWorker.TOPIC_ID)));
    assertThat(worker.context.requestedCommits).isPositive();
  }

  @Test
  void theGroupIsToldSoonAfterPartitionsAreTakenOver() {
    assertThat(started().context.requestedCommits).isPositive();
  }

  @Test
  void readingStartsAtWhatTheTableHas() {
    RunningWorker worker = started();
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    worker.commit();
    worker.close(0);

    worker.context.seeks.clear();
    worker.open(0);

    assertThat(worker.context.seeks).isEqualTo(Map.of(kafka(0), 2L));
  }

  @Test
  void aWorkerWhoseTableWasRolledBackReadsAgain() {
    RunningWorker worker = started();
    worker.put(upsert(0, 0, 1, "ada"));
    worker.commit();
    long first = worker.table("db.t").currentSnapshot().snapshotId();
    worker.put(upsert(0, 1, 2, "bob"));
    worker.commit();
    worker.put(upsert(0, 2, 3, "cyd"));
    worker.table("db.t").manageSnapshots().rollbackTo(first).commit();

    worker.publish("db.t", offsets(1));
    assertThat(worker.context.seeks).isEqualTo(Map.of(kafka(0), 1L));
    worker.put(upsert(0, 1, 2, "bob"), upsert(0, 2, 3, "cyd"));
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(Map.of(1, "ada", 2, "bob", 3, "cyd"));
  }

  @Test
  void aVectorThatIsLateDoesNoHarm() {
    RunningWorker worker = started();
    worker.put(upsert(0, 0, 1, "ada"));
    worker.commit();
    worker.put(upsert(0, 1, 2, "bob"));

    worker.publish("db.t", Offsets.none());
    assertThat(worker.context.seeks).isEmpty();
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(Map.of(1, "ada", 2, "bob"));
  }

  @Test
  void theRestOfABatchIsIgnoredAfterASeek() {
    RunningWorker worker = with("iceberg.tables", "db.t,db.u");
    worker.open(0);
    worker.put(upsert(0, 0, 1, "ada"));
    worker.commit();
    worker.catalog.isDown = true;
    worker.publish("db.t", Offsets.none());
    worker.catalog.isDown = false;
    worker.pass(Duration.ofSeconds(2));

    worker.context.seeks.clear();
    worker.put();
    worker.put(upsert(0, 1, 2, "bob"));
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(Map.of(1, "ada", 2, "bob"));
    assertThat(worker.rows("db.u")).isEqualTo(Map.of(1, "ada", 2, "bob"));
  }

  @Test
  void aCatalogThatIsDownIsWaitedForAndNothingIsLost() {
    RunningWorker worker = started();
    worker.catalog.isDown = true;
    worker.put(upsert(0, 0, 1, "ada"));
    assertThat(worker.context.seeks).isEqualTo(Map.of(kafka(0), 0L));
    assertThat(worker.context.paused).containsExactly(kafka(0));
    worker.put(upsert(0, 0, 1, "ada"));
    assertThat(worker.context.seeks).as("delivered too early").isEqualTo(Map.of(kafka(0), 0L));

    worker.catalog.isDown = false;
    worker.pass(Duration.ofSeconds(2));
    worker.put();
    assertThat(worker.context.paused).isEmpty();
    worker.put(upsert(0, 0, 1, "ada"));
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(Map.of(1, "ada"));
  }

  @Test
  void patienceEndsEvenIfReadingIsResumedInBetween() {
    RunningWorker worker = started();
    worker.catalog.isDown = true;
    worker.put(upsert(0, 0, 1, "ada"));
    for (int second = 0; second < 30; second += 2) {
      worker.pass(Duration.ofSeconds(2));
      worker.put();
      worker.put(upsert(0, 0, 1, "ada"));
    }
    worker.pass(Duration.ofSeconds(2));
    worker.put();

    assertThatThrownBy(() -> worker.put(upsert(0, 0, 1, "ada")))
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Cannot reach table db.t for 30 seconds: the catalog is down. The offsets stay where they are, nothing is lost; mend the cause and restart the task.");
  }

  @Test
  void partitionsThatComeWhileTheCatalogIsDownAreTakenOverLater() {
    RunningWorker worker = started();
    worker.put(upsert(0, 0, 1, "ada"));
    worker.commit();
    worker.catalog.isDown = true;
    worker.open(1);
    worker.put(upsert(1, 0, 5, "eve"), upsert(0, 1, 2, "bob"));

    worker.catalog.isDown = false;
    worker.pass(Duration.ofSeconds(2));
    worker.put();
    assertThat(worker.context.seeks).containsEntry(kafka(1), 0L);
    worker.put(upsert(1, 0, 5, "eve"), upsert(0, 1, 2, "bob"));
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(Map.of(1, "ada", 2, "bob", 5, "eve"));
  }

  @Test
  void closingAfterAFailedOpenIsHarmless() {
    RunningWorker worker = with();
    worker.topics.isSilent = true;
    worker.open(0);
    assertThat(worker.preCommit(9)).isEmpty();
    worker.close(0, 1);

    worker.topics.isSilent = false;
    worker.open(0);
    assertThat(worker.context.seeks).isEqualTo(Map.of(kafka(0), 0L));
  }

  @Test
  void partitionsAreGivenUpWhileTheCatalogIsDown() {
    RunningWorker worker = with();
    worker.open(0, 1);
    worker.put(upsert(0, 0, 1, "ada"), upsert(1, 0, 5, "eve"));
    worker.catalog.isDown = true;
    worker.close(1);

    worker.catalog.isDown = false;
    worker.pass(Duration.ofSeconds(2));
    worker.put();
    assertThat(worker.context.seeks).isEqualTo(Map.of(kafka(0), 0L));
  }

  @Test
  void aBatchThatWasReadBeforeTheSeeksOfARebalanceIsReadAgain() {
    RunningWorker worker = with();
    worker.open(0, 1);
    worker.put(upsert(0, 0, 1, "ada"), upsert(1, 0, 5, "eve"));
    worker.close(1);
    worker.control.said();

    worker.put(upsert(0, 1, 2, "bob"));
    assertThat(worker.context.seeks).isEqualTo(Map.of(kafka(0), 0L));
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(Map.of(1, "ada", 2, "bob"));
  }

  @Test
  void whatWasWrittenIsReportedBeforePartitionsAreGivenUp() {
    RunningWorker worker = started();
    worker.put(upsert(0, 0, 1, "ada"));

    worker.close(0);

    assertThat(worker.control.said())
        .last()
        .satisfies(
            e -> {
              assertThat(e).isInstanceOf(DataComplete.class);
              assertThat(e.round()).isEqualTo(Coordinator.UNASKED);
            });
  }

  @Test
  void afterAFailureNothingIsReported() {
    RunningWorker worker = started("iceberg.write.flush-rows", "2");
    worker.put(upsert(0, 0, 1, "ada"));
    worker.topics.ids.put("orders", NEW_TOPIC_ID);
    assertThatThrownBy(worker::startCommit).isInstanceOf(ConnectException.class);
    worker.topics.ids.put("orders", RunningWorker.TOPIC_ID);

    worker.close(0);

    assertThat(worker.control.said()).isEmpty();
  }

  @Test
  void aBadRecordEndsTheTaskOnlyWhenWhatCameBeforeIsCommitted() {
    RunningWorker worker = started();
    worker.put(upsert(0, 0, 1, "ada"), bad(0, 1), upsert(0, 2, 3, "cyd"));
    assertThat(worker.context.paused).containsExactly(kafka(0));
    assertThat(worker.preCommit(3).get(kafka(0)).offset()).isZero();

    assertThatThrownBy(() -> worker.settle(worker.control.said()))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageStartingWith("Cannot apply record of orders-0@1 to table db.t: ");
    assertThat(worker.rows("db.t")).isEqualTo(Map.of(1, "ada"));
    assertThat(worker.preCommit(3).get(kafka(0)).offset()).isEqualTo(1);
  }

  @Test
  void aBadRecordEndsTheTaskAtTheLatestWhenPatienceEnds() {
    RunningWorker worker = started();
    worker.put(upsert(0, 0, 1, "ada"), bad(0, 1));

    worker.pass(RunningWorker.PATIENCE.plusSeconds(1));

    assertThatThrownBy(worker::put).isInstanceOf(InvalidRecordException.class);
  }

  @Test
  void aBadRecordIsPassedOverAndItsReportAwaitedBeforeAnythingIsNamed() {
    RunningWorker worker = RunningWorker.with(Tolerance.ALL);
    worker.open(0);
    worker.put(upsert(0, 0, 1, "ada"), bad(0, 1), upsert(0, 2, 3, "cyd"));
    assertThat(worker.reports).singleElement().matches(r -> !r.isDone());

    worker.commit();

    assertThat(worker.reports).allMatch(Future::isDone);
    assertThat(worker.rows("db.t")).isEqualTo(Map.of(1, "ada", 3, "cyd"));
    assertThat(worker.preCommit(3).get(kafka(0)).offset()).isEqualTo(3);
  }

  @Test
  void readingPausesWhileTooMuchIsUnacknowledged() {
    RunningWorker worker = started("iceberg.write.max-unacknowledged-bytes", "1");
    worker.put(upsert(0, 0, 1, "ada"));
    assertThat(worker.context.paused).isEmpty();

    List<ControlEvent<ContentFile<?>>> report = worker.startCommit();
    assertThat(worker.context.paused).containsExactly(kafka(0));
    worker.settle(report);

    assertThat(worker.context.paused).isEmpty();
  }

  @Test
  void whatWasPausedBeforeARebalanceIsReadAfterIt() {
    RunningWorker worker = started("iceberg.write.max-unacknowledged-bytes", "1");
    worker.put(upsert(0, 0, 1, "ada"));
    worker.startCommit();
    assertThat(worker.context.paused).containsExactly(kafka(0));

    worker.close(0);
    worker.open(0);
    worker.put();

    assertThat(worker.context.paused).isEmpty();
  }

  @Test
  void enoughRowsCutADeltaEarly() {
    RunningWorker worker = started("iceberg.write.flush-rows", "2");
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"), upsert(0, 2, 3, "cyd"));

    assertThat(written(worker.startCommit()))
        .extracting(w -> w.delta().upto())
        .containsExactly(offsets(2), offsets(3));
  }

  @Test
  void recordsThatATransformDroppedMoveTheGroup() {
    RunningWorker worker = started();
    worker.put(upsert(0, 0, 1, "ada"));
    worker.commit();

    assertThat(worker.preCommit(50).get(kafka(0)).offset()).isEqualTo(50);
  }

  @Test
  void aTopicThatWasCreatedAgainFailsTheTask() {
    RunningWorker worker = started();
    worker.put(upsert(0, 0, 1, "ada"));
    worker.topics.ids.put("orders", NEW_TOPIC_ID);

    assertThatThrownBy(worker::startCommit)
        .isInstanceOf(ConnectException.class)
        .hasMessageStartingWith(
            "Topic orders was deleted and created again: its id was %s and is %s.",
            RunningWorker.TOPIC_ID, NEW_TOPIC_ID)
        .hasMessageContaining("set iceberg.source.on-topic-recreated=restart");
  }

  @Test
  void aTopicThatWasCreatedAgainIsReadFromItsBeginningIfThatIsWanted() {
    RunningWorker worker = started("iceberg.source.on-topic-recreated", "restart");
    worker.put(upsert(0, 0, 1, "ada"));
    worker.commit();
    worker.put(upsert(0, 1, 2, "bob"));
    worker.topics.ids.put("orders", NEW_TOPIC_ID);

    assertThat(written(worker.startCommit())).as("belongs to two lives").isEmpty();
    assertThat(worker.context.seeks).isEqualTo(Map.of(kafka(0), 0L));
    worker.put(upsert(0, 0, 9, "zoe"));
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(Map.of(1, "ada", 9, "zoe"));
    assertThat(worker.committed("db.t"))
        .isEqualTo(Offsets.of(source(0), new Position(NEW_TOPIC_ID, 1)));
  }

  @Test
  void aTopicThatWasCreatedAgainIsTakenOverWhenKafkaAnswersAgain() {
    RunningWorker worker = started("iceberg.source.on-topic-recreated", "restart");
    worker.put(upsert(0, 0, 1, "ada"));
    worker.topics.ids.put("orders", NEW_TOPIC_ID);
    worker.catalog.isDown = true;
    worker.startCommit();
    worker.put(upsert(0, 1, 2, "bob"));

    worker.catalog.isDown = false;
    worker.pass(Duration.ofSeconds(2));
    worker.put();
    assertThat(worker.context.seeks).isEqualTo(Map.of(kafka(0), 0L));
  }

  @Test
  void recordsThatRetentionRemovedFailTheTask() {
    RunningWorker worker = started();
    worker.put(upsert(0, 0, 1, "ada"));
    worker.commit();
    worker.close(0);
    worker.topics.starts.put(source(0), 10L);

    assertThatThrownBy(() -> worker.open(0))
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Records 1 to 9 of orders-0 were removed by retention before they were read. Restore them, or set iceberg.source.on-retention-gap=warn to go on without them.");
  }

  @Test
  void recordsThatRetentionRemovedAreDoneWithoutIfThatIsWanted() {
    RunningWorker worker = started("iceberg.source.on-retention-gap", "warn");
    worker.put(upsert(0, 0, 1, "ada"));
    worker.commit();
    worker.close(0);
    worker.topics.starts.put(source(0), 10L);

    worker.open(0);
    assertThat(worker.context.seeks).isEqualTo(Map.of(kafka(0), 10L));
    worker.put();
    worker.put(upsert(0, 10, 2, "bob"));
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(Map.of(1, "ada", 2, "bob"));
  }

  @Test
  void retentionThatOvertakesTheReaderIsSeenAtTheNextReport() {
    RunningWorker worker = started();
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 10, 2, "bob"));
    worker.topics.starts.put(source(0), 10L);

    assertThatThrownBy(worker::startCommit)
        .isInstanceOf(ConnectException.class)
        .hasMessageStartingWith("Records 1 to 9 of orders-0 were removed by retention");
  }

  @Test
  void aReportThatFailsIsRepeatedThroughAnotherProducer() {
    RunningWorker worker = started();
    worker.put(upsert(0, 0, 1, "ada"));
    MockProducer<byte[], byte[]> broken = worker.control.producer;
    broken.sendException = new OutOfOrderSequenceException("lost");

    assertThat(worker.startCommit()).isEmpty();
    assertThat(broken.closed()).isTrue();
    assertThat(written(worker.startCommit())).singleElement().matches(w -> w.sends() == 2);
  }

  @Test
  void aReportThatKafkaRefusesFailsTheTask() {
    RunningWorker worker = started();
    worker.put(upsert(0, 0, 1, "ada"));
    worker.control.producer.sendException =
        new TopicAuthorizationException("Not authorized: [control]");

    assertThatThrownBy(worker::startCommit)
        .isInstanceOf(ConnectException.class)
        .hasMessageStartingWith(
            "Kafka refuses what the connector needs: Not authorized: [control].");
  }

  @Test
  void nothingOfARecordIsWrittenIfOneTableRefusesIt() {
    RunningWorker worker =
        RunningWorker.with(
            Tolerance.ALL, "iceberg.tables", "db.t,db.u", "iceberg.table.db.u.id-columns", "name");
    worker.open(0);
    worker.put(upsert(0, 0, 1, "ada"), upsertWithoutName(1), upsert(0, 2, 3, "cyd"));
    worker.commit();

    assertThat(worker.reports).hasSize(1);
    assertThat(worker.rows("db.t")).isEqualTo(Map.of(1, "ada", 3, "cyd"));
    assertThat(worker.rows("db.u")).isEqualTo(Map.of(1, "ada", 3, "cyd"));
  }

  @Test
  void aDeleteForAMissingTableDoesNothingAndCreatesNothing() {
    RunningWorker worker = started();
    worker.put(delete(0, 0, 1));
    worker.commit();

    assertThat(worker.hasTable("db.t")).isFalse();
    assertThat(worker.preCommit(1).get(kafka(0)).offset()).isEqualTo(1);
  }

  @Test
  void aDeleteRemovesARowOfAnEarlierCommit() {
    RunningWorker worker = started();
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    worker.commit();
    worker.put(delete(0, 2, 1));
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(Map.of(2, "bob"));
  }

  private static SinkRecord upsertWithoutName(long offset) {
    return upsert(0, offset, 2, null);
  }

  private static RunningWorker started(String... settings) {
    RunningWorker worker = with(settings);
    worker.open(0);
    return worker;
  }

  private static RunningWorker with(String... settings) {
    return RunningWorker.with(Tolerance.NONE, settings);
  }

  private static Offsets offsets(long offset) {
    return Offsets.of(source(0), new Position(RunningWorker.TOPIC_ID, offset));
  }
}
