package io.frazil.connector.convert;

import java.util.UUID;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** UUIDs and their text in the form of 36 characters. */
final class UuidConverter implements ValueConverter {
  private static final Type TARGET = Types.UUIDType.get();
  private static final int TEXT_LENGTH = 36;

  @Override
  public Object convert(Object value) {
    if (value instanceof UUID) {
      return value;
    }
    if (value instanceof String text) {
      // UUID.fromString pads and cuts groups of another length.
      if (text.length() == TEXT_LENGTH) {
        try {
          UUID uuid = UUID.fromString(text);
          if (uuid.toString().equalsIgnoreCase(text)) {
            return uuid;
          }
        } catch (IllegalArgumentException e) {
          throw ConversionException.of(value, TARGET, "the text is not a UUID");
        }
      }
      throw ConversionException.of(value, TARGET, "the text is not a UUID");
    }
    throw ConversionException.unsuited(value, TARGET);
  }
}
