package io.frazil.connector.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.merge.DeleteMode;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that are emptied in the source. */
class TruncateTest {
  @TempDir private Path folder;

  @Test
  void whatWasThereBeforeIsGoneAndWhatCameLaterIsThere() {
    RunningWorker worker = applying();
    worker.put(RunningWorker.upsert(0, 0, 1, "one"), RunningWorker.upsert(0, 1, 2, "two"));
    worker.commit();

    worker.put(
        RunningWorker.upsert(0, 2, 3, "three"),
        truncate(0, 3),
        RunningWorker.upsert(0, 4, 2, "zwei"));
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(Map.of(2, "zwei"));
    assertThat(worker.preCommit(5).get(RunningWorker.kafka(0)).offset()).isEqualTo(5);
  }

  @Test
  void aTruncateAloneEmptiesTheTable() {
    RunningWorker worker = applying();
    worker.put(RunningWorker.upsert(0, 0, 1, "one"));
    worker.commit();

    worker.put(truncate(0, 1));
    worker.commit();

    assertThat(worker.rows("db.t")).isEmpty();
  }

  @Test
  void deltasBeforeItInTheSameCommitAreGoneToo() {
    RunningWorker worker = applying("iceberg.write.flush-rows", "1");

    worker.put(
        RunningWorker.upsert(0, 0, 1, "one"), truncate(0, 1), RunningWorker.upsert(0, 2, 2, "two"));
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(Map.of(2, "two"));
  }

  @Test
  void aTableThatDoesNotExistIsEmptyAlready() {
    RunningWorker worker = applying();

    worker.put(truncate(0, 0));

    assertThat(worker.hasTable("db.t")).isFalse();
  }

  @Test
  void aTableThatIsFedFromSeveralPartitionsCannotBeTruncated() {
    RunningWorker worker = applying();
    worker.open(1);
    worker.put(RunningWorker.upsert(0, 0, 1, "one"), RunningWorker.upsert(1, 0, 2, "two"));
    worker.commit();

    assertThatThrownBy(() -> worker.put(truncate(0, 1)))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining(
            "orders-0@1 to table db.t: it truncates the table, which is also fed from [orders-1]");
    assertThat(worker.rows("db.t")).hasSize(2);
  }

  private RunningWorker applying(String... more) {
    String[] settings = new String[more.length + 2];
    settings[0] = "iceberg.tables.behavior-on-truncate";
    settings[1] = "apply";
    System.arraycopy(more, 0, settings, 2, more.length);
    RunningWorker worker = RunningWorker.merging(folder, DeleteMode.POSITION, settings);
    worker.open(0);
    return worker;
  }

  private static SinkRecord truncate(int partition, long offset) {
    Schema schema = SchemaBuilder.struct().field("op", Schema.STRING_SCHEMA).build();
    return new SinkRecord(
        "orders", partition, null, null, schema, new Struct(schema).put("op", "t"), offset);
  }
}
