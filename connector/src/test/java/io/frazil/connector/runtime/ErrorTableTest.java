package io.frazil.connector.runtime;

import static io.frazil.connector.runtime.RunningWorker.bad;
import static io.frazil.connector.runtime.RunningWorker.kafka;
import static io.frazil.connector.runtime.RunningWorker.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.runtime.BadRecords.Tolerance;
import io.frazil.connector.table.FaultyFileIO.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

class ErrorTableTest {
  private static final SinkRecord[] RECORDS = {
    upsert(0, 0, 1, "ada"), bad(0, 1), upsert(0, 2, 3, "cyd")
  };
  private static final Map<Integer, String> GOOD = Map.of(1, "ada", 3, "cyd");

  private final RunningWorker worker =
      RunningWorker.with(
          Tolerance.ALL,
          "errors.tolerance",
          "all",
          "iceberg.errors.table",
          "db.bad",
          "iceberg.tables.default-partition-by",
          "bucket(2, id)");

  @Test
  void aBadRecordIsARowWithItsPlaceAndTheReason() {
    worker.open(0);
    worker.put(RECORDS);
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(GOOD);
    assertThat(badRows())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.getField("kafka_topic")).isEqualTo("orders");
              assertThat(row.getField("kafka_partition")).isEqualTo(0);
              assertThat(row.getField("kafka_offset")).isEqualTo(1L);
              assertThat(row.getField("kafka_timestamp")).isNotNull();
              assertThat(row.getField("target_table")).isEqualTo("db.t");
              assertThat(row.getField("record_field")).isEqualTo("op");
              assertThat(row.getField("reason"))
                  .asString()
                  .startsWith("operation field 'op' holds an unknown operation.");
              assertThat(row.getField("record_key")).isNull();
              assertThat(row.getField("record_value"))
                  .isEqualTo("{\"op\":\"no such operation\",\"id\":0,\"name\":\"\"}");
            });
    assertThat(worker.reports).hasSize(1);
    assertThat(worker.preCommit(3).get(kafka(0)).offset()).isEqualTo(3);
  }

  @Test
  void itTellsTheFieldAtFaultAndTheHeaders() {
    worker.open(0);
    worker.put(RECORDS[0]);
    SinkRecord bad =
        new SinkRecord(
            "orders",
            0,
            null,
            null,
            null,
            Map.of("op", "U", "id", "not a number", "name", "bob"),
            1);
    bad.headers().addString("origin", "till 3").addInt("try", 2).addInt("try", 3).add("no", null);
    worker.put(bad);
    worker.commit();

    assertThat(badRows())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.getField("target_table")).isEqualTo("db.t");
              assertThat(row.getField("record_field")).isEqualTo("id");
              assertThat(row.getField("reason")).asString().contains("field 'id'");
              assertThat((List<?>) row.getField("record_headers"))
                  .extracting(header -> List.of(((Record) header).get(0), text(header)))
                  .containsExactly(
                      List.of("origin", "\"till 3\""),
                      List.of("try", "2"),
                      List.of("try", "3"),
                      List.of("no", "none"));
            });
  }

  private static Object text(Object header) {
    return Optional.ofNullable(((Record) header).get(1)).orElse("none");
  }

  @Test
  void itIsThereOnceThoughItWasReadTwice() {
    worker.open(0);
    worker.put(RECORDS);
    worker.catalog.storage.fail(Request.CREATE, 1);
    worker.startCommit();
    worker.pass(Duration.ofSeconds(2));
    worker.put();
    worker.put(RECORDS);
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(GOOD);
    assertThat(badRows()).hasSize(1);
  }

  @Test
  void theTablesOfGoodRecordsDoNotWaitForIt() {
    worker.open(0);
    worker.put();
    worker.refuse("db.bad");
    worker.put(RECORDS);
    worker.commit();
    assertThat(worker.rows("db.t")).isEqualTo(GOOD);
    assertThat(worker.preCommit(3).get(kafka(0)).offset()).isEqualTo(1);

    worker.allow("db.bad");
    worker.put();
    worker.put(RECORDS);
    worker.commit();

    assertThat(badRows()).hasSize(1);
    assertThat(worker.preCommit(3).get(kafka(0)).offset()).isEqualTo(3);
  }

  private List<Record> badRows() {
    try (CloseableIterable<Record> rows = IcebergGenerics.read(worker.table("db.bad")).build()) {
      List<Record> read = new ArrayList<>();
      rows.forEach(read::add);
      return read;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
