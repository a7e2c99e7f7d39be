package io.frazil.connector.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.frazil.connector.merge.DeleteMode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Columns that a record does not tell, as they are configured. The samples are what Debezium sent
 * of PostgreSQL's large values when they were inserted, and when another column of their row was
 * updated; the long ones are cut short.
 */
class AbsentValuesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String UNAVAILABLE = "__debezium_unavailable_value";

  @TempDir private Path folder;
  private long offset;

  static Stream<MirrorKind> kinds() {
    return MirrorKind.all();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void valuesThatWereNotSentKeepThoseOfTheRow(MirrorKind kind) throws IOException {
    for (String sample : List.of("text", "arrays")) {
      RunningWorker worker = worker(kind, "iceberg.tables.cdc-field", "__op");
      worker.put(sample(sample, "insert"));
      worker.commit();
      Map<String, Object> inserted = rows(worker).get(0);
      worker.put(sample(sample, "update"));
      worker.commit();

      inserted.put("small", "t");
      // These come as nulls, which nobody can tell from real ones.
      inserted.replaceAll(
          (name, value) -> List.of("n", "ts", "f", "num").contains(name) ? null : value);
      assertThat(rows(worker)).containsExactly(inserted);
    }
  }

  @Test
  void valuesKeepThoseOfARowOfTheSameBatch() throws IOException {
    RunningWorker worker = worker("iceberg.tables.cdc-field", "__op");
    worker.put(sample("text", "insert"), sample("text", "update"));
    worker.commit();

    assertThat(rows(worker)).hasSize(1);
    assertThat(rows(worker).get(0))
        .containsEntry("small", "t")
        .containsEntry("bigj", "{\"1\":\"c4ca\",\"2\":\"c81e\"}");
    assertThat(rows(worker).get(0).get("bigb")).isNotNull();
  }

  @Test
  void anotherPlaceholderIsRecognisedInAllItsForms() throws IOException {
    RunningWorker worker = worker("iceberg.tables.unavailable-value-placeholder", "NOT_SENT");
    worker.put(sample("arrays-connect-string", "update"));
    worker.commit();

    Map<String, Object> row = rows(worker).get(0);
    assertThat(row).containsEntry("id", 1).containsEntry("small", "t");
    row.keySet().removeAll(List.of("id", "small"));
    assertThat(row.keySet()).contains("t", "i", "b", "u", "h", "num", "x", "c");
    assertThat(row).allSatisfy((name, value) -> assertThat(value).as(name).isNull());
  }

  @Test
  void bytesWithoutASchemaAreRecognisedInTheirText() throws IOException {
    RunningWorker worker = worker();
    worker.put(map(Map.of("id", 1L, "small", "s", "big", "b", "bigj", "{}", "bigb", "bytes")));
    worker.put(sample("text-schemaless", "update"));
    worker.commit();

    assertThat(rows(worker))
        .containsExactly(Map.of("id", 1L, "small", "t", "big", "b", "bigj", "{}", "bigb", "bytes"));
  }

  @Test
  void valuesThatWereNotSentBecomeNullWhereThatIsConfigured() throws IOException {
    RunningWorker worker =
        worker(
            "iceberg.tables.cdc-field",
            "__op",
            "iceberg.tables.unavailable-value-handling",
            "null");
    worker.put(sample("text", "insert"));
    worker.commit();
    worker.put(sample("text", "update"));
    worker.commit();

    assertThat(rows(worker).get(0))
        .containsEntry("small", "t")
        .containsEntry("big", null)
        .containsEntry("bigj", null)
        .containsEntry("bigb", null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"upsert", "append"})
  void aValueThatWasNotSentIsAnErrorWhereThatIsConfigured(String writeMode) {
    RunningWorker worker =
        RunningWorker.with(
            BadRecords.Tolerance.ALL,
            "iceberg.tables.write-mode",
            writeMode,
            "iceberg.tables.unavailable-value-handling",
            "fail");
    worker.open(0);
    worker.put(
        map(Map.of("id", 1L, "name", "a")),
        map(Map.of("id", 1L, "name", "__debezium_unavailable_value")));

    assertThat(worker.reports).hasSize(1);
  }

  @Test
  void aTableThatKeepsEveryRecordTakesThePlaceholderAsItComes() throws IOException {
    RunningWorker worker = worker("iceberg.tables.write-mode", "append");
    worker.put(map(Map.of("id", 1L, "name", "__debezium_unavailable_value")));
    worker.commit();

    assertThat(rows(worker).get(0)).containsEntry("name", "__debezium_unavailable_value");
  }

  @Test
  void aPlaceholderWithinAStructLeavesTheWholeColumnAsItIs() throws IOException {
    RunningWorker worker = worker();
    worker.put(map(Map.of("id", 1L, "name", "a", "tags", List.of("x", "y"))));
    worker.commit();
    worker.put(
        map(Map.of("id", 1L, "name", "b", "tags", List.of("z", "__debezium_unavailable_value"))));
    worker.commit();

    assertThat(rows(worker))
        .containsExactly(Map.of("id", 1L, "name", "b", "tags", List.of("x", "y")));
  }

  @Test
  void aFieldThatIsMissingIsNullOrLeavesTheColumnAsItIs() throws IOException {
    RunningWorker standard = worker();
    RunningWorker keeping = worker("iceberg.tables.missing-columns", "keep");
    Map<String, Object> row = new HashMap<>(Map.of("id", 1L, "name", "a", "note", "n"));
    Map<String, Object> update = new HashMap<>();
    update.put("id", 1L);
    update.put("note", null);
    for (RunningWorker worker : List.of(standard, keeping)) {
      offset = 0;
      worker.put(map(row));
      worker.commit();
      worker.put(map(update));
      worker.commit();
    }

    row.put("note", null);
    assertThat(rows(keeping)).containsExactly(row);
    row.put("name", null);
    assertThat(rows(standard)).containsExactly(row);
  }

  @Test
  void anUpdateChangesOnlyTheColumnsThatAreConfigured() throws IOException {
    RunningWorker worker = worker("iceberg.table.db.t.update-columns", "note");
    worker.put(map(Map.of("id", 1L, "name", "a", "note", "n")));
    worker.commit();
    worker.put(
        map(Map.of("id", 1L, "name", "b", "note", "o")),
        map(Map.of("id", 2L, "name", "c", "note", "p")));
    worker.commit();

    assertThat(rows(worker))
        .containsExactlyInAnyOrder(
            Map.of("id", 1L, "name", "a", "note", "o"), Map.of("id", 2L, "name", "c", "note", "p"));
  }

  @Test
  void aColumnToUpdateThatTheTableLacksIsRefused() {
    RunningWorker worker = worker("iceberg.tables.update-columns", "nose");

    assertThatThrownBy(() -> worker.put(map(Map.of("id", 1L, "note", "n"))))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("it has no column 'nose'")
        .hasMessageContaining("iceberg.table.db.t.update-columns");
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aSoftDeleteThatBringsOnlyItsKeyKeepsTheRow(MirrorKind kind) throws IOException {
    RunningWorker worker = worker(kind, "iceberg.tables.delete-handling", "soft");
    worker.put(
        map(Map.of("id", 1L, "name", "a", "note", "n")),
        map(Map.of("id", 2L, "name", "b", "note", "o")));
    worker.commit();
    Map<String, Object> image = new HashMap<>(Map.of("id", 1L, "op", "D"));
    image.put("note", null);
    worker.put(map(image), map(Map.of("id", 2L, "op", "D", "note", "changed")));
    worker.commit();

    assertThat(rows(worker))
        .containsExactlyInAnyOrder(
            Map.of("id", 1L, "name", "a", "note", "n", "_deleted", true),
            Map.of("id", 2L, "name", "b", "note", "changed", "_deleted", true));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void valuesThatWereNotSentWithAnotherKeyKeepThoseOfTheOldOne(MirrorKind kind) throws IOException {
    for (String handling : List.of("hard", "soft")) {
      RunningWorker worker =
          worker(
              kind,
              "iceberg.tables.cdc-field",
              "_cdc.op",
              "iceberg.tables.delete-handling",
              handling);
      worker.put(
          map(Map.of("id", 1L, "name", "a", "note", "n", "_cdc", Map.of("op", "I"))),
          map(Map.of("id", 2L, "name", "b", "note", "o", "_cdc", Map.of("op", "I"))));
      worker.commit();
      // In one change, as DMS has it, and in two, as Debezium has it.
      worker.put(
          map(
              Map.of(
                  "id",
                  3L,
                  "name",
                  "c",
                  "note",
                  UNAVAILABLE,
                  "_cdc",
                  Map.of("op", "U", "before", Map.of("id", 1L)))),
          map(Map.of("id", 2L, "_cdc", Map.of("op", "D"))),
          map(
              Map.of(
                  "id",
                  4L,
                  "name",
                  "d",
                  "note",
                  UNAVAILABLE,
                  "_cdc",
                  Map.of("op", "I", "former_key", Map.of("id", 2L)))));
      worker.commit();

      assertThat(rows(worker).stream().filter(row -> (Long) row.get("id") > 2))
          .as(handling)
          .extracting(row -> List.of(row.get("id"), row.get("name"), row.get("note")))
          .containsExactlyInAnyOrder(List.of(3L, "c", "n"), List.of(4L, "d", "o"));
      assertThat(rows(worker)).as(handling).hasSize(handling.equals("soft") ? 4 : 2);
    }
  }

  private RunningWorker worker(String... settings) {
    return worker(new MirrorKind(DeleteMode.AUTO, "2"), settings);
  }

  private RunningWorker worker(MirrorKind kind, String... settings) {
    offset = 0;
    return kind.worker(folder.resolve("index"), settings);
  }

  private static List<Map<String, Object>> rows(RunningWorker worker) throws IOException {
    List<Map<String, Object>> rows = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(worker.table("db.t")).build()) {
      for (Record row : records) {
        Map<String, Object> values = new HashMap<>();
        worker
            .table("db.t")
            .schema()
            .columns()
            .forEach(column -> values.put(column.name(), row.getField(column.name())));
        rows.add(values);
      }
    }
    return rows;
  }

  private SinkRecord map(Map<String, Object> row) {
    return sinkRecord(new SchemaAndValue(null, row));
  }

  private SinkRecord sample(String file, String payload) {
    try (InputStream in = getClass().getResourceAsStream("samples/" + file + ".json");
        JsonConverter converter = new JsonConverter()) {
      JsonNode sample = JSON.readTree(in);
      ObjectNode message = JSON.createObjectNode();
      message.set("schema", sample.get("schema"));
      message.set("payload", sample.get("payloads").get(payload));
      boolean hasSchema = sample.has("schema");
      converter.configure(
          Map.of("schemas.enable", hasSchema, "replace.null.with.default", false), false);
      JsonNode read = hasSchema ? message : message.get("payload");
      return sinkRecord(converter.toConnectData("orders", read.toString().getBytes(UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SinkRecord sinkRecord(SchemaAndValue value) {
    return new SinkRecord(
        "orders",
        0,
        null,
        null,
        value.schema(),
        value.value(),
        offset++,
        RunningWorker.START.toEpochMilli(),
        TimestampType.CREATE_TIME);
  }
}
