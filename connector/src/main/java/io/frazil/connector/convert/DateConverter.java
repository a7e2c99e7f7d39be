package io.frazil.connector.convert;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Date;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;

/** Dates, timestamps at midnight, numbers of days since 1970-01-01, and ISO text. */
final class DateConverter implements ValueConverter {
  private static final Type TARGET = Types.DateType.get();

  private final SpecialValues specialValues;

  DateConverter(SpecialValues specialValues) {
    this.specialValues = specialValues;
  }

  @Override
  public ValueConverter forSource(Schema source) {
    return TimeReading.before(this, TARGET, source);
  }

  @Override
  public Object convert(Object value) {
    if (value instanceof LocalDate date) {
      return ofDay(date, value);
    }
    if (value instanceof LocalDateTime time) {
      return ofTime(time, value);
    }
    if (value instanceof Date date) {
      return ofTime(TimeReading.ofMillis(TimeReading.millis(date)), value);
    }
    if (value instanceof String text) {
      return ofText(text);
    }
    return ofDay(TimeReading.day(WholeNumber.of(value, TARGET), value, TARGET), value);
  }

  private Object ofText(String text) {
    Optional<LocalDate> date = IsoText.date(text);
    if (date.isPresent()) {
      return ofDay(date.get(), text);
    }
    if (Infinity.of(text).isPresent()) {
      return specialValues.replace(text, TARGET, Infinity.REASON);
    }
    if (IsoText.isZeroDate(text)) {
      return specialValues.replace(text, TARGET, IsoText.ZERO_DATE);
    }
    throw ConversionException.of(text, TARGET, "the text is not an ISO 8601 date");
  }

  private Object ofTime(LocalDateTime time, Object value) {
    if (Infinity.of(time).isPresent()) {
      return specialValues.replace(value, TARGET, Infinity.REASON);
    }
    if (!time.toLocalTime().equals(LocalTime.MIDNIGHT)) {
      throw ConversionException.of(value, TARGET, "it has a time of day");
    }
    return ofDay(time.toLocalDate(), value);
  }

  private Object ofDay(LocalDate date, Object value) {
    return Infinity.of(date).isPresent()
        ? specialValues.replace(value, TARGET, Infinity.REASON)
        : date;
  }
}
