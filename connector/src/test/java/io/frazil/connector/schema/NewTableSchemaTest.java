package io.frazil.connector.schema;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.frazil.connector.change.ConnectValue;
import io.frazil.connector.semantic.SemanticType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class NewTableSchemaTest {
  private static final Type LONG = Types.LongType.get();
  private static final Type STRING = Types.StringType.get();

  static Stream<Arguments> typesOfSchemas() {
    return Stream.of(
        arguments(SchemaBuilder.BOOLEAN_SCHEMA, "boolean"),
        arguments(SchemaBuilder.INT8_SCHEMA, "int"),
        arguments(SchemaBuilder.INT16_SCHEMA, "int"),
        arguments(SchemaBuilder.INT32_SCHEMA, "int"),
        arguments(SchemaBuilder.INT64_SCHEMA, "long"),
        arguments(SchemaBuilder.FLOAT32_SCHEMA, "float"),
        arguments(SchemaBuilder.FLOAT64_SCHEMA, "double"),
        arguments(SchemaBuilder.STRING_SCHEMA, "string"),
        arguments(SchemaBuilder.BYTES_SCHEMA, "binary"),
        arguments(org.apache.kafka.connect.data.Date.SCHEMA, "date"),
        arguments(Time.SCHEMA, "time"),
        arguments(Timestamp.SCHEMA, "timestamptz"),
        arguments(SchemaBuilder.string().name("com.example.Text").build(), "string"));
  }

  static Stream<Arguments> typesOfValues() {
    return Stream.of(
        arguments(true, "boolean"),
        arguments(1, "long"),
        arguments(1L, "long"),
        arguments(1.5, "double"),
        arguments(1.5f, "double"),
        arguments("a", "string"),
        arguments(new byte[0], "binary"),
        arguments(Date.from(Instant.EPOCH), "timestamptz"),
        arguments(new UUID(0, 0), "uuid"),
        arguments(new BigDecimal("0.001"), "decimal(38, 3)"),
        arguments(new BigDecimal("1E+2"), "decimal(38, 0)"),
        arguments(new BigDecimal("9.99"), "decimal(38, 2)"),
        arguments(BigInteger.TEN, "decimal(38, 0)"));
  }

  @ParameterizedTest
  @MethodSource("typesOfSchemas")
  void eachConnectTypeHasAColumnType(org.apache.kafka.connect.data.Schema source, String type) {
    Struct row = new Struct(SchemaBuilder.struct().field("c", source).build());

    assertThat(schema(row).findType("c")).hasToString(type);
  }

  @ParameterizedTest
  @MethodSource("typesOfValues")
  void eachSchemalessValueHasAColumnType(Object value, String type) {
    assertThat(schema(Map.of("c", value)).findField("c").isOptional()).isTrue();
    assertThat(schema(Map.of("c", value)).findType("c")).hasToString(type);
  }

  @Test
  void columnsKeepTheOrderAndRequirementOfTheSourcesSchema() {
    assertThat(schema(structRow()).columns())
        .containsExactly(
            required(1, "z", STRING),
            optional(2, "id", LONG),
            required(
                3,
                "nested",
                Types.StructType.of(
                    required(4, "b", LONG),
                    optional(5, "a", Types.ListType.ofRequired(7, LONG)),
                    required(6, "m", Types.MapType.ofOptional(8, 9, STRING, LONG)))));
  }

  @Test
  void allButKeyColumnsCanBeMadeOptional() {
    Schema schema =
        new NewTableSchema(List.of("z"), Set.of(), ColumnRequirement.ALL_OPTIONAL)
            .of(value(structRow()));

    assertThat(schema.columns())
        .containsExactly(
            required(1, "z", STRING),
            optional(2, "id", LONG),
            optional(
                3,
                "nested",
                Types.StructType.of(
                    optional(4, "b", LONG),
                    optional(5, "a", Types.ListType.ofOptional(7, LONG)),
                    optional(6, "m", Types.MapType.ofOptional(8, 9, STRING, LONG)))));
  }

  @Test
  void columnsOfASchemalessRecordAreTheKeyInItsOrderThenTheOthersByName() {
    Map<String, Object> row =
        Map.of("b", 1, "a", Map.of("y", 1, "x", "s"), "k2", "s", "k1", 5L, "c", List.of(1L));

    assertThat(schema(row, "k2", "k1").columns())
        .containsExactly(
            required(1, "k2", STRING),
            required(2, "k1", LONG),
            optional(3, "a", Types.StructType.of(optional(6, "x", STRING), optional(7, "y", LONG))),
            optional(4, "b", LONG),
            optional(5, "c", Types.ListType.ofOptional(8, LONG)));
  }

  @Test
  void theSchemaDoesNotDependOnTheOrderOfASchemalessRecord() {
    long seed = Long.getLong("frazil.seed", System.nanoTime());
    Random random = new Random(seed);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      names.add(Integer.toString(random.nextInt(1_000_000), 36));
    }
    Set<String> schemas = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      Collections.shuffle(names, random);
      Map<String, Object> row = new LinkedHashMap<>();
      names.forEach(name -> row.put(name, Map.of("n", 1, "m", name)));
      schemas.add(schema(row).toString());
    }

    assertThat(schemas).as("seed %d", seed).hasSize(1);
  }

  @Test
  void keyColumnsBecomeIdentifierFields() {
    Schema schema = schema(structRow(), "id", "nested.b");

    assertThat(schema.identifierFieldNames()).containsExactlyInAnyOrder("id", "nested.b");
    assertThat(schema.findField("id").isRequired()).isTrue();
  }

  @Test
  void aNestedKeyColumnsParentsAreRequired() {
    Schema schema = schema(Map.of("a", 1, "n", Map.of("id", 1, "x", 1)), "n.id");

    assertThat(schema.identifierFieldNames()).containsExactly("n.id");
    assertThat(schema.columns().get(0))
        .isEqualTo(
            required(1, "n", Types.StructType.of(required(3, "id", LONG), optional(4, "x", LONG))));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "price,floating-point numbers do not compare reliably",
        "missing,\"the record has no such field, or no value for it\"",
        "nothing,\"the record has no such field, or no value for it\"",
        "n.missing,\"the record has no such field, or no value for it\"",
        "n,\"it is a STRUCT, not a single value\"",
        "list.element,it lies within a LIST"
      })
  void aColumnThatCannotBeAKeyIsRefused(String column, String reason) {
    Map<String, Object> row =
        new HashMap<>(Map.of("price", 1.5, "n", Map.of("a", 1), "list", List.of(1)));
    row.put("nothing", null);

    assertRefused(
        () -> schema(row, column),
        "Cannot use column '%s' as a key: %s. Choose other id-columns, or create the table."
            .formatted(column, reason));
  }

  @Test
  void fieldsThatDescribeTheChangeAreNoColumns() {
    NewTableSchema newTable =
        new NewTableSchema(List.of(), Set.of("_cdc", "z"), ColumnRequirement.AS_IN_SOURCE);
    Map<String, Object> row = Map.of("id", 1, "_cdc", Map.of("mixed", List.of(1, "a")));

    assertThat(newTable.of(value(row)).columns()).containsExactly(optional(1, "id", LONG));
    assertThat(newTable.of(value(structRow())).findField("z")).isNull();
  }

  @Test
  void aValueThatTellsNoTypeGivesNoColumn() {
    Map<String, Object> row =
        new HashMap<>(
            Map.of(
                "id", 1,
                "list", List.of(),
                "map", Map.of(),
                "nulls", Collections.singletonList(null),
                "nested", Map.of("list", List.of(Map.of()))));
    row.put("nothing", null);

    assertThat(schema(row).columns()).containsExactly(optional(1, "id", LONG));
  }

  @Test
  void aStructWithoutFieldsGivesNoColumn() {
    org.apache.kafka.connect.data.Schema empty = SchemaBuilder.struct().build();
    org.apache.kafka.connect.data.Schema schema =
        SchemaBuilder.struct()
            .field("id", SchemaBuilder.INT64_SCHEMA)
            .field("empty", empty)
            .field("list", SchemaBuilder.array(empty).build())
            .field("map", SchemaBuilder.map(SchemaBuilder.STRING_SCHEMA, empty).build())
            .build();

    assertThat(schema(new Struct(schema)).columns()).containsExactly(required(1, "id", LONG));
  }

  @Test
  void elementsOfAListAreOfOneTypeThatFitsAll() {
    Map<String, Object> row =
        Map.of(
            "structs", Arrays.asList(Map.of("a", 1), null, Map.of("b", "x", "a", 2)),
            "lists", List.of(List.of(), List.of(1), List.of(2)),
            "decimals", List.of(new BigDecimal("1.5"), new BigDecimal("1.25"), BigInteger.ONE));

    Schema schema = schema(row);

    assertThat(schema.findType("structs.element"))
        .hasToString("struct<8: a: optional long, 9: b: optional string>");
    assertThat(schema.findType("lists.element.element")).isEqualTo(LONG);
    assertThat(schema.findType("decimals.element")).hasToString("decimal(38, 2)");
  }

  @Test
  void elementsOfSeveralTypesAreRefused() {
    assertRefused(
        () -> schema(Map.of("a", Map.of("list", List.of(1, "x")))),
        "Cannot create column 'a.list.element': it has values of type LONG and of type STRING. "
            + "Create the table with a type that fits all.");
  }

  static Stream<Arguments> typesOfDecimals() {
    return Stream.of(
        arguments(Decimal.schema(2), "decimal(38, 2)"),
        arguments(Decimal.schema(-2), "decimal(38, 0)"),
        arguments(Decimal.schema(50), "string"),
        arguments(decimal(2, "10"), "decimal(10, 2)"),
        arguments(decimal(2, "0"), "decimal(38, 2)"),
        arguments(decimal(0, "20"), "decimal(20, 0)"),
        arguments(decimal(2, "1"), "decimal(2, 2)"),
        arguments(decimal(-2, "10"), "decimal(12, 0)"),
        arguments(decimal(30, "65"), "string"),
        arguments(decimal(-2, "37"), "string"));
  }

  @ParameterizedTest
  @MethodSource("typesOfDecimals")
  void aDecimalThatIcebergDoesNotHaveIsText(
      org.apache.kafka.connect.data.Schema source, String type) {
    assertThat(schema(structOf(source)).findType("c")).hasToString(type);
  }

  @Test
  void aPrecisionThatIsNoNumberIsRefused() {
    assertRefused(
        () -> schema(structOf(decimal(2, "many"))),
        "Cannot create column 'c': parameter 'connect.decimal.precision' of its schema is not a number, but 'many'.");
  }

  @ParameterizedTest
  @CsvSource({
    "1234567890123456789012345678901234567890",
    "1E+38",
    "1E-39",
    "1E+999999999",
    "1E-999999999"
  })
  void aSchemalessNumberOfTooManyDigitsIsText(String number) {
    assertThat(schema(Map.of("c", new BigDecimal(number))).findType("c")).isEqualTo(STRING);
  }

  @ParameterizedTest
  @EnumSource(SemanticType.class)
  void aNameOnAnotherTypeThanItsOwnTellsNothing(SemanticType semantic) {
    SchemaBuilder named = SchemaBuilder.bool().name(semantic.schemaName());

    assertThat(schema(structOf(named.build())).findType("c")).hasToString("boolean");
  }

  @Test
  void nanosecondsAreKeptWhereTheFormatHasThem() {
    NewTableSchema newTable =
        new NewTableSchema(List.of(), Set.of(), ColumnRequirement.AS_IN_SOURCE);
    Struct row = structOf(SchemaBuilder.int64().name("io.debezium.time.NanoTimestamp").build());

    assertThat(newTable.of(value(row)).findType("c")).hasToString("timestamp");
    assertThat(newTable.withFinestUnit(TimestampUnit.NANOSECONDS).of(value(row)).findType("c"))
        .hasToString("timestamp_ns");
  }

  @Test
  void aValueWithoutATypeIsRefused() {
    assertRefused(
        () -> schema(Map.of("c", new StringBuilder())),
        "Cannot create column 'c': no type fits a value of class StringBuilder. "
            + "Create the table with a type that fits.");
    assertRefused(
        () -> schema("text"), "Cannot create a table for a String: it is not a struct or a map.");
    assertRefused(
        () -> schema(Map.of()),
        "Cannot create a table without columns: no field of the record has a value or a type.");
  }

  private static Struct structRow() {
    org.apache.kafka.connect.data.Schema nested =
        SchemaBuilder.struct()
            .field("b", SchemaBuilder.INT64_SCHEMA)
            .field("a", SchemaBuilder.array(SchemaBuilder.INT64_SCHEMA).optional().build())
            .field(
                "m",
                SchemaBuilder.map(SchemaBuilder.STRING_SCHEMA, SchemaBuilder.OPTIONAL_INT64_SCHEMA)
                    .build())
            .build();
    return new Struct(
        SchemaBuilder.struct()
            .field("z", SchemaBuilder.STRING_SCHEMA)
            .field("id", SchemaBuilder.OPTIONAL_INT64_SCHEMA)
            .field("nested", nested)
            .build());
  }

  @Test
  void aFurtherColumnIsTheLastInPlaceOfWhatTheRecordHasUnderItsName() {
    Map<String, Object> row = Map.of("id", 1L, "_Deleted", "yes", "z", "a");

    Schema schema =
        new NewTableSchema(List.of("id"), Set.of(), ColumnRequirement.AS_IN_SOURCE)
            .withColumns(
                List.of(Types.NestedField.optional(0, "_deleted", Types.BooleanType.get())))
            .of(value(row));

    assertThat(schema.columns())
        .containsExactly(
            Types.NestedField.required(1, "id", LONG),
            Types.NestedField.optional(2, "z", STRING),
            Types.NestedField.optional(3, "_deleted", Types.BooleanType.get()));
    assertThat(schema.identifierFieldNames()).containsExactly("id");
  }

  private static Struct structOf(org.apache.kafka.connect.data.Schema column) {
    return new Struct(SchemaBuilder.struct().field("c", column).build());
  }

  private static org.apache.kafka.connect.data.Schema decimal(int scale, String precision) {
    return Decimal.builder(scale).parameter("connect.decimal.precision", precision).build();
  }

  private static Schema schema(Object row, String... keyColumns) {
    return new NewTableSchema(List.of(keyColumns), Set.of(), ColumnRequirement.AS_IN_SOURCE)
        .of(value(row));
  }

  private static ConnectValue value(Object row) {
    return new ConnectValue(Optional.empty(), row);
  }

  private static void assertRefused(ThrowingCallable creation, String message) {
    assertThatExceptionOfType(DataException.class).isThrownBy(creation).withMessage(message);
  }
}
