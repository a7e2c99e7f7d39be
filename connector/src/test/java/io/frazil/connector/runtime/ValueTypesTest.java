package io.frazil.connector.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.runtime.BadRecords.Tolerance;
import java.io.IOException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Types of sources, from records to the table, as they are configured. */
class ValueTypesTest {
  private static final String UUID_TEXT = "11111111-2222-3333-4444-555555555555";
  private static final Schema ROW =
      SchemaBuilder.struct()
          .field("op", Schema.STRING_SCHEMA)
          .field("id", SchemaBuilder.string().name("io.debezium.data.Uuid").build())
          .field(
              "at", SchemaBuilder.int64().name("io.debezium.time.NanoTimestamp").optional().build())
          .build();

  @ParameterizedTest
  @ValueSource(strings = {"", "parquet", "orc", "avro"})
  void aRowIsFoundByItsUuidInFilesOfAnyFormat(String format) throws IOException {
    RunningWorker worker =
        format.isEmpty()
            ? worker()
            : worker("iceberg.tables.write-props.write.format.default", format);
    worker.put(row(0, "U", 1_000L), row(1, "U", 2_000L));
    worker.commit();
    assertThat(times(worker)).containsExactly(LocalDateTime.parse("1970-01-01T00:00:00.000002"));
    assertThat(worker.table("db.t").schema().findType("id")).hasToString("uuid");

    worker.put(row(2, "D", null));
    worker.commit();

    assertThat(times(worker)).isEmpty();
  }

  @Test
  void nanosecondsAreKeptInTablesOfFormatVersion3() throws IOException {
    RunningWorker worker = worker("iceberg.tables.auto-create-props.format-version", "3");
    worker.put(row(0, "U", 1L));
    worker.commit();

    assertThat(worker.table("db.t").schema().findType("at")).hasToString("timestamp_ns");
    assertThat(times(worker)).containsExactly(LocalDateTime.parse("1970-01-01T00:00:00.000000001"));
  }

  @Test
  void theyAreKeptWhereDeletionVectorsAskForThatVersion() {
    RunningWorker worker = worker("iceberg.tables.delete-mode", "deletion-vector");
    worker.put(row(0, "U", 1L));

    assertThat(worker.table("db.t").schema().findType("at")).hasToString("timestamp_ns");
  }

  @Test
  void theyAreKeptWhereReadersAskForThatVersion() {
    RunningWorker worker = worker("iceberg.tables.readers", "databricks, snowflake");
    worker.put(row(0, "U", 1L));

    assertThat(worker.table("db.t").schema().findType("at")).hasToString("timestamp_ns");
  }

  @Test
  void inOtherTablesAValueThatIsFinerThanMicrosecondsIsAnErrorOfItsRecord() throws IOException {
    RunningWorker worker = worker();
    worker.put(row(0, "U", 1_000L), row(1, "U", 1L));
    worker.commit();

    assertThat(worker.table("db.t").schema().findType("at")).hasToString("timestamp");
    assertThat(worker.reports).hasSize(1);
    assertThat(times(worker)).containsExactly(LocalDateTime.parse("1970-01-01T00:00:00.000001"));
  }

  @Test
  void anInfiniteTimeIsAnErrorOfItsRecord() throws IOException {
    RunningWorker worker = worker();
    worker.put(row(0, "U", 1_000L), row(1, "U", Long.MAX_VALUE));
    worker.commit();

    assertThat(worker.reports).hasSize(1);
    assertThat(times(worker)).containsExactly(LocalDateTime.parse("1970-01-01T00:00:00.000001"));
  }

  @Test
  void anInfiniteTimeIsNullWhereThatIsConfigured() throws IOException {
    RunningWorker worker = worker("iceberg.tables.special-values", "null");
    worker.put(row(0, "U", Long.MAX_VALUE));
    worker.commit();

    assertThat(worker.reports).isEmpty();
    assertThat(times(worker)).containsExactly((LocalDateTime) null);
  }

  private static RunningWorker worker(String... settings) {
    RunningWorker worker = RunningWorker.with(Tolerance.ALL, settings);
    worker.open(0);
    return worker;
  }

  private static List<LocalDateTime> times(RunningWorker worker) throws IOException {
    List<LocalDateTime> times = new ArrayList<>();
    try (CloseableIterable<Record> rows = IcebergGenerics.read(worker.table("db.t")).build()) {
      rows.forEach(row -> times.add((LocalDateTime) row.getField("at")));
    }
    return times;
  }

  private static SinkRecord row(long offset, String operation, Long nanos) {
    Struct row = new Struct(ROW).put("op", operation).put("id", UUID_TEXT).put("at", nanos);
    return new SinkRecord(
        "orders",
        0,
        null,
        null,
        ROW,
        row,
        offset,
        RunningWorker.START.toEpochMilli(),
        TimestampType.CREATE_TIME);
  }
}
