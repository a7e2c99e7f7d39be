package io.frazil.connector.schema;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.frazil.connector.convert.NameMatching;
import io.frazil.connector.schema.SchemaChange.AddColumn;
import io.frazil.connector.schema.SchemaChange.MakeOptional;
import io.frazil.connector.schema.SchemaChange.WidenType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaDiffTest {
  private static final Type LONG = Types.LongType.get();
  private static final Type STRING = Types.StringType.get();
  private static final Types.StructType INNER =
      Types.StructType.of(required(20, "a", Types.IntegerType.get()));
  private static final Schema TABLE =
      new Schema(
          List.of(
              required(1, "id", Types.IntegerType.get()),
              required(2, "name", STRING),
              optional(3, "i", Types.IntegerType.get()),
              optional(4, "f", Types.FloatType.get()),
              optional(5, "d", Types.DecimalType.of(10, 2)),
              optional(6, "s", INNER),
              optional(
                  7,
                  "l",
                  Types.ListType.ofRequired(
                      30, Types.StructType.of(optional(31, "a", Types.IntegerType.get())))),
              optional(
                  8,
                  "m",
                  Types.MapType.ofRequired(
                      40,
                      41,
                      STRING,
                      Types.StructType.of(optional(42, "a", Types.IntegerType.get()))))),
          Set.of(1));
  private static final SchemaDiff DIFF = diff(NameMatching.EXACT);

  static Stream<Arguments> fieldsOfSchemas() {
    SchemaBuilder grown =
        SchemaBuilder.struct()
            .field("a", SchemaBuilder.INT64_SCHEMA)
            .field("b", SchemaBuilder.STRING_SCHEMA);
    return Stream.of(
        arguments("i", SchemaBuilder.INT8_SCHEMA, List.of()),
        arguments(
            "i", SchemaBuilder.INT64_SCHEMA, List.of(new WidenType("i", Types.LongType.get()))),
        arguments("i", SchemaBuilder.STRING_SCHEMA, List.of()),
        arguments("i", SchemaBuilder.FLOAT64_SCHEMA, List.of()),
        arguments(
            "f", SchemaBuilder.FLOAT64_SCHEMA, List.of(new WidenType("f", Types.DoubleType.get()))),
        arguments("f", SchemaBuilder.INT64_SCHEMA, List.of()),
        arguments("d", decimal(2, "12"), List.of(new WidenType("d", Types.DecimalType.of(12, 2)))),
        arguments("d", decimal(0, "12"), List.of(new WidenType("d", Types.DecimalType.of(14, 2)))),
        arguments("d", decimal(3, "12"), List.of()),
        arguments("d", decimal(2, "8"), List.of()),
        arguments("d", decimal(2, "38"), List.of()),
        arguments("d", decimal(50, "60"), List.of()),
        arguments("_op", SchemaBuilder.STRING_SCHEMA, List.of()),
        arguments("new", SchemaBuilder.INT64_SCHEMA, List.of(add("new", LONG))),
        arguments("new", SchemaBuilder.struct().build(), List.of()),
        arguments("s", grown, grown("s")),
        arguments("l", SchemaBuilder.array(grown).build(), grown("l.element")),
        arguments(
            "m", SchemaBuilder.map(SchemaBuilder.STRING_SCHEMA, grown).build(), grown("m.value")));
  }

  private static List<SchemaChange> grown(String parent) {
    return List.of(
        new WidenType(parent + ".a", Types.LongType.get()),
        new AddColumn(Optional.of(parent), "b", STRING));
  }

  @ParameterizedTest
  @MethodSource("fieldsOfSchemas")
  void aSchemaTellsWhatItsRowsNeed(
      String field, org.apache.kafka.connect.data.Schema schema, List<SchemaChange> expected) {
    org.apache.kafka.connect.data.Schema row = SchemaBuilder.struct().field(field, schema).build();

    assertThat(DIFF.forSchema(TABLE, row)).isEqualTo(expected);
  }

  static Stream<Arguments> values() {
    return Stream.of(
        arguments("i", 7L, List.of()),
        arguments("i", "7", List.of()),
        arguments("i", 1.5, List.of()),
        arguments("i", 1L << 40, List.of(new WidenType("i", Types.LongType.get()))),
        arguments("i", Long.toString(1L << 40), List.of(new WidenType("i", Types.LongType.get()))),
        arguments("f", 0.1, List.of()),
        arguments("f", 1e300, List.of(new WidenType("f", Types.DoubleType.get()))),
        arguments("d", new BigDecimal("1.25"), List.of()),
        arguments("d", new BigDecimal("1.255"), List.of()),
        arguments(
            "d",
            new BigDecimal("12345678901.25"),
            List.of(new WidenType("d", Types.DecimalType.of(38, 2)))),
        arguments("_op", "I", List.of()),
        arguments("new", 1, List.of(add("new", LONG))),
        arguments("new", List.of(), List.of()),
        arguments("new", Map.of(), List.of()),
        arguments("s", Map.of("a", 1, "b", "x"), List.of(addTo("s", "b", STRING))),
        arguments("s", Map.of("b", 1), List.of(new MakeOptional("s.a"), addTo("s", "b", LONG))),
        arguments(
            "l",
            List.of(Map.of("b", 1), Map.of("b", 2), Map.of("a", 1L << 40)),
            List.of(
                new WidenType("l.element.a", Types.LongType.get()), addTo("l.element", "b", LONG))),
        arguments("m", Map.of("x", Map.of("b", 1)), List.of(addTo("m.value", "b", LONG))));
  }

  @ParameterizedTest
  @MethodSource("values")
  void aRowTellsWhatItsValuesNeed(String field, Object value, List<SchemaChange> expected) {
    assertThat(DIFF.forRow(TABLE, row(field, value))).isEqualTo(expected);
  }

  @Test
  void nullsMakeColumnsOptionalButNotTheKeyAndWhatHasValuesAnyway() {
    List<Object> elements = new ArrayList<>();
    elements.add(null);
    Map<String, Object> nulls = new HashMap<>();
    nulls.put("x", null);
    Map<String, Object> row = new HashMap<>(Map.of("l", elements, "m", nulls));
    row.put("id", null);

    assertThat(DIFF.forRow(TABLE, row))
        .containsExactlyInAnyOrder(
            new MakeOptional("name"), new MakeOptional("l.element"), new MakeOptional("m.value"));
    assertThat(
            new SchemaDiff(
                    List.of("s.a"),
                    Set.of(),
                    Set.of("name"),
                    NameMatching.EXACT,
                    ColumnRequirement.AS_IN_SOURCE,
                    TimestampUnit.MICROSECONDS)
                .forRow(TABLE, Map.of("s", Map.of())))
        .isEmpty();
  }

  @Test
  void ofARowThatIsNotWrittenOnlyTypesCount() {
    assertThat(DIFF.forKeyOf(TABLE, Map.of("id", 1L << 40, "new", 1)))
        .containsExactly(new WidenType("id", Types.LongType.get()));
  }

  @Test
  void structsThatAreAddedKeepWhatTheSourceRequiresUnlessAllIsOptional() {
    org.apache.kafka.connect.data.Schema row =
        SchemaBuilder.struct()
            .field("new", SchemaBuilder.struct().field("a", SchemaBuilder.STRING_SCHEMA).build())
            .build();

    assertThat(DIFF.forSchema(TABLE, row))
        .containsExactly(add("new", Types.StructType.of(required(0, "a", STRING))));
    assertThat(
            new SchemaDiff(
                    List.of(),
                    Set.of(),
                    Set.of(),
                    NameMatching.EXACT,
                    ColumnRequirement.ALL_OPTIONAL,
                    TimestampUnit.MICROSECONDS)
                .forSchema(TABLE, row))
        .containsExactly(add("new", Types.StructType.of(optional(0, "a", STRING))));
  }

  @Test
  void namesThatDifferInCaseAreOneColumnWhereCaseDoesNotMatter() {
    org.apache.kafka.connect.data.Schema row =
        SchemaBuilder.struct()
            .field("NAME", SchemaBuilder.STRING_SCHEMA)
            .field("new", SchemaBuilder.STRING_SCHEMA)
            .field("NEW", SchemaBuilder.STRING_SCHEMA)
            .build();

    assertThat(diff(NameMatching.IGNORING_CASE).forSchema(TABLE, row))
        .containsExactly(add("new", STRING));
    assertThat(DIFF.forSchema(TABLE, row))
        .containsExactly(add("NAME", STRING), add("new", STRING), add("NEW", STRING));
  }

  @Test
  void aFieldWithNeitherColumnNorTypeIsRefused() {
    org.apache.kafka.connect.data.Schema row =
        SchemaBuilder.struct().field("new", decimal(2, "many")).build();

    assertThatThrownBy(() -> DIFF.forSchema(TABLE, row))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("Cannot create column 'new': ");
  }

  private static Map<String, Object> row(String field, Object value) {
    Map<String, Object> row = new HashMap<>(Map.of("id", 1, "name", "ada"));
    row.put(field, value);
    return row;
  }

  private static SchemaDiff diff(NameMatching matching) {
    return new SchemaDiff(
        List.of("id"),
        Set.of("_op"),
        Set.of(),
        matching,
        ColumnRequirement.AS_IN_SOURCE,
        TimestampUnit.MICROSECONDS);
  }

  private static org.apache.kafka.connect.data.Schema decimal(int scale, String precision) {
    return Decimal.builder(scale).parameter("connect.decimal.precision", precision).build();
  }

  private static SchemaChange add(String name, Type type) {
    return new AddColumn(Optional.empty(), name, type);
  }

  private static SchemaChange addTo(String parent, String name, Type type) {
    return new AddColumn(Optional.of(parent), name, type);
  }
}
