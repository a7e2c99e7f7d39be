package io.frazil.connector.convert;

import java.time.Duration;
import java.time.LocalTime;
import java.util.Date;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;

/** Times since midnight, numbers of milliseconds since then, and ISO text. */
final class TimeConverter implements ValueConverter {
  private static final Type TARGET = Types.TimeType.get();
  private static final Duration DAY = Duration.ofDays(1);
  private static final int NANOS_PER_MICRO = 1_000;

  private final SpecialValues specialValues;

  TimeConverter(SpecialValues specialValues) {
    this.specialValues = specialValues;
  }

  @Override
  public ValueConverter forSource(Schema source) {
    return TimeReading.before(this, TARGET, source);
  }

  @Override
  public Object convert(Object value) {
    Duration time = sinceMidnight(value);
    if (time.isNegative() || time.compareTo(DAY) >= 0) {
      return specialValues.replace(value, TARGET, "it is not within one day");
    }
    if (time.toNanos() % NANOS_PER_MICRO != 0) {
      throw ConversionException.of(value, TARGET, "it is finer than a microsecond");
    }
    return LocalTime.ofNanoOfDay(time.toNanos());
  }

  private static Duration sinceMidnight(Object value) {
    if (value instanceof Duration time) {
      return time;
    }
    if (value instanceof Date date) {
      return Duration.ofMillis(TimeReading.millis(date));
    }
    if (value instanceof String text) {
      Optional<Duration> time = IsoText.time(text);
      if (time.isEmpty()) {
        throw ConversionException.of(value, TARGET, "the text is not an ISO 8601 time of day");
      }
      return time.get();
    }
    return Duration.ofMillis(WholeNumber.of(value, TARGET));
  }
}
