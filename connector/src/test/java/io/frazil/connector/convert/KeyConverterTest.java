package io.frazil.connector.convert;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.frazil.connector.change.ChangeEvent;
import io.frazil.connector.change.ChangeKind;
import io.frazil.connector.change.ConnectValue;
import io.frazil.connector.change.SourceOffset;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyConverterTest {
  private static final Schema TABLE =
      new Schema(
          required(1, "id", Types.IntegerType.get()),
          optional(2, "region", Types.StringType.get()),
          optional(3, "uuid", Types.UUIDType.get()),
          optional(4, "price", Types.DoubleType.get()),
          optional(5, "rate", Types.FloatType.get()),
          optional(
              6,
              "customer",
              Types.StructType.of(
                  optional(7, "name", Types.StringType.get()),
                  optional(8, "code", Types.LongType.get()))),
          optional(
              9,
              "lines",
              Types.ListType.ofOptional(
                  10, Types.StructType.of(optional(11, "no", Types.LongType.get())))));

  @Test
  void theKeyHasTheColumnsInTheTablesOrderUnderTheTablesIds() {
    KeyConverter keys = keys("region", "id");

    Record key =
        keys.keyOf(change(ChangeKind.UPDATE_AFTER, "ignored", Map.of("id", 1L, "region", "eu")));

    assertThat(keys.schema().columns())
        .containsExactly(
            required(1, "id", Types.IntegerType.get()),
            required(2, "region", Types.StringType.get()));
    assertThat(key.get(0)).isEqualTo(1);
    assertThat(key.get(1)).isEqualTo("eu");
  }

  @Test
  void theKeyOfATablesRowIsThatOfTheChangeItCameFrom() {
    KeyConverter keys = keys("customer.code", "region", "id");
    Map<String, Object> row =
        Map.of("id", 1L, "region", "eu", "customer", Map.of("name", "n", "code", 7));
    RecordConverter rows = new RecordConverter(TABLE, Set.of(), NameMatching.EXACT, path -> {});

    Record ofRow = keys.keyOf(rows.row(new ConnectValue(Optional.empty(), row)));

    assertThat(ofRow).isEqualTo(keys.keyOf(change(ChangeKind.DELETE, "ignored", row)));
    assertThat(ofRow).hasToString("Record(1, eu, Record(7))");
  }

  @Test
  void aDeleteTakesItsKeyFromTheRecordsKeyIfTheRowLacksIt() {
    KeyConverter keys = keys("id", "region");
    Map<String, Object> key = Map.of("id", 1L, "region", "eu", "other", 5);

    assertThat(keys.keyOf(change(ChangeKind.DELETE, key, Map.of("id", 2L))))
        .hasToString("Record(1, eu)");
    assertThat(keys.keyOf(tombstone(key))).hasToString("Record(1, eu)");
  }

  @Test
  void aTombstonesKeyMayBeAStruct() {
    org.apache.kafka.connect.data.Schema schema =
        SchemaBuilder.struct()
            .field("region", SchemaBuilder.STRING_SCHEMA)
            .field("id", SchemaBuilder.INT64_SCHEMA)
            .build();
    Struct key = new Struct(schema).put("id", 1L).put("region", "eu");

    assertThat(keys("id", "region").keyOf(tombstone(key))).hasToString("Record(1, eu)");
  }

  @Test
  void aTombstonesKeyMayBeABareValueIfThereIsOneKeyColumn() {
    assertThat(keys("id").keyOf(tombstone("17")).get(0)).isEqualTo(17);
    assertRefused(
        keys("id", "region"),
        tombstone("17"),
        "Cannot convert the value: the record's key is a single value, not a struct or map of the key columns.");
  }

  @Test
  void aBareValuesSchemaSaysWhatItIs() {
    Schema table = new Schema(required(1, "at", Types.TimestampType.withoutZone()));
    ConnectValue key =
        new ConnectValue(
            Optional.of(SchemaBuilder.int64().name("io.debezium.time.MicroTimestamp").build()), 1L);
    ChangeEvent tombstone =
        new ChangeEvent(
            ChangeKind.DELETE,
            Optional.of(key),
            Optional.empty(),
            Optional.empty(),
            new SourceOffset("t", 0, 0));

    assertThat(new KeyConverter(table, List.of("at"), NameMatching.EXACT).keyOf(tombstone).get(0))
        .isEqualTo(LocalDateTime.parse("1970-01-01T00:00:00.000001"));
  }

  @Test
  void aUuidsTextFindsTheUuid() {
    UUID uuid = UUID.fromString("6f1e2b1c-0d5a-4f7b-9c3e-1a2b3c4d5e6f");

    assertThat(keys("uuid").keyOf(tombstone(uuid.toString())).get(0)).isEqualTo(uuid);
  }

  @Test
  void aKeyThatDoesNotFitIsAnErrorAndNeverAnotherRowsKey() {
    assertRefused(
        keys("id"),
        tombstone(2147483653L),
        "Cannot convert field 'id' from Long to int: it is not a whole number in the type's range.");
    assertRefused(
        keys("id"),
        tombstone(Map.of("id", 1.5)),
        "Cannot convert field 'id' from Double to int: it is not a whole number.");
    assertRefused(
        keys("customer.code"),
        tombstone(Map.of("customer", Map.of("code", BigInteger.TWO.pow(64)))),
        "Cannot convert field 'customer.code' from BigInteger to long: it is not a whole number in the type's range.");
  }

  @Test
  void aNullInAKeyColumnIsAnError() {
    Map<String, Object> row = new HashMap<>(Map.of("id", 1));
    row.put("region", null);
    String ofDelete =
        "Cannot convert field 'region': it is a key column, and neither row nor record key has it.";

    assertRefused(
        keys("id", "region"),
        change(ChangeKind.UPDATE_AFTER, Map.of("region", "eu"), row),
        "Cannot convert field 'region': it is missing or null, and the column is required.");
    assertRefused(
        keys("id", "region"), change(ChangeKind.DELETE, Map.of("region", "eu"), row), ofDelete);
    assertRefused(keys("id", "region"), tombstone(row), ofDelete);
  }

  @Test
  void aDeleteWhoseRowHasNoWholeKeyIsThatOfTheRowBefore() {
    Map<String, Object> row = new HashMap<>();
    row.put("id", 1);
    row.put("region", null);

    ChangeEvent delete =
        changed(ChangeKind.DELETE, Map.of("id", 1), row, Map.of("id", 1, "region", "eu"));

    assertThat(keys("id", "region").keyOf(delete)).hasToString("Record(1, eu)");
  }

  @Test
  void aRowHadAnotherKeyIfTheRowBeforeSaysSo() {
    Map<String, Object> row = Map.of("id", 2, "region", "eu");
    KeyConverter keys = keys("id", "region");

    assertThat(keys.formerKeyOf(changed(ChangeKind.UPDATE_AFTER, 2, row, Map.of("id", 1))))
        .hasValueSatisfying(former -> assertThat(former).hasToString("Record(1, eu)"));
    assertThat(keys.formerKeyOf(changed(ChangeKind.UPDATE_AFTER, 2, row, row))).isEmpty();
    assertThat(keys.formerKeyOf(changed(ChangeKind.UPDATE_AFTER, 2, row, Map.of()))).isEmpty();
    assertThat(keys.formerKeyOf(change(ChangeKind.UPDATE_AFTER, 2, row))).isEmpty();
  }

  @Test
  void aNullInAKeyColumnOfATablesRowIsAnError() {
    RecordConverter rows = new RecordConverter(TABLE, Set.of(), NameMatching.EXACT, path -> {});
    Record row =
        rows.row(new ConnectValue(Optional.empty(), Map.of("id", 1, "customer", Map.of())));

    assertThatExceptionOfType(ConversionException.class)
        .isThrownBy(() -> keys("customer.code").keyOf(row))
        .withMessage("Cannot convert field 'customer.code': it is a key column and null.");
  }

  @Test
  void anUpsertTakesItsKeyFromTheRowAlone() {
    assertRefused(
        keys("id"),
        change(ChangeKind.UPDATE_AFTER, 1, Map.of("region", "eu")),
        "Cannot convert field 'id': it is missing or null, and the column is required.");
  }

  @Test
  void aDeleteWithoutAKeyIsAnError() {
    ChangeEvent delete =
        new ChangeEvent(
            ChangeKind.DELETE,
            Optional.empty(),
            Optional.of(new ConnectValue(Optional.empty(), Map.of("id", 1))),
            Optional.empty(),
            new SourceOffset("t", 0, 0));

    assertRefused(
        keys("id", "region"),
        delete,
        "Cannot convert field 'region': it is a key column, and neither row nor record key has it.");
  }

  @Test
  void namesMatchIgnoringCaseIfTheyAreTo() {
    KeyConverter keys = new KeyConverter(TABLE, List.of("ID"), NameMatching.IGNORING_CASE);

    assertThat(keys.keyOf(change(ChangeKind.DELETE, 5, Map.of("Id", 1))).get(0)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "price,floating-point numbers do not compare reliably",
        "rate,floating-point numbers do not compare reliably",
        "missing,the table has no such column",
        "customer,\"it is a STRUCT, not a single value\"",
        "lines.element.no,it lies within a list or map"
      })
  void aColumnThatCannotBeAKeyIsRefused(String column, String reason) {
    assertThatExceptionOfType(ConnectException.class)
        .isThrownBy(() -> keys(column))
        .withMessageMatching(
            "Cannot use column '.*' as a key: " + reason + "\\. Choose other id-columns\\.");
  }

  @Test
  void aKeyHasAColumn() {
    assertThatExceptionOfType(ConnectException.class)
        .isThrownBy(KeyConverterTest::keys)
        .withMessage("Cannot tell rows apart without a key column. Set id-columns for the table.");
  }

  private static KeyConverter keys(String... columns) {
    return new KeyConverter(TABLE, List.of(columns), NameMatching.EXACT);
  }

  private static ChangeEvent tombstone(Object key) {
    return new ChangeEvent(
        ChangeKind.DELETE,
        Optional.of(new ConnectValue(Optional.empty(), key)),
        Optional.empty(),
        Optional.empty(),
        new SourceOffset("t", 0, 0));
  }

  private static ChangeEvent change(ChangeKind kind, Object key, Map<String, Object> row) {
    return new ChangeEvent(
        kind,
        Optional.of(new ConnectValue(Optional.empty(), key)),
        Optional.of(new ConnectValue(Optional.empty(), row)),
        Optional.empty(),
        new SourceOffset("t", 0, 0));
  }

  private static ChangeEvent changed(
      ChangeKind kind, Object key, Map<String, Object> row, Map<String, Object> before) {
    return new ChangeEvent(
        kind,
        Optional.of(new ConnectValue(Optional.empty(), key)),
        Optional.of(new ConnectValue(Optional.empty(), row)),
        Optional.of(new ConnectValue(Optional.empty(), before)),
        new SourceOffset("t", 0, 0));
  }

  private static void assertRefused(KeyConverter keys, ChangeEvent change, String message) {
    assertThatExceptionOfType(ConversionException.class)
        .isThrownBy(() -> keys.keyOf(change))
        .withMessage(message);
  }
}
