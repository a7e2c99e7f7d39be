package io.frazil.connector.convert;

import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** UUIDs and their text in the form of 36 characters. */
final class UuidConverter implements ValueConverter {
  private static final Type TARGET = Types.UUIDType.get();

  @Override
  public Object convert(Object value) {
    if (value instanceof UUID) {
      return value;
    }
    if (value instanceof String text) {
      return parse(text)
          .orElseThrow(() -> ConversionException.of(value, TARGET, "the text is not a UUID"));
    }
    throw ConversionException.unsuited(value, TARGET);
  }

  private static Optional<UUID> parse(String text) {
    try {
      UUID uuid = UUID.fromString(text);
      // UUID.fromString pads and cuts groups of another length.
      return uuid.toString().equalsIgnoreCase(text) ? Optional.of(uuid) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
