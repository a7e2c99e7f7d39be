package io.frazil.transforms.dms;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Timestamp;

/**
 * The type of a CSV column: the Connect schema of its values, and how they are read from text.
 *
 * @param expectation what a text must be, to be told when it is not
 * @param schema starts a schema of this type
 * @param reader reads a text; an ArithmeticException, DateTimeException or IllegalArgumentException
 *     says that the text is not of this type
 */
record ColumnType(
    String expectation, Supplier<SchemaBuilder> schema, Function<String, Object> reader) {
  static final String NAMES =
      "string, int, bigint, float, double, boolean, decimal(p,s), date, timestamp, binary";

  private static final Pattern DECIMAL =
      Pattern.compile("decimal\\(\\s*(\\d{1,2})\\s*,\\s*(\\d{1,2})\\s*\\)");
  private static final int MAX_PRECISION = 38;

  /** What the sources of Connect say about a decimal's precision, which its schema lacks. */
  private static final String PRECISION = "connect.decimal.precision";

  private static final Map<String, ColumnType> SIMPLE =
      Map.of(
          "string", new ColumnType("a string", SchemaBuilder::string, text -> text),
          "int", new ColumnType("an int", SchemaBuilder::int32, Integer::valueOf),
          "bigint", new ColumnType("a bigint", SchemaBuilder::int64, Long::valueOf),
          "float", new ColumnType("a float", SchemaBuilder::float32, ColumnType::readFloat),
          "double", new ColumnType("a double", SchemaBuilder::float64, ColumnType::readDouble),
          "boolean", new ColumnType("a boolean", SchemaBuilder::bool, ColumnType::readBoolean),
          "date", new ColumnType("a date such as 2022-03-01", Date::builder, ColumnType::readDate),
          "timestamp",
              new ColumnType(
                  "a timestamp such as 2022-03-01 09:00:00.000 without finer digits (declare the"
                      + " column as string to keep those)",
                  Timestamp::builder,
                  ColumnType::readTimestamp),
          "binary",
              new ColumnType(
                  "binary data in hexadecimal digits",
                  SchemaBuilder::bytes,
                  text -> HexFormat.of().parseHex(text)));

  ColumnType {
    requireNonNull(expectation, "expectation");
    requireNonNull(schema, "schema");
    requireNonNull(reader, "reader");
  }

  /** The type of this name, in any case; empty if there is none. */
  static Optional<ColumnType> named(String name) {
    String folded = name.trim().toLowerCase(Locale.ROOT);
    Matcher decimal = DECIMAL.matcher(folded);
    return decimal.matches()
        ? decimal(Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2)))
        : Optional.ofNullable(SIMPLE.get(folded));
  }

  private static Optional<ColumnType> decimal(int precision, int scale) {
    if (precision < 1 || precision > MAX_PRECISION || scale > precision) {
      return Optional.empty();
    }
    return Optional.of(
        new ColumnType(
            "a decimal(" + precision + "," + scale + ")",
            () -> Decimal.builder(scale).parameter(PRECISION, Integer.toString(precision)),
            text -> readDecimal(text, precision, scale)));
  }

  /** The value that a text stands for; empty if it is not of this type. */
  Optional<Object> read(String text) {
    try {
      return Optional.of(reader.apply(text));
    } catch (ArithmeticException | DateTimeException | IllegalArgumentException notOfThisType) {
      return Optional.empty();
    }
  }

  private static Object readDecimal(String text, int precision, int scale) {
    BigDecimal value = new BigDecimal(text);
    // Asked before the scale is set, which writes out as many zeros as an exponent says.
    boolean fits = (long) value.precision() - value.scale() <= precision - scale;
    if (value.signum() != 0 && !fits) {
      throw new ArithmeticException("too large");
    }
    return value.signum() == 0
        ? BigDecimal.ZERO.setScale(scale)
        : value.setScale(scale, RoundingMode.UNNECESSARY);
  }

  private static Object readFloat(String text) {
    float value = Float.parseFloat(text);
    if (Float.isInfinite(value) && isNumber(text)) {
      throw new ArithmeticException("too large");
    }
    return value;
  }

  private static Object readDouble(String text) {
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value) && isNumber(text)) {
      throw new ArithmeticException("too large");
    }
    return value;
  }

  private static boolean isNumber(String text) {
    return text.chars().anyMatch(Character::isDigit);
  }

  private static Object readBoolean(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "t", "1" -> true;
      case "false", "f", "0" -> false;
      default -> throw new IllegalArgumentException("not a boolean");
    };
  }

  private static Object readDate(String text) {
    return Date.toLogical(Date.SCHEMA, Math.toIntExact(LocalDate.parse(text).toEpochDay()));
  }

  private static Object readTimestamp(String text) {
    LocalDateTime value = LocalDateTime.parse(text.replace(' ', 'T'));
    if (!value.equals(value.truncatedTo(ChronoUnit.MILLIS))) {
      throw new ArithmeticException("finer than milliseconds");
    }
    return Timestamp.toLogical(Timestamp.SCHEMA, value.toInstant(ZoneOffset.UTC).toEpochMilli());
  }

  /** Refuses a type's name. */
  static ConfigException unknown(String key, Object value, String name) {
    return new ConfigException(
        key, value, "Unknown type '" + name + "'. Choose one of: " + NAMES + ".");
  }
}
