package io.frazil.connector.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What values of semantic types become in columns that somebody chose. */
class SemanticValuesTest {
  private static final Schema DATE = int32("io.debezium.time.Date");
  private static final Schema TIME = int32("io.debezium.time.Time");
  private static final Schema MICRO_TIME = int64("io.debezium.time.MicroTime");
  private static final Schema NANO_TIME = int64("io.debezium.time.NanoTime");
  private static final Schema TIMESTAMP = int64("io.debezium.time.Timestamp");
  private static final Schema MICRO_TIMESTAMP = int64("io.debezium.time.MicroTimestamp");
  private static final Schema NANO_TIMESTAMP = int64("io.debezium.time.NanoTimestamp");
  private static final Schema ISO_TIMESTAMP = text("io.debezium.time.IsoTimestamp");
  private static final Schema ZONED_TIMESTAMP = text("io.debezium.time.ZonedTimestamp");
  private static final Schema SCALED =
      SchemaBuilder.struct()
          .name("io.debezium.data.VariableScaleDecimal")
          .field("scale", Schema.INT32_SCHEMA)
          .field("value", Schema.BYTES_SCHEMA)
          .build();
  private static final Schema GEOMETRY =
      SchemaBuilder.struct()
          .name("io.debezium.data.geometry.Geometry")
          .field("wkb", Schema.OPTIONAL_BYTES_SCHEMA)
          .field("srid", Schema.OPTIONAL_INT32_SCHEMA)
          .build();
  private static final long MICROS_OF_A_CASE = 1_731_508_712_229_224L;

  static Stream<Arguments> timesThatFit() {
    LocalDateTime micros = LocalDateTime.parse("2024-11-13T14:38:32.229224");
    return Stream.of(
        arguments(DATE, 19700, "date", LocalDate.parse("2023-12-09")),
        arguments(DATE, -735160, "date", LocalDate.of(-43, 3, 15)),
        arguments(DATE, -1, "timestamp", LocalDateTime.parse("1969-12-31T00:00")),
        arguments(DATE, 19700, "int", 19700),
        arguments(DATE, -735160, "string", "-0043-03-15"),
        arguments(DATE, -2147472692, "string", "infinity"),
        arguments(DATE, -2147472691, "string", "-infinity"),
        arguments(TIME, 36_000_001, "time", LocalTime.parse("10:00:00.001")),
        arguments(TIME, 36_000_000, "string", "10:00:00"),
        arguments(MICRO_TIME, 36_000_000_001L, "time", LocalTime.parse("10:00:00.000001")),
        arguments(MICRO_TIME, 86_400_000_000L, "string", "24:00:00"),
        arguments(MICRO_TIME, -3_020_399_000_000L, "string", "-838:59:59"),
        arguments(MICRO_TIME, -1L, "string", "-00:00:00.000001"),
        arguments(MICRO_TIME, -3_020_399_000_000L, "long", -3_020_399_000_000L),
        arguments(NANO_TIME, 36_000_000_001_000L, "time", LocalTime.parse("10:00:00.000001")),
        arguments(NANO_TIME, 1L, "string", "00:00:00.000000001"),
        arguments(TIMESTAMP, -1L, "timestamp", LocalDateTime.parse("1969-12-31T23:59:59.999")),
        arguments(TIMESTAMP, 86_400_000L, "date", LocalDate.parse("1970-01-02")),
        arguments(MICRO_TIMESTAMP, MICROS_OF_A_CASE, "timestamp", micros),
        arguments(
            MICRO_TIMESTAMP,
            MICROS_OF_A_CASE,
            "timestamptz",
            OffsetDateTime.parse("2024-11-13T14:38:32.229224Z")),
        arguments(MICRO_TIMESTAMP, MICROS_OF_A_CASE, "timestamp_ns", micros),
        arguments(MICRO_TIMESTAMP, MICROS_OF_A_CASE, "string", "2024-11-13T14:38:32.229224"),
        arguments(MICRO_TIMESTAMP, 0L, "string", "1970-01-01T00:00:00"),
        arguments(MICRO_TIMESTAMP, MICROS_OF_A_CASE, "long", MICROS_OF_A_CASE),
        arguments(MICRO_TIMESTAMP, 9_223_372_036_825_200_000L, "string", "infinity"),
        arguments(MICRO_TIMESTAMP, -9_223_372_036_832_400_000L, "string", "-infinity"),
        arguments(
            NANO_TIMESTAMP,
            MICROS_OF_A_CASE * 1_000 + 1,
            "timestamp_ns",
            LocalDateTime.parse("2024-11-13T14:38:32.229224001")),
        arguments(NANO_TIMESTAMP, MICROS_OF_A_CASE * 1_000, "timestamp", micros),
        arguments(NANO_TIMESTAMP, Long.MAX_VALUE, "string", "infinity"),
        arguments(NANO_TIMESTAMP, Long.MIN_VALUE, "string", "-infinity"),
        arguments(ISO_TIMESTAMP, "2024-11-13T14:38:32.229224Z", "timestamp", micros),
        arguments(ISO_TIMESTAMP, "2024-11-13T14:38:32Z", "string", "2024-11-13T14:38:32Z"),
        arguments(
            ZONED_TIMESTAMP,
            "2024-11-13T14:38:32.229224Z",
            "timestamptz",
            OffsetDateTime.parse("2024-11-13T14:38:32.229224Z")),
        arguments(ZONED_TIMESTAMP, "infinity", "string", "infinity"),
        arguments(
            Timestamp.SCHEMA,
            date(1L),
            "timestamp",
            LocalDateTime.parse("1970-01-01T00:00:00.001")),
        arguments(Timestamp.SCHEMA, date(1L), "long", 1L),
        arguments(Timestamp.SCHEMA, date(1L), "string", "1970-01-01T00:00:00.001"),
        arguments(Time.SCHEMA, date(1L), "int", 1),
        arguments(Time.SCHEMA, date(86_400_000L), "string", "24:00:00"),
        arguments(org.apache.kafka.connect.data.Date.SCHEMA, date(-86_400_000L), "long", -1L));
  }

  static Stream<Arguments> othersThatFit() {
    return Stream.of(
        arguments(SCALED, scaled("123.456789"), "string", "123.456789"),
        arguments(SCALED, scaled("1E+2"), "string", "100"),
        arguments(SCALED, scaled("1.50"), "decimal(5,1)", new BigDecimal("1.5")),
        arguments(SCALED, scaled("0.1"), "double", 0.1),
        arguments(SCALED, scaled("0.5"), "float", 0.5f),
        arguments(SCALED, scaled("7.0"), "int", 7),
        arguments(SCALED, scaled("-7"), "long", -7L),
        arguments(GEOMETRY, geometry(new byte[] {1, 2}), "binary", ByteBuffer.wrap(bytes(1, 2))),
        arguments(
            text("io.debezium.data.Uuid"),
            "11111111-2222-3333-4444-555555555555",
            "string",
            "11111111-2222-3333-4444-555555555555"));
  }

  static Stream<Arguments> valuesThatDoNotFit() {
    return Stream.of(
        arguments(
            MICRO_TIME,
            1L,
            "timestamp",
            "Duration",
            "a value of this kind does not fit the column"),
        arguments(DATE, 1, "time", "LocalDate", "a value of this kind does not fit the column"),
        arguments(TIMESTAMP, 1L, "date", "LocalDateTime", "it has a time of day"),
        arguments(NANO_TIME, 1L, "time", "Duration", "it is finer than a microsecond"),
        arguments(
            NANO_TIMESTAMP, 1L, "timestamp", "LocalDateTime", "it is finer than the column's unit"),
        arguments(
            MICRO_TIMESTAMP,
            Long.MAX_VALUE / 4,
            "timestamp_ns",
            "LocalDateTime",
            "it is out of the type's range"),
        arguments(
            MICRO_TIMESTAMP,
            MICROS_OF_A_CASE,
            "int",
            "Long",
            "it is not a whole number in the type's range"),
        arguments(
            ZONED_TIMESTAMP,
            "2024-11-13T14:38:32Z",
            "timestamp",
            "String",
            "the text has a zone, and the column holds none"),
        arguments(
            int64("io.debezium.time.NanoDuration"),
            1L,
            "time",
            "Long",
            "logical type 'io.debezium.time.NanoDuration' is not one of dates or times"),
        arguments(
            int32("io.debezium.time.Year"),
            1970,
            "date",
            "Integer",
            "logical type 'io.debezium.time.Year' is not one of dates or times"),
        arguments(
            SCALED,
            scaled("1.25"),
            "decimal(5,1)",
            "BigDecimal",
            "it has more decimal places than the column"),
        arguments(
            SCALED,
            scaled("1.5"),
            "long",
            "BigDecimal",
            "it is not a whole number in the type's range"),
        arguments(SCALED, new Struct(SCALED), "string", "Struct", "it is no decimal with a scale"),
        arguments(
            GEOMETRY,
            geometry(null),
            "binary",
            "Struct",
            "it is no shape with a well-known binary form"),
        arguments(
            GEOMETRY,
            geometry(bytes(1)),
            "string",
            "Struct",
            "a value of this kind does not fit the column"));
  }

  @ParameterizedTest
  @MethodSource({"timesThatFit", "othersThatFit"})
  void aValueArrivesAsItsSchemaMeansIt(Schema source, Object value, String type, Object expected) {
    assertThat(converter(type).forSource(source).convert(value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("valuesThatDoNotFit")
  void aValueThatDoesNotFitIsRefused(
      Schema source, Object value, String type, String read, String reason) {
    assertThatExceptionOfType(ConversionException.class)
        .isThrownBy(() -> converter(type).forSource(source).convert(value))
        .withMessage(
            "Cannot convert the value from %s to %s: %s.",
            read, Types.fromPrimitiveString(type), reason);
  }

  @Test
  void elementsOfListsAndMapsArriveAsTheirSchemaMeansThem() {
    Type micros = Types.TimestampType.withoutZone();
    LocalDateTime expected = LocalDateTime.parse("2024-11-13T14:38:32.229224");
    Schema map = SchemaBuilder.map(Schema.STRING_SCHEMA, MICRO_TIMESTAMP).build();

    assertThat(
            converter(Types.ListType.ofOptional(1, micros))
                .forSource(SchemaBuilder.array(MICRO_TIMESTAMP).build())
                .convert(List.of(MICROS_OF_A_CASE)))
        .isEqualTo(List.of(expected));
    assertThat(
            converter(Types.MapType.ofOptional(1, 2, Types.StringType.get(), micros))
                .forSource(map)
                .convert(Map.of("a", MICROS_OF_A_CASE)))
        .isEqualTo(Map.of("a", expected));
  }

  @Test
  void aDefaultOfASchemaNeverStandsInForWhatAStructLacks() {
    Schema binary = SchemaBuilder.bytes().optional().defaultValue(bytes(1)).build();
    Schema shape =
        SchemaBuilder.struct()
            .name("io.debezium.data.geometry.Geometry")
            .field("wkb", binary)
            .build();

    assertThatExceptionOfType(ConversionException.class)
        .isThrownBy(() -> converter("binary").forSource(shape).convert(new Struct(shape)))
        .withMessage(
            "Cannot convert the value from Struct to binary: it is no shape with a well-known binary form.");
  }

  private static Schema int32(String name) {
    return SchemaBuilder.int32().name(name).build();
  }

  private static Schema int64(String name) {
    return SchemaBuilder.int64().name(name).build();
  }

  private static Schema text(String name) {
    return SchemaBuilder.string().name(name).build();
  }

  private static Struct scaled(String number) {
    BigDecimal decimal = new BigDecimal(number);
    BigInteger digits = decimal.unscaledValue();
    return new Struct(SCALED).put("scale", decimal.scale()).put("value", digits.toByteArray());
  }

  private static Struct geometry(byte[] binary) {
    return new Struct(GEOMETRY).put("wkb", binary).put("srid", 4326);
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static Date date(long millis) {
    return Date.from(Instant.ofEpochMilli(millis));
  }

  private static ValueConverter converter(String type) {
    return converter(Types.fromPrimitiveString(type));
  }

  private static ValueConverter converter(Type type) {
    return new ValueConverters(NameMatching.EXACT, path -> {}, SpecialValues.FAIL)
        .of(type, "column");
  }
}
