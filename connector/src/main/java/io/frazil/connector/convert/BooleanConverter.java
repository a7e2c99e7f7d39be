package io.frazil.connector.convert;

import java.util.Locale;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Booleans, and the texts true and false in any case. */
final class BooleanConverter implements ValueConverter {
  private static final Type TARGET = Types.BooleanType.get();

  @Override
  public Object convert(Object value) {
    if (value instanceof Boolean) {
      return value;
    }
    if (value instanceof String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "true" -> true;
        case "false" -> false;
        default -> throw ConversionException.of(value, TARGET, "the text is not true or false");
      };
    }
    throw ConversionException.unsuited(value, TARGET);
  }
}
