package io.frazil.connector.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValueConvertersTest {
  private static final Type BOOLEAN = Types.BooleanType.get();
  private static final Type INT = Types.IntegerType.get();
  private static final Type LONG = Types.LongType.get();
  private static final Type FLOAT = Types.FloatType.get();
  private static final Type DOUBLE = Types.DoubleType.get();
  private static final Type DECIMAL = Types.DecimalType.of(5, 2);
  private static final Type STRING = Types.StringType.get();
  private static final Type UUID_TYPE = Types.UUIDType.get();
  private static final Type BINARY = Types.BinaryType.get();
  private static final Type FIXED = Types.FixedType.ofLength(3);
  private static final Type DATE = Types.DateType.get();
  private static final Type TIME = Types.TimeType.get();
  private static final Type TIMESTAMP = Types.TimestampType.withoutZone();
  private static final Type TIMESTAMPTZ = Types.TimestampType.withZone();
  private static final Type TIMESTAMP_NS = Types.TimestampNanoType.withoutZone();
  private static final Type TIMESTAMPTZ_NS = Types.TimestampNanoType.withZone();
  private static final String UUID_TEXT = "6f1e2b1c-0d5a-4f7b-9c3e-1a2b3c4d5e6f";

  private static final String NO_NUMBER = "the text is not a number";
  private static final String NOT_WHOLE = "it is not a whole number";
  private static final String NOT_IN_RANGE = "it is not a whole number in the type's range";
  private static final String OUT_OF_RANGE = "it is out of the type's range";
  private static final String INEXACT = "it is too large for a floating-point number to be exact";
  private static final String NO_MILLIS =
      "as milliseconds, which is what a number without a logical type is taken for, it is beyond"
          + " the year 9999. Send schemas, or text";
  private static final String UNSUITED = "a value of this kind does not fit the column";

  static Stream<Arguments> numbersThatFit() {
    return Stream.of(
        arguments(INT, 7, 7),
        arguments(INT, (byte) 7, 7),
        arguments(INT, (short) -7, -7),
        arguments(INT, 2147483647L, Integer.MAX_VALUE),
        arguments(INT, 1.0, 1),
        arguments(INT, 1.0f, 1),
        arguments(INT, new BigDecimal("1.000"), 1),
        arguments(INT, BigInteger.TEN, 10),
        arguments(INT, "-12", -12),
        arguments(LONG, 7, 7L),
        arguments(LONG, Long.MIN_VALUE, Long.MIN_VALUE),
        arguments(LONG, 1e15, 1_000_000_000_000_000L),
        arguments(LONG, "9223372036854775807", Long.MAX_VALUE),
        arguments(LONG, "1e3", 1000L),
        arguments(DOUBLE, 1.5, 1.5),
        arguments(DOUBLE, Double.NaN, Double.NaN),
        arguments(DOUBLE, 0.5f, 0.5),
        arguments(DOUBLE, 3, 3.0),
        arguments(DOUBLE, 1L << 60, 0x1p60),
        arguments(DOUBLE, BigInteger.TWO.pow(100), 0x1p100),
        arguments(DOUBLE, new BigDecimal("0.1"), 0.1),
        arguments(DOUBLE, "0.1", 0.1),
        arguments(DOUBLE, "-Infinity", Double.NEGATIVE_INFINITY),
        arguments(FLOAT, 0.1f, 0.1f),
        arguments(FLOAT, 0.1, 0.1f),
        arguments(FLOAT, Double.POSITIVE_INFINITY, Float.POSITIVE_INFINITY),
        arguments(FLOAT, new BigDecimal("0.1"), 0.1f),
        arguments(FLOAT, "0.1", 0.1f),
        arguments(FLOAT, 16777216, 16777216f),
        arguments(DECIMAL, new BigDecimal("1.5"), new BigDecimal("1.50")),
        arguments(DECIMAL, new BigDecimal("999.9900"), new BigDecimal("999.99")),
        arguments(DECIMAL, new BigDecimal("1E+2"), new BigDecimal("100.00")),
        arguments(DECIMAL, new BigDecimal("0E-999999999"), new BigDecimal("0.00")),
        arguments(DECIMAL, 999L, new BigDecimal("999.00")),
        arguments(DECIMAL, (short) 9, new BigDecimal("9.00")),
        arguments(DECIMAL, BigInteger.ONE, new BigDecimal("1.00")),
        arguments(DECIMAL, 9.99, new BigDecimal("9.99")),
        arguments(DECIMAL, 9.99f, new BigDecimal("9.99")),
        arguments(DECIMAL, "-9.99", new BigDecimal("-9.99")));
  }

  static Stream<Arguments> numbersThatDoNot() {
    return Stream.of(
        arguments(INT, 2147483653L, NOT_IN_RANGE),
        arguments(INT, 1.5, NOT_WHOLE),
        arguments(INT, "abc", NO_NUMBER),
        arguments(INT, "", NO_NUMBER),
        arguments(INT, "1.5", NOT_IN_RANGE),
        arguments(INT, true, UNSUITED),
        arguments(LONG, BigInteger.TWO.pow(64).subtract(BigInteger.ONE), NOT_IN_RANGE),
        arguments(LONG, 1.5, NOT_WHOLE),
        arguments(LONG, Double.NaN, INEXACT),
        arguments(LONG, 1e20, INEXACT),
        arguments(LONG, 0x1p53, INEXACT),
        arguments(LONG, 0x1p24f, INEXACT),
        arguments(LONG, new BigDecimal("1E+999999999"), NOT_IN_RANGE),
        arguments(LONG, new BigDecimal("1E-999999999"), NOT_IN_RANGE),
        arguments(LONG, date(0), UNSUITED),
        arguments(DOUBLE, (1L << 53) + 1, "the type has no such whole number"),
        arguments(DOUBLE, Long.MAX_VALUE, "the type has no such whole number"),
        arguments(DOUBLE, "1e999", OUT_OF_RANGE),
        arguments(DOUBLE, "1e-999", OUT_OF_RANGE),
        arguments(DOUBLE, "1d", NO_NUMBER),
        arguments(DOUBLE, List.of(), UNSUITED),
        arguments(FLOAT, 1e39, OUT_OF_RANGE),
        arguments(FLOAT, 1e-50, OUT_OF_RANGE),
        arguments(FLOAT, 16777217, "the type has no such whole number"),
        arguments(FLOAT, Long.MAX_VALUE, "it is not a number that the type can hold"),
        arguments(DECIMAL, new BigDecimal("1.005"), "it has more decimal places than the column"),
        arguments(DECIMAL, 0.125, "it has more decimal places than the column"),
        arguments(DECIMAL, 1000, "it has more digits than the column"),
        arguments(DECIMAL, new BigDecimal("1E+999999999"), "it has more digits than the column"),
        arguments(
            DECIMAL, new BigDecimal("1E-999999999"), "it has more decimal places than the column"),
        arguments(DECIMAL, Double.NaN, INEXACT),
        arguments(DECIMAL, "1,5", NO_NUMBER),
        arguments(DECIMAL, false, UNSUITED),
        arguments(Types.DecimalType.of(38, 0), 1e20, INEXACT));
  }

  static Stream<Arguments> otherScalarsThatFit() {
    UUID uuid = UUID.fromString(UUID_TEXT);
    byte[] bytes = {1, 2, 3};
    return Stream.of(
        arguments(BOOLEAN, true, true),
        arguments(BOOLEAN, "False", false),
        arguments(STRING, "", ""),
        arguments(STRING, 7L, "7"),
        arguments(STRING, new BigDecimal("1E+2"), "100"),
        arguments(STRING, new BigDecimal("0E-30"), "0." + "0".repeat(30)),
        arguments(STRING, new BigDecimal("1E-999999999"), "1E-999999999"),
        arguments(STRING, true, "true"),
        arguments(STRING, uuid, UUID_TEXT),
        arguments(UUID_TYPE, uuid, uuid),
        arguments(UUID_TYPE, UUID_TEXT, uuid),
        arguments(UUID_TYPE, UUID_TEXT.toUpperCase(Locale.ROOT), uuid),
        arguments(BINARY, bytes, ByteBuffer.wrap(bytes)),
        arguments(BINARY, ByteBuffer.wrap(bytes), ByteBuffer.wrap(bytes)),
        arguments(BINARY, "AQID", ByteBuffer.wrap(bytes)),
        arguments(FIXED, bytes, bytes),
        arguments(FIXED, ByteBuffer.wrap(bytes), bytes),
        arguments(FIXED, "AQID", bytes));
  }

  static Stream<Arguments> otherScalarsThatDoNot() {
    return Stream.of(
        arguments(BOOLEAN, 1, UNSUITED),
        arguments(BOOLEAN, "yes", "the text is not true or false"),
        arguments(STRING, new byte[0], UNSUITED),
        arguments(STRING, Map.of(), UNSUITED),
        arguments(STRING, List.of(), UNSUITED),
        arguments(UUID_TYPE, "1-1-1-1-1", "the text is not a UUID"),
        arguments(UUID_TYPE, UUID_TEXT.replace('-', 'x'), "the text is not a UUID"),
        arguments(UUID_TYPE, UUID_TEXT.replace('6', '-'), "the text is not a UUID"),
        arguments(UUID_TYPE, 5, UNSUITED),
        arguments(BINARY, "not base64!", "the text is not Base64"),
        arguments(BINARY, 5, UNSUITED),
        arguments(FIXED, new byte[4], "it has another length than the column"),
        arguments(Types.VariantType.get(), "x", "columns of this type are not supported yet"));
  }

  static Stream<Arguments> timesThatFit() {
    Date millis = Date.from(Instant.parse("2022-03-01T09:00:00.123Z"));
    LocalDateTime local = LocalDateTime.parse("2022-03-01T09:00:00.123");
    return Stream.of(
        arguments(DATE, date(-86_400_000L), LocalDate.parse("1969-12-31")),
        arguments(DATE, 19052, LocalDate.parse("2022-03-01")),
        arguments(DATE, "2022-03-01", LocalDate.parse("2022-03-01")),
        arguments(DATE, "2022-03-01Z", LocalDate.parse("2022-03-01")),
        arguments(DATE, "-0043-03-15", LocalDate.of(-43, 3, 15)),
        arguments(DATE, "+5874897-12-31", LocalDate.of(5_874_897, 12, 31)),
        arguments(DATE, -735160, LocalDate.of(-43, 3, 15)),
        arguments(DATE, LocalDateTime.parse("2022-03-01T00:00"), LocalDate.parse("2022-03-01")),
        arguments(DATE, java.sql.Date.valueOf("1970-01-01"), LocalDate.EPOCH),
        arguments(TIME, "13:14:15.123456Z", LocalTime.parse("13:14:15.123456")),
        arguments(TIMESTAMP, "-0043-03-15 00:00:00", LocalDate.of(-43, 3, 15).atStartOfDay()),
        arguments(TIMESTAMP, "+10000-01-01T00:00:00", LocalDate.of(10_000, 1, 1).atStartOfDay()),
        arguments(TIME, date(3_600_001), LocalTime.parse("01:00:00.001")),
        arguments(TIME, 1L, LocalTime.parse("00:00:00.001")),
        arguments(TIME, "23:59", LocalTime.parse("23:59")),
        arguments(TIME, "23:59:59.999999000", LocalTime.parse("23:59:59.999999")),
        arguments(TIMESTAMP, millis, local),
        arguments(TIMESTAMP, millis.toInstant().toEpochMilli(), local),
        arguments(TIMESTAMP, -1L, LocalDateTime.parse("1969-12-31T23:59:59.999")),
        arguments(TIMESTAMP, "2022-03-01T09:00:00.123", local),
        arguments(TIMESTAMP, "2022-03-01 09:00:00.123000", local),
        arguments(TIMESTAMP, "2022-03-01 09:00", LocalDateTime.parse("2022-03-01T09:00")),
        arguments(TIMESTAMPTZ, millis, OffsetDateTime.parse("2022-03-01T09:00:00.123Z")),
        arguments(TIMESTAMPTZ, "2022-03-01 09:00:00", OffsetDateTime.parse("2022-03-01T09:00Z")),
        arguments(TIMESTAMPTZ, "2022-03-01T09:00:00z", OffsetDateTime.parse("2022-03-01T09:00Z")),
        arguments(
            TIMESTAMPTZ, "2022-03-01T01:00:00+02:00", OffsetDateTime.parse("2022-02-28T23:00Z")),
        arguments(TIMESTAMPTZ, "2022-03-01 09:00:00+00", OffsetDateTime.parse("2022-03-01T09:00Z")),
        arguments(
            TIMESTAMPTZ, "2022-03-01 09:00:00 -0130", OffsetDateTime.parse("2022-03-01T10:30Z")),
        arguments(
            TIMESTAMP_NS,
            "2022-03-01T09:00:00.123456789",
            LocalDateTime.parse("2022-03-01T09:00:00.123456789")),
        arguments(
            TIMESTAMPTZ_NS,
            "2022-03-01T09:00:00.123456789Z",
            OffsetDateTime.parse("2022-03-01T09:00:00.123456789Z")));
  }

  static Stream<Arguments> timesThatDoNot() {
    String noDateTime = "the text is not an ISO 8601 date and time";
    return Stream.of(
        arguments(DATE, date(1), "it has a time of day"),
        arguments(DATE, 1L << 40, OUT_OF_RANGE),
        arguments(DATE, "2022-02-30", "the text is not an ISO 8601 date"),
        arguments(DATE, "2022-3-1", "the text is not an ISO 8601 date"),
        arguments(DATE, "20220301..", "the text is not an ISO 8601 date"),
        arguments(TIME, "24:00:00 ", "the text is not an ISO 8601 time of day"),
        arguments(TIME, "1000:00:00", "the text is not an ISO 8601 time of day"),
        arguments(TIME, "10:60", "the text is not an ISO 8601 time of day"),
        arguments(TIME, "10:00+02:00", "the text is not an ISO 8601 time of day"),
        arguments(TIME, "10:00:00.", "the text is not an ISO 8601 time of day"),
        arguments(TIME, "10:00:0", "the text is not an ISO 8601 time of day"),
        arguments(TIME, "10", "the text is not an ISO 8601 time of day"),
        arguments(TIME, "10:00:00.0000001", "it is finer than a microsecond"),
        arguments(TIMESTAMP, "2022-03-01", noDateTime),
        arguments(TIMESTAMP, "2022-03-01 9:00", noDateTime),
        arguments(TIMESTAMP, "2022-03-01_09:00", noDateTime),
        arguments(TIMESTAMP, "2022-03-01 09:00:60", noDateTime),
        arguments(TIMESTAMP, "1646125200000", noDateTime),
        arguments(TIMESTAMP, "2022-03-01T09:00:00[Europe/Berlin]", noDateTime),
        arguments(
            TIMESTAMP, "2022-03-01T09:00:00Z", "the text has a zone, and the column holds none"),
        arguments(TIMESTAMP, "2022-03-01 09:00:00.1234567", "it is finer than the column's unit"),
        arguments(TIMESTAMP, Long.MAX_VALUE, NO_MILLIS),
        arguments(TIMESTAMP, 1709212455123456L, NO_MILLIS),
        arguments(TIMESTAMP, "10000-01-01 00:00:00", noDateTime),
        arguments(TIMESTAMP, "+999-01-01 00:00:00", noDateTime),
        arguments(TIMESTAMP, "-", noDateTime),
        arguments(TIMESTAMP, "", noDateTime),
        arguments(TIMESTAMP, Duration.ZERO, UNSUITED),
        arguments(TIMESTAMP, true, UNSUITED),
        arguments(TIMESTAMPTZ, Long.MIN_VALUE, NO_MILLIS),
        arguments(TIMESTAMP_NS, "1600-01-01 00:00:00", OUT_OF_RANGE),
        arguments(TIMESTAMP_NS, "2500-01-01 00:00:00", OUT_OF_RANGE),
        arguments(TIMESTAMP_NS, "2022-03-01 09:00:00.1234567891", noDateTime));
  }

  @ParameterizedTest
  @MethodSource({"numbersThatFit", "otherScalarsThatFit", "timesThatFit"})
  void aValueThatFitsIsConverted(Type type, Object value, Object expected) {
    assertThat(converter(type).convert(value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource({"numbersThatDoNot", "otherScalarsThatDoNot", "timesThatDoNot"})
  void aValueThatDoesNotFitIsRefusedWithoutBeingNamed(Type type, Object value, String reason) {
    String source = value.getClass().getSimpleName();

    assertRefused(
        converter(type),
        value,
        "Cannot convert the value from %s to %s: %s.".formatted(source, type, reason));
  }

  static Stream<Arguments> specialValues() {
    String infinite = "it is infinite, or beyond what databases have";
    String zeros = "it is MySQL's date of zeros";
    String notOneDay = "it is not within one day";
    return Stream.of(
        arguments(DATE, "infinity", infinite),
        arguments(DATE, "-infinity", infinite),
        arguments(DATE, "-5877611-06-21Z", infinite),
        arguments(DATE, -2147472692, infinite),
        arguments(DATE, Integer.MAX_VALUE, infinite),
        arguments(DATE, LocalDateTime.MAX, infinite),
        arguments(DATE, "0000-00-00", zeros),
        arguments(TIME, "24:00:00", notOneDay),
        arguments(TIME, "-00:00:01", notOneDay),
        arguments(TIME, "838:59:59", notOneDay),
        arguments(TIME, date(86_400_000), notOneDay),
        arguments(TIME, -1, notOneDay),
        arguments(TIMESTAMP, "infinity", infinite),
        arguments(TIMESTAMP, "+294247-01-10T04:00:25.2Z", infinite),
        arguments(TIMESTAMP, LocalDate.MIN, infinite),
        arguments(TIMESTAMP, date(9223372036825200L), infinite),
        arguments(TIMESTAMP, "0000-00-00 00:00:00", zeros),
        arguments(TIMESTAMPTZ, "-infinity", infinite),
        arguments(TIMESTAMPTZ, date(-9223372036832400L), infinite),
        arguments(TIMESTAMPTZ_NS, "infinity", infinite));
  }

  @ParameterizedTest
  @MethodSource("specialValues")
  void aSpecialValueIsRefusedWithTheRemedy(Type type, Object value, String reason) {
    assertRefused(
        converter(type),
        value,
        "Cannot convert the value from %s to %s: %s. Make the column a string, or a long where the source sends numbers, or set iceberg.tables.special-values to null."
            .formatted(value.getClass().getSimpleName(), type, reason));
  }

  @ParameterizedTest
  @MethodSource("specialValues")
  void aSpecialValueBecomesNullWhereThatIsWanted(Type type, Object value, String reason) {
    ValueConverters converters =
        new ValueConverters(NameMatching.EXACT, path -> {}, SpecialValues.NULL);

    assertThat(converters.of(type, "column").convert(value)).as(reason).isNull();
    assertThat(converters.of(Types.ListType.ofOptional(1, type), "c").convert(List.of(value)))
        .as(reason)
        .isEqualTo(Collections.singletonList(null));
  }

  @Test
  void aSpecialValueIsNoElementWhereElementsAreRequired() {
    ValueConverters converters =
        new ValueConverters(NameMatching.EXACT, path -> {}, SpecialValues.NULL);

    assertRefused(
        converters.of(Types.ListType.ofRequired(1, DATE), "c"),
        List.of("infinity"),
        "Cannot convert field '[0]': it is null, and elements are required.");
    assertRefused(
        converters.of(Types.MapType.ofRequired(1, 2, STRING, DATE), "c"),
        Map.of("a", "infinity"),
        "Cannot convert field 'value': it is null, and values are required.");
    assertRefused(
        converters.of(Types.MapType.ofRequired(1, 2, DATE, STRING), "c"),
        Map.of("infinity", "a"),
        "Cannot convert field 'key': it is null, and keys are required.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"binary", "fixed[4]"})
  void textThatASchemaCallsTextIsNotTakenForBytes(String type) {
    assertRefused(
        converter(Types.fromPrimitiveString(type)).forSource(Schema.STRING_SCHEMA),
        "deadbeef",
        "Cannot convert the value from String to "
            + type
            + ": text may stand for bytes in several ways. Let the source send bytes (binary.handling.mode=bytes), or make the column a string.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"date", "time", "timestamp", "timestamptz_ns"})
  void aNumberOfAnUnknownUnitIsNotTakenForATime(String type) {
    Schema micros = SchemaBuilder.int64().name("io.debezium.time.MicroDuration").build();

    assertRefused(
        converter(Types.fromPrimitiveString(type)).forSource(micros),
        1731508712229224L,
        "Cannot convert the value from Long to "
            + type
            + ": logical type 'io.debezium.time.MicroDuration' is not one of dates or times.");
  }

  @Test
  void aNumberOfAnUnknownUnitIsNotTakenForATimeInAListEither() {
    Schema micros = SchemaBuilder.int64().name("io.debezium.time.MicroDuration").build();
    ValueConverter lists = converter(Types.ListType.ofOptional(1, TIMESTAMP));

    assertRefused(
        lists.forSource(SchemaBuilder.array(micros).build()),
        List.of(1L),
        "Cannot convert field '[0]' from Long to timestamp: "
            + "logical type 'io.debezium.time.MicroDuration' is not one of dates or times.");
  }

  @Test
  void aNumberOfConnectsOwnUnitIsTakenForATime() {
    Schema millis = org.apache.kafka.connect.data.Timestamp.SCHEMA;

    assertThat(converter(TIMESTAMP).forSource(millis).convert(0L))
        .isEqualTo(LocalDateTime.parse("1970-01-01T00:00"));
  }

  private static Date date(long millis) {
    return Date.from(Instant.ofEpochMilli(millis));
  }

  private static ValueConverter converter(Type type) {
    return new ValueConverters(NameMatching.EXACT, path -> {}, SpecialValues.FAIL)
        .of(type, "column");
  }

  private static void assertRefused(ValueConverter converter, Object value, String message) {
    assertThatExceptionOfType(ConversionException.class)
        .isThrownBy(() -> converter.convert(value))
        .withMessage(message)
        .withNoCause();
  }
}
