package io.frazil.transforms.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonToMapTest {
  private static final Schema ROW =
      SchemaBuilder.struct()
          .name("orders.Value")
          .field("id", Schema.INT64_SCHEMA)
          .field("doc", SchemaBuilder.string().optional().defaultValue("{}").build())
          .build();

  @Test
  void aWorkerThatLooksForServicesFindsTheTransform() {
    assertThat(ServiceLoader.load(Transformation.class))
        .hasAtLeastOneElementOfType(JsonToMap.class);
  }

  @Test
  void aWholeValueBecomesAMapWithoutASchema() {
    SinkRecord read =
        read(
            "",
            record(
                Schema.STRING_SCHEMA,
                "{\"id\": 5, \"big\": 12345678901234567890, \"half\": 0.5, \"exact\":"
                    + " 0.12345678901234567890, \"ok\": true, \"none\": null, \"tags\": [\"a\", 1],"
                    + " \"inner\": {\"x\": \"y\"}}"));

    Map<String, Object> expected = new HashMap<>();
    expected.put("id", 5L);
    expected.put("big", new BigDecimal("12345678901234567890"));
    expected.put("half", 0.5);
    expected.put("exact", new BigDecimal("0.12345678901234567890"));
    expected.put("ok", true);
    expected.put("none", null);
    expected.put("tags", List.of("a", 1L));
    expected.put("inner", Map.of("x", "y"));
    assertThat(read.valueSchema()).isNull();
    assertThat(read.value()).isEqualTo(expected);
  }

  @Test
  void aFieldOfAStructBecomesAMapOfStrings() {
    SinkRecord read =
        read(
            "doc",
            record(
                ROW, row("{\"a\": \"x\", \"n\": 1.10, \"none\": null, \"inner\": {\"b\": [1]}}")));

    Map<String, String> expected = new HashMap<>();
    expected.put("a", "x");
    expected.put("n", "1.10");
    expected.put("none", null);
    expected.put("inner", "{\"b\":[1]}");
    Struct row = (Struct) read.value();
    row.validate();
    assertThat(row.getInt64("id")).isEqualTo(1);
    assertThat(row.getMap("doc")).isEqualTo(expected);
    assertThat(row.schema().name()).isEqualTo("orders.Value");
  }

  @Test
  void aFieldOfAMapBecomesWhateverTheJsonSays() {
    Map<String, Object> row = new HashMap<>(Map.of("doc", "[1, {\"a\": null}]", "other", "[1]"));
    Map<String, Object> inner = new HashMap<>();
    inner.put("a", null);

    assertThat(read("doc", record(null, row)).value())
        .isEqualTo(Map.of("doc", Arrays.asList(1L, inner), "other", "[1]"));
  }

  @Test
  void aNullStaysNullAndAMissingFieldMissing() {
    assertThat(((Struct) read("doc, more", record(ROW, row(null))).value()).get("doc")).isNull();
    assertThat(read("doc", record(null, Map.of("id", 1L))).value()).isEqualTo(Map.of("id", 1L));
  }

  @Test
  void aValueThatWasNotSentStaysRecognisable() {
    String placeholder = "__debezium_unavailable_value";

    assertThat(((Struct) read("doc", record(ROW, row(placeholder))).value()).getMap("doc"))
        .isEqualTo(Map.of(placeholder, placeholder));
    assertThat(read("doc", record(null, Map.of("doc", placeholder))).value())
        .isEqualTo(Map.of("doc", placeholder));
  }

  @Test
  void aRecordWithoutAValuePassesAsItIs() {
    SinkRecord tombstone = record(null, null);

    assertThat(read("doc", tombstone)).isSameAs(tombstone);
  }

  @Test
  void theSchemaIsMadeOnce() {
    try (JsonToMap<SinkRecord> transform = configured("doc")) {
      assertThat(transform.apply(record(ROW, row("{}"))).valueSchema())
          .isSameAs(transform.apply(record(ROW, row("{}"))).valueSchema());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "[1]|field 'doc' is not a JSON object.",
        "7|field 'doc' is not a JSON object.",
        "{\"secret\": secret}|field 'doc' is not JSON (line 1, column 12).",
        "{} secret|field 'doc' is not JSON (line 1, column 4).",
        "{\"secret\": 1, \"secret\": 2}|field 'doc' is not JSON (line 1, column 23)."
      })
  void textThatCannotBecomeAMapIsAnErrorThatDoesNotRepeatIt(String text, String reason) {
    assertThatThrownBy(() -> read("doc", record(ROW, row(text))))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("Cannot read the JSON of orders-0@42: ")
        .hasMessageEndingWith(reason)
        .satisfies(error -> assertThat(String.valueOf(error.getCause())).doesNotContain("secret"));
  }

  @Test
  void emptyTextIsNotJson() {
    assertThatThrownBy(() -> read("doc", record(ROW, row(""))))
        .hasMessageEndingWith("field 'doc' is empty, which is not JSON.");
  }

  @Test
  void aWholeValueMustBeAString() {
    assertThatThrownBy(() -> read("", record(ROW, row("{}"))))
        .isInstanceOf(DataException.class)
        .hasMessageEndingWith(
            "its value is not a string. Use a StringConverter, or name the fields that hold JSON.");
  }

  @Test
  void aFieldThatIsNoStringIsAnError() {
    assertThatThrownBy(() -> read("id", record(ROW, row("{}"))))
        .isInstanceOf(DataException.class)
        .hasMessageEndingWith("field 'id' is not a string.");
  }

  private static SinkRecord read(String fields, SinkRecord record) {
    try (JsonToMap<SinkRecord> transform = configured(fields)) {
      return transform.apply(record);
    }
  }

  private static JsonToMap<SinkRecord> configured(String fields) {
    JsonToMap<SinkRecord> transform = new JsonToMap<>();
    transform.configure(Map.of("fields", fields));
    return transform;
  }

  private static Struct row(String doc) {
    return new Struct(ROW).put("id", 1L).put("doc", doc);
  }

  private static SinkRecord record(Schema schema, Object value) {
    return new SinkRecord("orders", 0, Schema.STRING_SCHEMA, "k", schema, value, 42);
  }
}
