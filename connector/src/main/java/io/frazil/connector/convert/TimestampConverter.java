package io.frazil.connector.convert;

import io.frazil.connector.semantic.SemanticType;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.kafka.connect.data.Schema;

/**
 * Timestamps, dates, numbers of milliseconds since the epoch, and ISO text, which may have a blank
 * instead of the T. In a column with a zone, what has no offset is in UTC, and an offset is
 * normalised to UTC; in a column without a zone, text with an offset is an error.
 */
final class TimestampConverter implements ValueConverter {
  /** Whether the column's values are points in time, or what clocks show somewhere. */
  enum Zone {
    UTC,
    NONE
  }

  /** The column's unit. */
  enum Unit {
    MICROS(1_000_000),
    NANOS(1_000_000_000);

    private final int perSecond;

    Unit(int perSecond) {
      this.perSecond = perSecond;
    }

    private boolean holdsFractionOf(LocalDateTime time) {
      return time.toLocalTime().toNanoOfDay() % (1_000_000_000 / perSecond) == 0;
    }

    private boolean reaches(LocalDateTime time) {
      long limit = Long.MAX_VALUE / perSecond - 1;
      return Math.abs(time.toEpochSecond(ZoneOffset.UTC)) <= limit;
    }
  }

  /** What a number without a unit reaches: microseconds go far beyond. */
  private static final int LAST_YEAR = 9_999;

  private final Type target;
  private final Zone zone;
  private final Unit unit;
  private final SpecialValues specialValues;

  TimestampConverter(Type target, Zone zone, Unit unit, SpecialValues specialValues) {
    this.target = target;
    this.zone = zone;
    this.unit = unit;
    this.specialValues = specialValues;
  }

  @Override
  public ValueConverter forSource(Schema source) {
    return SemanticType.of(source).equals(Optional.of(SemanticType.ISO_TIMESTAMP))
        ? this::ofLocalText
        : TimeReading.before(this, target, source);
  }

  @Override
  public Object convert(Object value) {
    if (value instanceof String text) {
      return ofText(text, zone);
    }
    if (value instanceof LocalDateTime time) {
      return ofTime(time, value);
    }
    if (value instanceof LocalDate date) {
      return Infinity.of(date).isPresent()
          ? specialValues.replace(value, target, Infinity.REASON)
          : ofTime(date.atStartOfDay(), value);
    }
    if (value instanceof Date date) {
      return ofTime(TimeReading.ofMillis(TimeReading.millis(date)), value);
    }
    LocalDateTime time = TimeReading.ofMillis(WholeNumber.of(value, target));
    if (Math.abs(time.getYear()) > LAST_YEAR) {
      throw ConversionException.of(
          value,
          target,
          "as milliseconds, which is what a number without a logical type is taken for, it is"
              + " beyond the year 9999. Send schemas, or text");
    }
    return ofTime(time, value);
  }

  /** Text whose Z means nothing. */
  private Object ofLocalText(Object value) {
    return value instanceof String text ? ofText(text, Zone.UTC) : convert(value);
  }

  private Object ofText(String text, Zone allowed) {
    Optional<IsoText.DateTime> read = IsoText.dateTime(text);
    if (read.isPresent()) {
      return ofTime(inUtc(read.get(), text, allowed), text);
    }
    if (Infinity.of(text).isPresent()) {
      return specialValues.replace(text, target, Infinity.REASON);
    }
    if (IsoText.isZeroDate(text)) {
      return specialValues.replace(text, target, IsoText.ZERO_DATE);
    }
    throw ConversionException.of(text, target, "the text is not an ISO 8601 date and time");
  }

  private LocalDateTime inUtc(IsoText.DateTime read, String text, Zone allowed) {
    if (read.offset().isEmpty() || Infinity.of(read.local()).isPresent()) {
      return read.local();
    }
    if (allowed == Zone.NONE) {
      throw ConversionException.of(text, target, "the text has a zone, and the column holds none");
    }
    return read.local().minusSeconds(read.offset().get().getTotalSeconds());
  }

  private Object ofTime(LocalDateTime time, Object value) {
    if (Infinity.of(time).isPresent()) {
      return specialValues.replace(value, target, Infinity.REASON);
    }
    if (!unit.holdsFractionOf(time)) {
      throw ConversionException.of(value, target, "it is finer than the column's unit");
    }
    if (!unit.reaches(time)) {
      throw ConversionException.of(value, target, "it is out of the type's range");
    }
    return zone == Zone.UTC ? OffsetDateTime.of(time, ZoneOffset.UTC) : time;
  }
}
