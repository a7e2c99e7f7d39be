package io.frazil.connector.runtime;

import static io.frazil.connector.runtime.RunningWorker.delete;
import static io.frazil.connector.runtime.RunningWorker.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.runtime.BadRecords.Tolerance;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** What becomes of deleted rows, from records to the table. */
class DeleteHandlingTest {

  @Test
  void aCreatedTableHasTheFlagAsItsLastColumn() {
    RunningWorker worker = softly();
    worker.put(upsert(0, 0, 1, "ada"));
    worker.commit();

    assertThat(worker.table("db.t").schema().columns())
        .extracting(Types.NestedField::name)
        .containsExactly("id", "name", "_deleted");
    assertThat(worker.table("db.t").schema().findField("_deleted").isOptional()).isTrue();
  }

  @Test
  void softlyDeletedRowsStayAndAreFlagged() throws IOException {
    RunningWorker worker = softly();
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"), upsert(0, 2, 3, "cyd"));
    worker.commit();
    worker.put(delete(0, 3, 1), delete(0, 4, 2), upsert(0, 5, 2, "bob again"));
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(Map.of(1, "", 2, "bob again", 3, "cyd"));
    assertThat(flags(worker)).isEqualTo(Map.of(1, true, 2, false, 3, false));
  }

  @Test
  void aSoftDeleteThatNeedsMoreThanItsKeyIsPassedOver() {
    RunningWorker worker =
        RunningWorker.with(Tolerance.ALL, "iceberg.tables.delete-handling", "soft");
    worker.open(0);
    worker.put(upsert(0, 0, 1, "ada"));
    worker.commit();
    worker.table("db.t").updateSchema().allowIncompatibleChanges().requireColumn("name").commit();
    worker.put(tombstone(1, 1), upsert(0, 2, 2, "bob"));
    worker.commit();

    assertThat(worker.reports).hasSize(1);
    assertThat(worker.rows("db.t")).isEqualTo(Map.of(1, "ada", 2, "bob"));
  }

  @Test
  void aTableWithoutTheFlagEndsTheTaskWithTheStatementThatAddsIt() {
    RunningWorker worker = softly();
    worker.put(upsert(0, 0, 1, "ada"));
    worker.commit();
    worker.table("db.t").updateSchema().deleteColumn("_deleted").commit();

    assertThatThrownBy(() -> worker.put(upsert(0, 1, 2, "bob")))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("ALTER TABLE db.t ADD COLUMN _deleted boolean");
  }

  @Test
  void ignoredDeletesChangeNothing() {
    RunningWorker worker =
        RunningWorker.with(Tolerance.NONE, "iceberg.tables.delete-handling", "ignore");
    worker.open(0);
    worker.put(upsert(0, 0, 1, "ada"), delete(0, 1, 1), tombstone(2, 1));
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(Map.of(1, "ada"));
    assertThat(worker.skips).isEqualTo(2);
    assertThat(worker.preCommit(3).get(RunningWorker.kafka(0)).offset()).isEqualTo(3);
  }

  @Test
  void aTableIsNotCreatedWithoutItsOrderingColumn() {
    RunningWorker worker =
        RunningWorker.with(Tolerance.ALL, "iceberg.tables.ordering-columns", "version");
    worker.open(0);
    worker.put(upsert(0, 0, 1, "ada"));
    worker.commit();

    assertThat(worker.reports).hasSize(1);
    assertThat(worker.hasTable("db.t")).isFalse();
  }

  @Test
  void aTableThatKeepsEveryRecordHasNoFlag() {
    RunningWorker worker =
        RunningWorker.with(
            Tolerance.NONE,
            "iceberg.tables",
            "db.t,db.h",
            "iceberg.tables.delete-handling",
            "soft",
            "iceberg.tables.ordering-columns",
            "name",
            "iceberg.table.db.h.write-mode",
            "append");
    worker.open(0);
    worker.put(upsert(0, 0, 1, "ada"));
    worker.commit();

    assertThat(worker.rows("db.h")).isEqualTo(Map.of(1, "ada"));
    assertThat(worker.table("db.h").schema().findField("_deleted")).isNull();
  }

  private static RunningWorker softly() {
    RunningWorker worker =
        RunningWorker.with(Tolerance.NONE, "iceberg.tables.delete-handling", "soft");
    worker.open(0);
    return worker;
  }

  private static SinkRecord tombstone(long offset, int id) {
    return new SinkRecord(
        "orders",
        0,
        null,
        Map.of("id", id),
        null,
        null,
        offset,
        RunningWorker.START.toEpochMilli(),
        TimestampType.CREATE_TIME);
  }

  private static Map<Integer, Boolean> flags(RunningWorker worker) throws IOException {
    Map<Integer, Boolean> flags = new TreeMap<>();
    try (CloseableIterable<Record> rows = IcebergGenerics.read(worker.table("db.t")).build()) {
      rows.forEach(
          row -> flags.put((Integer) row.getField("id"), (Boolean) row.getField("_deleted")));
    }
    return flags;
  }
}
