package io.frazil.connector.convert;

import java.time.LocalDate;
import java.util.Date;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;

/** Connect dates, numbers of days since 1970-01-01, and ISO text. */
final class DateConverter implements ValueConverter {
  private static final Type TARGET = Types.DateType.get();
  private static final long DAY_MS = 86_400_000;

  @Override
  public ValueConverter forSource(Schema source) {
    return LogicalNumber.isOfUnknownUnit(source) ? new RefusingConverter(TARGET, source) : this;
  }

  @Override
  public Object convert(Object value) {
    if (value instanceof Date date) {
      long millis = date.toInstant().toEpochMilli();
      if (Math.floorMod(millis, DAY_MS) != 0) {
        throw ConversionException.of(value, TARGET, "it has a time of day");
      }
      return ofDays(Math.floorDiv(millis, DAY_MS), value);
    }
    if (value instanceof String text) {
      Optional<LocalDate> date = IsoText.date(text);
      if (date.isEmpty()) {
        throw ConversionException.of(value, TARGET, "the text is not an ISO 8601 date");
      }
      return date.get();
    }
    return ofDays(WholeNumber.of(value, TARGET), value);
  }

  private static LocalDate ofDays(long days, Object value) {
    if (days != (int) days) {
      throw ConversionException.of(value, TARGET, "it is out of the type's range");
    }
    return LocalDate.ofEpochDay(days);
  }
}
