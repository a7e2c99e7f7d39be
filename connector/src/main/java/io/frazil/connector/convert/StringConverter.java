package io.frazil.connector.convert;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.UUID;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;

/** Text, and the text of numbers, booleans, UUIDs, dates and times. */
final class StringConverter implements ValueConverter {
  private static final Type TARGET = Types.StringType.get();

  /** More zeros than any database writes; 1E-999999999 would fill the heap. */
  private static final int MAX_PLAIN_SCALE = 200_000;

  @Override
  public ValueConverter forSource(Schema source) {
    return TimeReading.of(source)
        .map(reading -> after(value -> reading.read(value, TARGET)))
        .orElseGet(() -> ScaledDecimal.before(this, TARGET, source));
  }

  @Override
  public Object convert(Object value) {
    if (value instanceof String) {
      return value;
    }
    if (value instanceof BigDecimal decimal) {
      return Math.abs((long) decimal.scale()) > MAX_PLAIN_SCALE
          ? decimal.toString()
          : decimal.toPlainString();
    }
    if (value instanceof Number || value instanceof Boolean || value instanceof UUID) {
      return value.toString();
    }
    if (value instanceof LocalDate date) {
      return Infinity.of(date).map(Infinity::text).orElseGet(date::toString);
    }
    if (value instanceof LocalDateTime time) {
      return Infinity.of(time).map(Infinity::text).orElseGet(() -> IsoText.of(time));
    }
    if (value instanceof Duration time) {
      return IsoText.of(time);
    }
    throw ConversionException.unsuited(value, TARGET);
  }
}
