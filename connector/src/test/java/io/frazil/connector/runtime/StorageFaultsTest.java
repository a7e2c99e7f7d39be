package io.frazil.connector.runtime;

import static io.frazil.connector.runtime.RunningWorker.kafka;
import static io.frazil.connector.runtime.RunningWorker.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.runtime.BadRecords.Tolerance;
import io.frazil.connector.table.FaultyFileIO.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Storage that fails while a task writes: the task lives, and each record is applied once. */
class StorageFaultsTest {
  private static final Duration STEP = Duration.ofSeconds(2);
  private static final int MAX_REQUESTS = 50;

  static Stream<Arguments> requestsOfEveryMode() {
    return Stream.of("append", "upsert")
        .flatMap(
            mode ->
                Stream.of(Request.CREATE, Request.WRITE, Request.CLOSE)
                    .flatMap(
                        request ->
                            Stream.of("none", "bucket(id, 2)")
                                .map(partitions -> Arguments.of(mode, request, partitions))));
  }

  @ParameterizedTest
  @MethodSource("requestsOfEveryMode")
  void aRequestToStorageThatFailsOnceCostsOnlyTime(
      String mode, Request request, String partitions) {
    boolean hasFailed = true;
    // Many are alike.
    for (int number = 1; hasFailed; number += 3) {
      assertThat(number).isLessThan(MAX_REQUESTS);
      Source source = new Source(mode, partitions);
      source.grow(3);
      source.read();
      source.worker.commit();
      source.worker.catalog.storage.fail(request, number);

      source.grow(5);
      source.read();
      source.worker.startCommit();
      hasFailed = source.worker.catalog.storage.heal();
      source.read();
      source.worker.commit();

      assertThat(source.worker.rows("db.t")).as("%d", number).isEqualTo(source.rows);
      assertThat(source.worker.rows("db.u")).as("%d", number).isEqualTo(source.rows);
      assertThat(source.worker.rowCount("db.t")).as("%d", number).isEqualTo(source.rows.size());
      assertThat(source.worker.preCommit(8).get(kafka(0)).offset()).isEqualTo(8);
      assertThat(source.worker.context.paused).isEmpty();
    }
  }

  @Test
  void aTableWhoseFilesCannotBeFinishedKeepsNoOtherFromBeingNamed() {
    Source source = new Source("upsert", "none");
    source.grow(1);
    source.read();
    source.worker.catalog.storage.fail(Request.CREATE, 1);

    assertThat(RunningWorker.written(source.worker.startCommit()))
        .singleElement()
        .matches(w -> w.delta().table().table().equals("db.u"));
    assertThat(source.worker.preCommit(1).get(kafka(0)).offset()).isZero();
  }

  @Test
  void nothingIsSoughtInPartitionsThatAreGivenUpWhileStorageFails() {
    Source source = new Source("upsert", "none");
    source.grow(1);
    source.read();
    source.worker.context.seeks.clear();
    source.worker.catalog.storage.fail(Request.CREATE, 1);

    source.worker.close(0);

    assertThat(source.worker.catalog.storage.heal()).as("a request failed").isTrue();
    assertThat(source.worker.context.seeks).isEmpty();
  }

  @Test
  void storageThatCannotBeWrittenToForTooLongIsLoudThoughReadingGoesOn() {
    Source source = new Source("upsert", "none");
    source.grow(1);
    assertThatThrownBy(
            () -> {
              for (int round = 0; round < 20; round++) {
                source.read();
                source.worker.catalog.storage.fail(Request.CREATE, 1);
                source.worker.startCommit();
                source.worker.pass(STEP.multipliedBy(3));
              }
            })
        .isInstanceOf(ConnectException.class)
        .hasMessageStartingWith("Cannot write files of table db.t for 30 seconds: ")
        .hasMessageEndingWith(
            "The offsets stay where they are, nothing is lost; mend the cause and restart the task.");
  }

  @Test
  void aFewFailuresAreNotLoudHoweverLongTheyTake() {
    Source source = new Source("upsert", "none");
    source.grow(1);
    for (int round = 0; round < 5; round++) {
      source.read();
      source.worker.catalog.storage.fail(Request.CREATE, 1);
      source.worker.startCommit();
      source.worker.pass(RunningWorker.PATIENCE);
    }
    source.worker.catalog.storage.heal();
    source.read();
    source.worker.commit();

    assertThat(source.worker.rows("db.t")).isEqualTo(source.rows);
  }

  /** A partition of the source, and a worker that reads it as Connect lets it. */
  private static final class Source {
    private final RunningWorker worker;
    private final Map<Integer, String> rows = new HashMap<>();
    private int end;
    private long position;

    Source(String mode, String partitions) {
      List<String> settings =
          new ArrayList<>(
              List.of(
                  "iceberg.tables",
                  "db.t,db.u",
                  "iceberg.tables.write-mode",
                  mode,
                  "iceberg.write.flush-rows",
                  "2"));
      if (!partitions.equals("none")) {
        settings.addAll(List.of("iceberg.tables.default-partition-by", partitions));
      }
      worker = RunningWorker.with(Tolerance.NONE, settings.toArray(String[]::new));
      worker.open(0);
    }

    void grow(int records) {
      for (int i = 0; i < records; i++) {
        rows.put(end, "n" + end);
        end++;
      }
    }

    /** Reads to the end, with all that is to be read again. */
    void read() {
      for (int polls = 0; polls < 30; polls++) {
        worker.context.seeks.forEach((partition, offset) -> position = offset);
        SinkRecord[] batch = List.of().toArray(SinkRecord[]::new);
        if (worker.context.paused.isEmpty()) {
          batch =
              Stream.iterate((int) position, offset -> offset + 1)
                  .limit(Math.min(3, end - position))
                  .map(offset -> upsert(0, offset, offset, rows.get(offset)))
                  .toArray(SinkRecord[]::new);
        }
        position += batch.length;
        worker.put(batch);
        worker.pass(STEP);
        if (position == end
            && worker.context.seeks.isEmpty()
            && worker.context.paused.isEmpty()
            && batch.length == 0) {
          return;
        }
      }
      throw new AssertionError("not read to the end");
    }
  }
}
