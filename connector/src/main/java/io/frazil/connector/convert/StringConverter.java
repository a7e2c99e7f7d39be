package io.frazil.connector.convert;

import java.util.UUID;
import org.apache.iceberg.types.Types;

/** Text, and the text of numbers, booleans and UUIDs. */
final class StringConverter implements ValueConverter {
  @Override
  public Object convert(Object value) {
    if (value instanceof String) {
      return value;
    }
    if (value instanceof Number || value instanceof Boolean || value instanceof UUID) {
      return value.toString();
    }
    throw ConversionException.unsuited(value, Types.StringType.get());
  }
}
