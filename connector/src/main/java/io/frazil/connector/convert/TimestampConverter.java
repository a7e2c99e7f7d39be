package io.frazil.connector.convert;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.kafka.connect.data.Schema;

/**
 * Connect timestamps, numbers of milliseconds since the epoch, and ISO text, which may have a blank
 * instead of the T. In a column with a zone, text without an offset is in UTC, and an offset is
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

  private final Type target;
  private final Zone zone;
  private final Unit unit;

  TimestampConverter(Type target, Zone zone, Unit unit) {
    this.target = target;
    this.zone = zone;
    this.unit = unit;
  }

  @Override
  public ValueConverter forSource(Schema source) {
    return LogicalNumber.isOfUnknownUnit(source) ? new RefusingConverter(target, source) : this;
  }

  @Override
  public Object convert(Object value) {
    LocalDateTime time = time(value);
    if (!unit.holdsFractionOf(time)) {
      throw ConversionException.of(value, target, "it is finer than the column's unit");
    }
    if (!unit.reaches(time)) {
      throw ConversionException.of(value, target, "it is out of the type's range");
    }
    return zone == Zone.UTC ? OffsetDateTime.of(time, ZoneOffset.UTC) : time;
  }

  private LocalDateTime time(Object value) {
    if (value instanceof String text) {
      return ofText(text);
    }
    Instant instant =
        value instanceof Date date
            ? date.toInstant()
            : Instant.ofEpochMilli(WholeNumber.of(value, target));
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  private LocalDateTime ofText(String text) {
    Optional<IsoText.DateTime> read = IsoText.dateTime(text);
    if (read.isEmpty()) {
      throw ConversionException.of(text, target, "the text is not an ISO 8601 date and time");
    }
    Optional<ZoneOffset> offset = read.get().offset();
    if (offset.isEmpty()) {
      return read.get().local();
    }
    if (zone == Zone.NONE) {
      throw ConversionException.of(text, target, "the text has a zone, and the column holds none");
    }
    return read.get().local().minusSeconds(offset.get().getTotalSeconds());
  }
}
