package io.frazil.connector.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.frazil.connector.change.ConnectValue;
import io.frazil.connector.schema.ColumnRequirement;
import io.frazil.connector.schema.NewTableSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.json.JsonConverter;
import org.junit.jupiter.api.Test;

/** What Connect's own JSON converter makes of JSON is what tables get. */
class JsonConversionTest {
  private static final Schema TABLE =
      new Schema(
          Types.NestedField.required(1, "id", Types.IntegerType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "price", Types.DecimalType.of(10, 2)),
          Types.NestedField.optional(4, "at", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(5, "payload", Types.BinaryType.get()),
          Types.NestedField.optional(
              6, "tags", Types.ListType.ofOptional(7, Types.StringType.get())));

  @Test
  void schemalessJsonBecomesARow() {
    String json =
        """
        {"id": 7, "name": null, "price": 9.99, "at": "2022-03-01 09:00:00", "payload": "AQI=",
         "tags": ["a", null]}
        """;

    assertThat(row(schemaless(json)))
        .hasToString(
            "Record(7, null, 9.99, 2022-03-01T09:00, java.nio.HeapByteBuffer[pos=0 lim=2 cap=2], [a, null])");
  }

  @Test
  void jsonWithASchemaBecomesARow() {
    String json =
        """
        {"schema": {"type": "struct", "fields": [
           {"field": "id", "type": "int32"},
           {"field": "name", "type": "string", "optional": true, "default": "x"},
           {"field": "price", "type": "bytes", "name": "org.apache.kafka.connect.data.Decimal",
            "parameters": {"scale": "1"}},
           {"field": "at", "type": "int64", "name": "org.apache.kafka.connect.data.Timestamp"},
           {"field": "payload", "type": "bytes"},
           {"field": "tags", "type": "array", "items": {"type": "string"}}]},
         "payload": {"id": 7, "name": null, "price": "Zw==", "at": 1646125200000,
           "payload": "AQI=", "tags": ["a"]}}
        """;

    assertThat(row(withSchema(json)))
        .hasToString(
            "Record(7, null, 10.30, 2022-03-01T09:00, java.nio.HeapByteBuffer[pos=0 lim=2 cap=2], [a])");
  }

  @Test
  void aTableMadeForJsonWithASchemaTakesIt() {
    ConnectValue value =
        withSchema(
            """
            {"schema": {"type": "struct", "fields": [
               {"field": "z", "type": "string"},
               {"field": "id", "type": "int64"},
               {"field": "day", "type": "int32", "name": "org.apache.kafka.connect.data.Date"}]},
             "payload": {"z": "a", "id": 7, "day": 19052}}
            """);
    Schema table = newTable(value);

    assertThat(table.columns())
        .extracting(Types.NestedField::name)
        .containsExactly("z", "id", "day");
    assertThat(new RecordConverter(table, Set.of(), NameMatching.EXACT, path -> {}).row(value))
        .hasToString("Record(a, 7, 2022-03-01)");
  }

  @Test
  void aTableMadeForSchemalessJsonTakesIt() {
    ConnectValue value =
        schemaless("{\"z\": {\"b\": 1.5, \"a\": [true]}, \"id\": 7, \"day\": \"2022-03-01\"}");
    Schema table = newTable(value);

    assertThat(table.columns())
        .extracting(Types.NestedField::name)
        .containsExactly("id", "day", "z");
    assertThat(new RecordConverter(table, Set.of(), NameMatching.EXACT, path -> {}).row(value))
        .hasToString("Record(7, 2022-03-01, Record([true], 1.5))");
  }

  @Test
  void aNumberInJsonThatDoesNotFitIsRefused() {
    assertRefused(
        "{\"id\": 2147483653}", "from Long to int: it is not a whole number in the type's range.");
    assertRefused("{\"id\": 1.5}", "from Double to int: it is not a whole number.");
    assertRefused("{\"id\": \"abc\"}", "from String to int: the text is not a number.");
  }

  private static void assertRefused(String json, String problem) {
    assertThatExceptionOfType(ConversionException.class)
        .isThrownBy(() -> row(schemaless(json)))
        .withMessage("Cannot convert field 'id' " + problem);
  }

  private static Schema newTable(ConnectValue value) {
    return new NewTableSchema(List.of("id"), Set.of(), ColumnRequirement.AS_IN_SOURCE).of(value);
  }

  private static Record row(ConnectValue value) {
    return new RecordConverter(TABLE, Set.of(), NameMatching.EXACT, path -> {}).row(value);
  }

  private static ConnectValue schemaless(String json) {
    return read(json, false);
  }

  private static ConnectValue withSchema(String json) {
    return read(json, true);
  }

  private static ConnectValue read(String json, boolean schemasEnabled) {
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(
          Map.of("schemas.enable", schemasEnabled, "replace.null.with.default", false), false);
      SchemaAndValue read = converter.toConnectData("topic", json.getBytes(UTF_8));
      return new ConnectValue(Optional.ofNullable(read.schema()), read.value());
    }
  }
}
