package io.frazil.connector.convert;

import java.time.LocalTime;
import java.util.Date;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;

/** Connect times, numbers of milliseconds since midnight, and ISO text. */
final class TimeConverter implements ValueConverter {
  private static final Type TARGET = Types.TimeType.get();
  private static final long DAY_MS = 86_400_000;
  private static final int NANOS_PER_MICRO = 1_000;
  private static final int NANOS_PER_MS = 1_000_000;

  @Override
  public ValueConverter forSource(Schema source) {
    return LogicalNumber.isOfUnknownUnit(source) ? new RefusingConverter(TARGET, source) : this;
  }

  @Override
  public Object convert(Object value) {
    if (value instanceof Date date) {
      return ofMillis(date.toInstant().toEpochMilli(), value);
    }
    if (value instanceof String text) {
      Optional<LocalTime> time = IsoText.time(text);
      if (time.isEmpty()) {
        throw ConversionException.of(value, TARGET, "the text is not an ISO 8601 time of day");
      }
      if (time.get().toNanoOfDay() % NANOS_PER_MICRO != 0) {
        throw ConversionException.of(value, TARGET, "it is finer than a microsecond");
      }
      return time.get();
    }
    return ofMillis(WholeNumber.of(value, TARGET), value);
  }

  private static LocalTime ofMillis(long millis, Object value) {
    if (millis < 0 || millis >= DAY_MS) {
      throw ConversionException.of(value, TARGET, "it is not within one day");
    }
    return LocalTime.ofNanoOfDay(millis * NANOS_PER_MS);
  }
}
