package io.frazil.connector.convert;

import io.frazil.connector.semantic.SemanticType;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.kafka.connect.data.Schema;

/**
 * Reads numbers, and Connect's dates, for the day, the time since midnight or the point on the
 * calendar that their schema says they are.
 *
 * @param form what the numbers stand for
 * @param perSecond how many of their unit make a second; for days, 0
 */
record TimeReading(Form form, long perSecond) {
  private enum Form {
    DATE,
    TIME,
    TIMESTAMP
  }

  private static final long DAY_MS = 86_400_000;
  // What a date of milliseconds reaches.
  private static final long MAX_DAYS = Long.MAX_VALUE / DAY_MS;
  private static final long MILLIS = 1_000;
  private static final long MICROS = 1_000_000;
  private static final long NANOS = 1_000_000_000;

  /**
   * The reading of a schema's values; empty if they are no numbers of days or of a unit of time.
   */
  static Optional<TimeReading> of(Schema source) {
    return SemanticType.of(source).flatMap(TimeReading::of);
  }

  private static Optional<TimeReading> of(SemanticType type) {
    return switch (type) {
      case CONNECT_DATE, DATE -> Optional.of(new TimeReading(Form.DATE, 0));
      case CONNECT_TIME, TIME -> Optional.of(new TimeReading(Form.TIME, MILLIS));
      case MICRO_TIME -> Optional.of(new TimeReading(Form.TIME, MICROS));
      case NANO_TIME -> Optional.of(new TimeReading(Form.TIME, NANOS));
      case CONNECT_TIMESTAMP, TIMESTAMP -> Optional.of(new TimeReading(Form.TIMESTAMP, MILLIS));
      case MICRO_TIMESTAMP -> Optional.of(new TimeReading(Form.TIMESTAMP, MICROS));
      case NANO_TIMESTAMP -> Optional.of(new TimeReading(Form.TIMESTAMP, NANOS));
      // Text says what it is by itself, and lengths of time are no times.
      case ISO_DATE, ISO_TIME, ISO_TIMESTAMP, ZONED_TIME, ZONED_TIMESTAMP -> Optional.empty();
      case YEAR, INTERVAL, MICRO_DURATION, NANO_DURATION -> Optional.empty();
      case DECIMAL, VARIABLE_SCALE_DECIMAL, BITS, UUID, POINT, GEOMETRY, GEOGRAPHY ->
          Optional.empty();
      case JSON, XML, ENUM, ENUM_SET, LTREE, TSVECTOR -> Optional.empty();
      case DOUBLE_VECTOR, FLOAT_VECTOR, SPARSE_DOUBLE_VECTOR -> Optional.empty();
    };
  }

  /**
   * The converter to a column of dates or times, for values of this schema. It refuses whole
   * numbers of a name that says nothing of their unit: taken for milliseconds, microseconds would
   * put a time 54,000 years away.
   */
  static ValueConverter before(ValueConverter converter, Type target, Schema source) {
    Optional<TimeReading> reading = of(source);
    if (reading.isPresent()) {
      return converter.after(value -> reading.get().read(value, target));
    }
    boolean isNamedNumber =
        source.name() != null
            && switch (source.type()) {
              case INT8, INT16, INT32, INT64 -> true;
              case FLOAT32, FLOAT64, BOOLEAN, STRING, BYTES, ARRAY, MAP, STRUCT -> false;
            };
    return isNamedNumber
        ? new RefusingConverter(
            target, "logical type '%s' is not one of dates or times".formatted(source.name()))
        : converter;
  }

  /** The value as a {@code LocalDate}, {@code Duration} since midnight or {@code LocalDateTime}. */
  Object read(Object value, Type target) {
    long number = number(value, target);
    return switch (form) {
      case DATE -> day(number, value, target);
      case TIME -> duration(number);
      case TIMESTAMP -> timestamp(number);
    };
  }

  /** The value as a number of the schema's unit. */
  long number(Object value, Type target) {
    if (!(value instanceof Date date)) {
      return WholeNumber.of(value, target);
    }
    if (form != Form.DATE) {
      return millis(date);
    }
    if (Math.floorMod(millis(date), DAY_MS) != 0) {
      throw ConversionException.of(value, target, "it has a time of day");
    }
    return Math.floorDiv(millis(date), DAY_MS);
  }

  /** The day of a number of days since the epoch. */
  static LocalDate day(long days, Object value, Type target) {
    if (days > MAX_DAYS || days < -MAX_DAYS - 1) {
      throw ConversionException.of(value, target, "it is out of the type's range");
    }
    return LocalDate.ofEpochDay(days);
  }

  /** Milliseconds since the epoch. */
  @SuppressWarnings("JavaUtilDate") // Date.toInstant, which is preferred, fails for JDBC's dates.
  static long millis(Date date) {
    return date.getTime();
  }

  /** What UTC's clocks and calendars show at a number of milliseconds since the epoch. */
  static LocalDateTime ofMillis(long millis) {
    return new TimeReading(Form.TIMESTAMP, MILLIS).timestamp(millis);
  }

  private Duration duration(long number) {
    return Duration.ofSeconds(Math.floorDiv(number, perSecond), nanos(number));
  }

  private LocalDateTime timestamp(long number) {
    if (perSecond == NANOS && (number == Long.MAX_VALUE || number == Long.MIN_VALUE)) {
      return number > 0 ? LocalDateTime.MAX : LocalDateTime.MIN;
    }
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(number, perSecond), (int) nanos(number), ZoneOffset.UTC);
  }

  private long nanos(long number) {
    return Math.floorMod(number, perSecond) * (NANOS / perSecond);
  }
}
