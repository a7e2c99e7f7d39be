package io.frazil.connector.convert;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.frazil.connector.change.ConnectValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

class RecordConverterTest {
  private static final Schema TABLE =
      new Schema(
          required(1, "id", Types.LongType.get()),
          optional(2, "name", Types.StringType.get()),
          optional(
              3,
              "customer",
              Types.StructType.of(
                  required(4, "code", Types.IntegerType.get()),
                  optional(5, "tags", Types.ListType.ofRequired(6, Types.IntegerType.get())))),
          optional(
              7,
              "attributes",
              Types.MapType.ofRequired(8, 9, Types.StringType.get(), Types.IntegerType.get())));

  private final List<String> unknown = new ArrayList<>();
  private final RecordConverter converter = converter(NameMatching.EXACT);

  @Test
  void aMapBecomesARow() {
    Record row =
        converter.row(
            schemaless(
                Map.of(
                    "name",
                    "a",
                    "id",
                    1,
                    "customer",
                    Map.of("code", 7L, "tags", List.of(1L, "2")),
                    "attributes",
                    Map.of("x", 1L))));

    assertThat(row.getField("id")).isEqualTo(1L);
    assertThat(row.getField("name")).isEqualTo("a");
    assertThat(((Record) row.getField("customer")).getField("code")).isEqualTo(7);
    assertThat(((Record) row.getField("customer")).getField("tags")).isEqualTo(List.of(1, 2));
    assertThat(row.getField("attributes")).isEqualTo(Map.of("x", 1));
    assertThat(unknown).isEmpty();
  }

  @Test
  void aStructBecomesARow() {
    org.apache.kafka.connect.data.Schema customer =
        SchemaBuilder.struct()
            .field("tags", SchemaBuilder.array(SchemaBuilder.INT32_SCHEMA).build())
            .field("code", SchemaBuilder.INT8_SCHEMA)
            .build();
    org.apache.kafka.connect.data.Schema schema =
        SchemaBuilder.struct()
            .field("customer", customer)
            .field("id", SchemaBuilder.INT32_SCHEMA)
            .build();
    Struct struct =
        new Struct(schema)
            .put("id", 5)
            .put("customer", new Struct(customer).put("code", (byte) 1).put("tags", List.of(3)));

    Record row = converter.row(withSchema(struct));

    assertThat(row.getField("id")).isEqualTo(5L);
    assertThat(row.getField("name")).isNull();
    assertThat(((Record) row.getField("customer")).getField("code")).isEqualTo(1);
    assertThat(((Record) row.getField("customer")).getField("tags")).isEqualTo(List.of(3));
  }

  @Test
  void rowsDoNotShareValues() {
    Record first = converter.row(schemaless(Map.of("id", 1, "name", "a")));
    Record second = converter.row(schemaless(Map.of("id", 2)));

    assertThat(first.getField("name")).isEqualTo("a");
    assertThat(second.getField("name")).isNull();
  }

  @Test
  void anExplicitNullIsNotReplacedByTheSchemasDefault() {
    org.apache.kafka.connect.data.Schema schema =
        SchemaBuilder.struct()
            .field("id", SchemaBuilder.INT64_SCHEMA)
            .field("name", SchemaBuilder.string().optional().defaultValue("x").build())
            .build();

    Struct explicitNull = new Struct(schema).put("id", 1L).put("name", null);
    Struct value = new Struct(schema).put("id", 1L).put("name", "y");

    assertThat(converter.row(withSchema(explicitNull)).getField("name")).isNull();
    assertThat(converter.row(withSchema(value)).getField("name")).isEqualTo("y");
  }

  @Test
  void anExplicitNullInAMapStaysNull() {
    Map<String, Object> row = new HashMap<>(Map.of("id", 1));
    row.put("name", null);

    assertThat(converter.row(schemaless(row)).getField("name")).isNull();
  }

  @Test
  void aFieldThatTheTableLacksIsPassedOverAndReportedOnce() {
    Map<String, Object> row =
        Map.of("id", 1, "extra", 1, "customer", Map.of("code", 1, "extra", 2));

    converter.row(schemaless(row));
    converter.row(schemaless(row));

    assertThat(unknown).containsExactlyInAnyOrder("extra", "customer.extra");
  }

  @Test
  void aFieldThatEachOfManySchemasHasIsReportedOnce() {
    for (int i = 0; i < 100; i++) {
      org.apache.kafka.connect.data.Schema schema =
          SchemaBuilder.struct()
              .field("id", SchemaBuilder.INT64_SCHEMA)
              .field("extra", SchemaBuilder.INT64_SCHEMA)
              .build();
      Struct struct = new Struct(schema).put("id", (long) i).put("extra", 1L);
      assertThat(converter.row(withSchema(struct)).getField("id")).isEqualTo((long) i);
    }

    assertThat(unknown).containsExactly("extra");
  }

  @Test
  void namesMadeOfDataAreNotKeptForEver() {
    for (int i = 0; i < 10_000; i++) {
      converter.row(schemaless(Map.of("id", i, "extra" + i, 1)));
    }

    assertThat(unknown).hasSizeLessThan(10_000);
  }

  @Test
  void aFieldThatIsToBeLeftOutIsNeitherWrittenNorReported() {
    RecordConverter leavingOut =
        new RecordConverter(TABLE, Set.of("name", "_op"), NameMatching.EXACT, unknown::add);
    org.apache.kafka.connect.data.Schema schema =
        SchemaBuilder.struct()
            .field("id", SchemaBuilder.INT64_SCHEMA)
            .field("name", SchemaBuilder.STRING_SCHEMA)
            .field("_op", SchemaBuilder.STRING_SCHEMA)
            .build();
    Struct struct = new Struct(schema).put("id", 1L).put("name", "a").put("_op", "I");

    assertThat(leavingOut.row(withSchema(struct)).getField("name")).isNull();
    assertThat(
            leavingOut.row(schemaless(Map.of("id", 1, "name", "a", "_op", "I"))).getField("name"))
        .isNull();
    assertThat(unknown).isEmpty();
  }

  @Test
  void namesMatchExactlyUnlessCaseIsIgnored() {
    Map<String, Object> row = Map.of("ID", 1, "Name", "a", "customer", Map.of("CODE", 3));

    Record converted = converter(NameMatching.IGNORING_CASE).row(schemaless(row));

    assertThat(converted.getField("id")).isEqualTo(1L);
    assertThat(converted.getField("name")).isEqualTo("a");
    assertThat(((Record) converted.getField("customer")).getField("code")).isEqualTo(3);
    assertRefused(
        converter,
        row,
        "Cannot convert field 'customer.code': it is missing or null, and the column is required.");
  }

  @Test
  void twoFieldsThatDifferInCaseAreNotMergedIntoOneColumn() {
    assertRefused(
        converter(NameMatching.IGNORING_CASE),
        Map.of("id", 1, "name", "a", "NAME", "b"),
        "Cannot convert field 'name': two fields fit the column, their names differ in case.");
  }

  @Test
  void aRequiredColumnWithoutAValueIsAnErrorBeforeAnythingIsWritten() {
    assertRefused(
        converter,
        Map.of("name", "a"),
        "Cannot convert field 'id': it is missing or null, and the column is required.");
    assertRefused(
        converter,
        Map.of("id", 1, "attributes", singleton("x", null)),
        "Cannot convert field 'attributes.value': it is null, and values are required.");
    assertRefused(
        converter,
        Map.of("id", 1, "customer", Map.of("code", 1, "tags", Arrays.asList(1, null))),
        "Cannot convert field 'customer.tags[1]': it is null, and elements are required.");
  }

  @Test
  void anErrorNamesThePathOfTheField() {
    assertRefused(
        converter,
        Map.of("id", 1, "customer", Map.of("code", 1, "tags", List.of(1, 2, "secret"))),
        "Cannot convert field 'customer.tags[2]' from String to int: the text is not a number.");
    assertRefused(
        converter,
        Map.of("id", "secret"),
        "Cannot convert field 'id' from String to long: the text is not a number.");
    assertRefused(
        converter,
        Map.of("id", 1, "attributes", Map.of("secret", "secret")),
        "Cannot convert field 'attributes.value' from String to int: the text is not a number.");
  }

  @Test
  void anErrorNamesThePathThroughNestedLists() {
    Schema table =
        new Schema(
            optional(
                1,
                "m",
                Types.ListType.ofOptional(
                    2,
                    Types.ListType.ofOptional(
                        3, Types.StructType.of(optional(4, "a", Types.IntegerType.get()))))));
    RecordConverter nested = new RecordConverter(table, Set.of(), NameMatching.EXACT, unknown::add);

    assertRefused(
        nested,
        Map.of("m", List.of(List.of(), List.of(Map.of("a", "x")))),
        "Cannot convert field 'm[1][0].a' from String to int: the text is not a number.");
  }

  @Test
  void aKeyOfAMapIsNeitherNullNorDoubled() {
    Schema table =
        new Schema(
            optional(
                1,
                "m",
                Types.MapType.ofOptional(2, 3, Types.IntegerType.get(), Types.StringType.get())));
    RecordConverter maps = new RecordConverter(table, Set.of(), NameMatching.EXACT, unknown::add);

    assertRefused(
        maps,
        Map.of("m", Map.of("1", "a", "1.0", "b")),
        "Cannot convert field 'm.key': two keys become the same.");
    assertRefused(
        maps,
        Map.of("m", singleton(null, "a")),
        "Cannot convert field 'm.key': it is null, and keys are required.");
  }

  @Test
  void aStructsFieldNamesAreText() {
    assertThatExceptionOfType(ConversionException.class)
        .isThrownBy(() -> converter.row(schemaless(Map.of(1, 1))))
        .withMessage("Cannot convert the value: the name of a field in it is not text.");
  }

  @Test
  void aValueThatIsNoRowIsRefused() {
    assertThatExceptionOfType(ConversionException.class)
        .isThrownBy(() -> converter.row(schemaless("text")))
        .withMessageStartingWith("Cannot convert the value from String to struct<")
        .withMessageEndingWith(": a value of this kind does not fit the column.");
  }

  @Test
  void aConstantColumnHasItsValueAndNotTheFields() {
    RecordConverter named = converter(NameMatching.EXACT).withConstant("name", "constant");

    assertThat(named.row(schemaless(Map.of("id", 1, "name", "field"))).getField("name"))
        .isEqualTo("constant");
    assertThat(named.row(withSchema(idAndName())).getField("name")).isEqualTo("constant");
    assertThat(named.row(schemaless(Map.of("id", 1))).getField("name")).isEqualTo("constant");
    assertThat(unknown).isEmpty();
  }

  @Test
  void aFieldThatDiffersFromAConstantColumnInCaseIsLeftOutIfCaseDoesNotMatter() {
    RecordConverter named = converter(NameMatching.IGNORING_CASE).withConstant("name", "constant");

    assertThat(named.row(schemaless(Map.of("id", 1, "NAME", "field"))).getField("name"))
        .isEqualTo("constant");
    assertThat(unknown).isEmpty();
  }

  @Test
  void aRequiredColumnMayBeConstant() {
    RecordConverter numbered = converter(NameMatching.EXACT).withConstant("id", 7L);

    assertThat(numbered.row(schemaless(Map.of("name", "a"))))
        .hasToString("Record(7, a, null, null)");
  }

  @Test
  void aDeletedRowHasWhatTheDeleteHasOfItAndItsKey() {
    Record key = keyOf(5L);

    assertThat(converter.deletedRow(Optional.of(withSchema(idAndName())), key).row())
        .hasToString("Record(5, field, null, null)");
    assertThat(converter.deletedRow(Optional.of(schemaless(Map.of("name", "a"))), key).row())
        .hasToString("Record(5, a, null, null)");
    assertThat(converter.deletedRow(Optional.empty(), key).row())
        .hasToString("Record(5, null, null, null)");
  }

  @Test
  void aDeletedRowThatLacksARequiredColumnIsRefused() {
    Schema strict =
        new Schema(
            required(1, "id", Types.LongType.get()), required(2, "name", Types.StringType.get()));
    RecordConverter strictly =
        new RecordConverter(strict, Set.of(), NameMatching.EXACT, unknown::add);

    assertThatExceptionOfType(ConversionException.class)
        .isThrownBy(() -> strictly.deletedRow(Optional.empty(), keyOf(5L)))
        .withMessage(
            "Cannot convert field 'name': the deleted row is to stay, the record has no value for"
                + " this column, and the column is required. Send whole rows with deletes, make the"
                + " column optional, or set delete-handling to hard.");
  }

  private static Record keyOf(long id) {
    Record key = GenericRecord.create(TABLE.select("id"));
    key.setField("id", id);
    return key;
  }

  private static Struct idAndName() {
    org.apache.kafka.connect.data.Schema schema =
        SchemaBuilder.struct()
            .field("id", SchemaBuilder.INT64_SCHEMA)
            .field("name", SchemaBuilder.STRING_SCHEMA)
            .build();
    return new Struct(schema).put("id", 1L).put("name", "field");
  }

  private RecordConverter converter(NameMatching matching) {
    return new RecordConverter(TABLE, Set.of(), matching, unknown::add);
  }

  private static ConnectValue schemaless(Object value) {
    return new ConnectValue(Optional.empty(), value);
  }

  private static ConnectValue withSchema(Struct struct) {
    return new ConnectValue(Optional.of(struct.schema()), struct);
  }

  private static Map<String, Object> singleton(String key, Object value) {
    Map<String, Object> map = new HashMap<>();
    map.put(key, value);
    return map;
  }

  private static void assertRefused(
      RecordConverter converter, Map<String, Object> row, String message) {
    assertThatExceptionOfType(ConversionException.class)
        .isThrownBy(() -> converter.row(schemaless(row)))
        .withMessage(message);
  }
}
