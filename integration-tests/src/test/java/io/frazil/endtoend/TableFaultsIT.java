package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.SharedCluster;
import io.frazil.table.Warehouse;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import javax.management.JMException;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TableFaultsIT {
  private static final TableIdentifier MIRROR = TableIdentifier.parse(Pipeline.MIRROR);
  private static final TableIdentifier AWAY = TableIdentifier.of("db", "away");
  private static final String MAX_FAILURES = "iceberg.control.commit.max-consecutive-failures";

  @RegisterExtension static final SharedCluster RUNNING = new SharedCluster();

  @Test
  void aTableThatIsAwayForAMomentGetsAllItsRowsAndTheOthersGoOn() {
    try (Pipeline pipeline = pipeline("table-away")) {
      pipeline.with(MAX_FAILURES, "100").start(1);
      Load load = pipeline.keepSending();
      try (load) {
        pipeline.awaitProgress();
        rename(pipeline, MIRROR, AWAY);
        pipeline.awaitProgress();
        pipeline.awaitProgress();
        rename(pipeline, AWAY, MIRROR);
        pipeline.awaitProgress();
      }
      pipeline.verify();
    }
  }

  @Test
  void aTableThatIsMissingForTooLongFailsTheTaskAndGetsAllItsRowsOnceItIsBack() {
    try (Pipeline pipeline = pipeline("table-missing")) {
      pipeline.with(MAX_FAILURES, "2").start(1).send(100).awaitApplied();

      rename(pipeline, MIRROR, AWAY);
      pipeline.send(100);
      String trace = pipeline.rest().awaitFailure(pipeline.name());
      rename(pipeline, AWAY, MIRROR);

      assertThat(trace).contains("Table does not exist: db.mirror");
      pipeline.restart(1).send(100).verify();
    }
  }

  @Test
  void aCatalogThatIsLockedForTooLongFailsTheTaskAndNothingIsLost() throws SQLException {
    try (Pipeline pipeline = pipeline("catalog-locked")) {
      pipeline.with(MAX_FAILURES, "1").start(1).send(100).awaitApplied();

      String trace;
      CatalogLock lock = CatalogLock.on(pipeline.folder());
      try (lock) {
        pipeline.send(100);
        trace = pipeline.rest().awaitFailure(pipeline.name());
      }

      assertThat(trace).contains("db.").contains("locked");
      pipeline.restart(1).send(100).verify();
    }
  }

  @Test
  void whileTheCatalogIsDownNoMoreIsReadThanMayWait()
      throws SQLException, IOException, JMException {
    try (Pipeline pipeline = pipeline("catalog-down")) {
      pipeline.with(MAX_FAILURES, "100").with("iceberg.write.max-unacknowledged-bytes", "1");
      pipeline.start(1).send(100).awaitApplied();

      CatalogLock lock = CatalogLock.on(pipeline.folder());
      try (lock) {
        pipeline.send(100);
        long waiting =
            Awaitility.await("files that wait")
                .atMost(Pipeline.LIMIT)
                .until(() -> unacknowledgedBytes(pipeline), bytes -> bytes > 0);
        long attempts = failedCommits(pipeline);
        pipeline.send(1000);
        Awaitility.await("attempts to commit")
            .atMost(Pipeline.LIMIT)
            .until(() -> failedCommits(pipeline) >= attempts + 2);
        assertThat(unacknowledgedBytes(pipeline)).isEqualTo(waiting);
      }

      pipeline.verify();
    }
  }

  private static long unacknowledgedBytes(Pipeline pipeline) throws IOException, JMException {
    return figures(pipeline).sum("task", "UnacknowledgedBytes");
  }

  private static long failedCommits(Pipeline pipeline) throws IOException, JMException {
    return figures(pipeline).sum("table", "CommitFailures");
  }

  private static ConnectorFigures figures(Pipeline pipeline) throws IOException, JMException {
    return ConnectorFigures.of(RUNNING.cluster().workers(), pipeline.name());
  }

  @Test
  void partitionsAreTakenOverAsSoonAsTheCatalogAnswers() throws SQLException {
    try (Pipeline pipeline = pipeline("catalog-silent")) {
      pipeline.with("consumer.override.metadata.max.age.ms", "500").start(1);
      pipeline.send(100).awaitApplied();

      CatalogLock lock = CatalogLock.on(pipeline.folder());
      try (lock) {
        pipeline.topics().addPartitions(pipeline.name(), 2);
        Awaitility.await("an attempt")
            .atMost(Pipeline.LIMIT)
            .until(() -> log().contains("Cannot take over [catalog-silent-0, catalog-silent-1]"));
      }

      pipeline.changes().spread(2);
      pipeline.send(100).verify();
    }
  }

  private static String log() {
    return RUNNING.cluster().workers().get(0).logTail(500);
  }

  @Test
  void aTableThatIsReplacedFailsTheTaskAndNoOffsetGoesOn() {
    try (Pipeline pipeline = pipeline("table-replaced")) {
      pipeline.start(1).send(100).awaitApplied().awaitTold();
      Map<TopicPartition, OffsetAndMetadata> told = pipeline.groupOffsets();

      try (Warehouse warehouse = pipeline.open()) {
        Schema schema = warehouse.catalog().loadTable(MIRROR).schema();
        warehouse.catalog().dropTable(MIRROR);
        warehouse.catalog().createTable(MIRROR, schema);
      }
      pipeline.send(100);

      assertThat(pipeline.rest().awaitFailure(pipeline.name()))
          .contains(
              "Cannot go on writing to table db.mirror: it was replaced by another table of that name.");
      assertThat(pipeline.groupOffsets()).isEqualTo(told);
      assertThat(pipeline.rows(Pipeline.MIRROR)).isEmpty();

      pipeline.restart(1).awaitApplied();
      assertThat(pipeline.rows(Pipeline.MIRROR))
          .as("What came after %s of %s", told, pipeline.changes())
          .containsExactlyInAnyOrderElementsOf(
              pipeline.changes().rows().stream()
                  .filter(row -> Changes.Place.of(row).offset() >= 100)
                  .toList());
      pipeline.checkHistory();
    }
  }

  @Test
  void aTableWhoseSnapshotsWithOffsetsHaveExpiredGoesOnWhereItWas() {
    try (Pipeline pipeline = pipeline("snapshots-expired")) {
      pipeline.start(1).send(100).awaitApplied();
      pipeline.stop();

      try (Warehouse warehouse = pipeline.open()) {
        Table table = warehouse.catalog().loadTable(TableIdentifier.parse(Pipeline.HISTORY));
        table.newAppend().commit();
        table.expireSnapshots().expireOlderThan(System.currentTimeMillis()).retainLast(1).commit();
      }
      assertThat(pipeline.offsets(Pipeline.HISTORY)).isEmpty();

      pipeline.send(100).resume(1);
      pipeline.verify();
    }
  }

  private static void rename(Pipeline pipeline, TableIdentifier from, TableIdentifier to) {
    try (Warehouse warehouse = pipeline.open()) {
      warehouse.catalog().renameTable(from, to);
    }
  }

  private static Pipeline pipeline(String name) {
    return Pipeline.create(RUNNING.cluster(), RUNNING.warehouse(), name, 1);
  }
}
