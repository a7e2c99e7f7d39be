package io.frazil.connector.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.change.ConnectValue;
import io.frazil.connector.schema.ColumnRequirement;
import io.frazil.connector.schema.NewTableSchema;
import io.frazil.connector.schema.TimestampUnit;
import io.frazil.connector.semantic.SemanticType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

/**
 * Keeps the tables of docs/types.md, which are printed from what the code does with an example of
 * each type. Run with {@code -Dfrazil.docs.write=true} it writes them instead.
 */
class TypesPageTest {
  private static final Path PAGE = Path.of("..", "docs", "types.md");
  private static final String BEGIN = "<!-- begin of generated tables -->\n";
  private static final String END = "<!-- end of generated tables -->\n";
  private static final String DECIMAL = "decimal";
  private static final List<String> COLUMNS =
      List.of(
          "boolean",
          "int",
          "long",
          "float",
          "double",
          "decimal(38,9)",
          "string",
          "uuid",
          "binary",
          "date",
          "time",
          "timestamp",
          "timestamptz",
          "timestamp_ns",
          "timestamptz_ns");

  /** A field of a source: how it is shown, its schema, and a value of everyday. */
  private record Example(String shown, Schema schema, Object value) {}

  @Test
  void thePageAboutTypesSaysWhatTheCodeDoes() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    String upToDate = page.substring(0, begin) + tables() + page.substring(page.indexOf(END));
    if (Boolean.getBoolean("frazil.docs.write")) {
      Files.writeString(PAGE, upToDate);
    }
    assertThat(PAGE)
        .as(
            "docs/types.md; write it anew by: mvn -pl connector -am test -Dtest=TypesPageTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dfrazil.docs.write=true")
        .hasContent(upToDate);
  }

  private static String tables() {
    List<Example> plain =
        Stream.of(
                SchemaBuilder.bool(),
                SchemaBuilder.int8(),
                SchemaBuilder.int16(),
                SchemaBuilder.int32(),
                SchemaBuilder.int64(),
                SchemaBuilder.float32(),
                SchemaBuilder.float64(),
                SchemaBuilder.string(),
                SchemaBuilder.bytes(),
                SchemaBuilder.array(Schema.OPTIONAL_INT64_SCHEMA),
                SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA),
                SchemaBuilder.struct().field("a", Schema.OPTIONAL_INT64_SCHEMA))
            .map(builder -> plain(builder.build()))
            .toList();
    List<Example> named =
        Stream.of(SemanticType.values()).flatMap(semantic -> named(semantic).stream()).toList();
    return table("Connect's type", plain) + "\n" + table("Name of the schema", named);
  }

  private static String table(String title, List<Example> examples) {
    return examples.stream()
        .map(
            example ->
                "| %s | %s | %s |\n"
                    .formatted(example.shown(), created(example.schema()), others(example)))
        .collect(
            Collectors.joining(
                "",
                "| "
                    + title
                    + " | column of a created table | other columns that take it |\n"
                    + "|---|---|---|\n",
                ""));
  }

  private static String created(Schema schema) {
    String micros = shown(created(schema, TimestampUnit.MICROSECONDS));
    String nanos = shown(created(schema, TimestampUnit.NANOSECONDS));
    return micros.equals(nanos)
        ? "`" + micros + "`"
        : "`%s`; in format version 3 `%s`".formatted(micros, nanos);
  }

  private static Type created(Schema schema, TimestampUnit finest) {
    Struct row = new Struct(SchemaBuilder.struct().field("c", schema).build());
    return new NewTableSchema(List.of(), Set.of(), ColumnRequirement.AS_IN_SOURCE)
        .withFinestUnit(finest)
        .of(new ConnectValue(Optional.of(row.schema()), row))
        .findType("c");
  }

  private static String shown(Type type) {
    return switch (type.typeId()) {
      case LIST -> "list<%s>".formatted(shown(type.asListType().elementType()));
      case MAP ->
          "map<%s, %s>"
              .formatted(shown(type.asMapType().keyType()), shown(type.asMapType().valueType()));
      case STRUCT ->
          type.asStructType().fields().stream()
              .map(field -> field.name() + " " + shown(field.type()))
              .collect(Collectors.joining(", ", "struct<", ">"));
      case BOOLEAN, INTEGER, LONG, FLOAT, DOUBLE, DECIMAL, STRING, UUID, FIXED, BINARY ->
          type.toString();
      case DATE, TIME, TIMESTAMP, TIMESTAMP_NANO -> type.toString();
      case VARIANT, GEOMETRY, GEOGRAPHY, UNKNOWN -> type.toString();
    };
  }

  private static String others(Example example) {
    if (example.schema().equals(Schema.STRING_SCHEMA)) {
      return "any that its text fits, but `binary` and `fixed`";
    }
    List<String> created =
        List.of(
            shown(created(example.schema(), TimestampUnit.MICROSECONDS)),
            shown(created(example.schema(), TimestampUnit.NANOSECONDS)));
    List<String> others =
        COLUMNS.stream()
            .filter(column -> !created.contains(column) && takes(column, example))
            .map(column -> column.startsWith(DECIMAL) ? DECIMAL : column)
            .filter(column -> !column.equals(DECIMAL) || !created.get(0).startsWith(DECIMAL))
            .map(column -> "`" + column + "`")
            .toList();
    return others.isEmpty() ? "none" : String.join(", ", others);
  }

  private static boolean takes(String column, Example example) {
    try {
      new ValueConverters(NameMatching.EXACT, path -> {}, SpecialValues.FAIL)
          .of(Types.fromPrimitiveString(column), "c")
          .forSource(example.schema())
          .convert(example.value());
      return true;
    } catch (ConversionException e) {
      return false;
    }
  }

  private static Example plain(Schema schema) {
    String name = schema.type().getName();
    return switch (schema.type()) {
      case BOOLEAN -> new Example(name, schema, true);
      case INT8 -> new Example(name, schema, (byte) 5);
      case INT16 -> new Example(name, schema, (short) 5);
      case INT32 -> new Example(name, schema, 5);
      case INT64 -> new Example(name, schema, 5L);
      case FLOAT32 -> new Example(name, schema, 1.5f);
      case FLOAT64 -> new Example(name, schema, 1.5);
      case STRING -> new Example(name, schema, "text");
      case BYTES -> new Example(name, schema, new byte[] {1});
      case ARRAY -> new Example(name + " of int64", schema, List.of(5L));
      case MAP -> new Example(name + " of string to string", schema, Map.of("a", "b"));
      case STRUCT -> new Example(name + " of int64", schema, new Struct(schema).put("a", 5L));
    };
  }

  private static List<Example> named(SemanticType semantic) {
    return switch (semantic) {
      case DECIMAL ->
          List.of(
              decimal(", up to 38 digits", 4, "18", "1.5"),
              decimal(", unsigned 64-bit", 0, "20", "18446744073709551615"),
              decimal(", more digits", 30, "65", "1.5"),
              decimal(", no precision", 2, "0", "1.50"));
      case CONNECT_DATE -> one(semantic, Date.from(Instant.EPOCH));
      case CONNECT_TIME -> one(semantic, Date.from(Instant.ofEpochMilli(1)));
      case CONNECT_TIMESTAMP -> one(semantic, Date.from(Instant.parse("2024-02-29T13:14:15Z")));
      case DATE, TIME, YEAR -> one(semantic, 2024);
      case MICRO_TIME, TIMESTAMP, MICRO_TIMESTAMP -> one(semantic, 3_600_000_001L);
      case NANO_TIME, NANO_TIMESTAMP -> one(semantic, 3_600_000_001_000L);
      case MICRO_DURATION, NANO_DURATION -> one(semantic, 3_600_000_001L);
      case ZONED_TIMESTAMP, ISO_TIMESTAMP -> one(semantic, "2024-02-29T13:14:15.123456Z");
      case ZONED_TIME, ISO_TIME -> one(semantic, "13:14:15.123456Z");
      case ISO_DATE -> one(semantic, "2024-02-29Z");
      case INTERVAL -> one(semantic, "P1Y2M3DT4H5M6.789S");
      case UUID -> one(semantic, "11111111-2222-3333-4444-555555555555");
      case JSON, XML, ENUM, ENUM_SET, LTREE, TSVECTOR -> one(semantic, "x,y");
      case BITS -> one(semantic, new byte[] {(byte) 0xaa, 2});
      case VARIABLE_SCALE_DECIMAL -> List.of(scaledDecimal(semantic));
      case POINT, GEOMETRY, GEOGRAPHY -> List.of(shape(semantic));
      case DOUBLE_VECTOR -> List.of(vector(semantic, Schema.FLOAT64_SCHEMA, 1.5));
      case FLOAT_VECTOR -> List.of(vector(semantic, Schema.FLOAT32_SCHEMA, 1.5f));
      case SPARSE_DOUBLE_VECTOR -> List.of(sparseVector(semantic));
    };
  }

  private static List<Example> one(SemanticType semantic, Object value) {
    Schema schema = new SchemaBuilder(semantic.carrier()).name(semantic.schemaName()).build();
    return List.of(new Example(code(semantic), schema, value));
  }

  private static Example decimal(String kind, int scale, String precision, String value) {
    return new Example(
        code(SemanticType.DECIMAL) + kind,
        Decimal.builder(scale).parameter("connect.decimal.precision", precision).build(),
        new BigDecimal(value).setScale(scale));
  }

  private static Example scaledDecimal(SemanticType semantic) {
    Schema schema =
        SchemaBuilder.struct()
            .name(semantic.schemaName())
            .field("scale", Schema.INT32_SCHEMA)
            .field("value", Schema.BYTES_SCHEMA)
            .build();
    Struct value =
        new Struct(schema).put("scale", 1).put("value", BigInteger.valueOf(50).toByteArray());
    return new Example(code(semantic), schema, value);
  }

  private static Example shape(SemanticType semantic) {
    SchemaBuilder schema = SchemaBuilder.struct().name(semantic.schemaName());
    if (semantic == SemanticType.POINT) {
      schema.field("x", Schema.FLOAT64_SCHEMA).field("y", Schema.FLOAT64_SCHEMA);
    }
    schema.field("wkb", Schema.OPTIONAL_BYTES_SCHEMA).field("srid", Schema.OPTIONAL_INT32_SCHEMA);
    return new Example(
        code(semantic), schema.build(), new Struct(schema.build()).put("wkb", new byte[] {1}));
  }

  private static Example vector(SemanticType semantic, Schema element, Object value) {
    return new Example(
        code(semantic),
        SchemaBuilder.array(element).name(semantic.schemaName()).build(),
        List.of(value));
  }

  private static Example sparseVector(SemanticType semantic) {
    Schema vector = SchemaBuilder.map(Schema.INT16_SCHEMA, Schema.FLOAT64_SCHEMA).build();
    Schema schema =
        SchemaBuilder.struct()
            .name(semantic.schemaName())
            .field("dimensions", Schema.INT16_SCHEMA)
            .field("vector", vector)
            .build();
    Struct value =
        new Struct(schema).put("dimensions", (short) 5).put("vector", Map.of((short) 1, 1.5));
    return new Example(code(semantic), schema, value);
  }

  private static String code(SemanticType semantic) {
    return "`" + semantic.schemaName() + "`";
  }
}
