package io.frazil.connector.convert;

import java.nio.ByteBuffer;
import java.util.Base64;
import org.apache.iceberg.types.Type;

/** Bytes as Connect has them: an array, a buffer, or Base64 text in schemaless JSON. */
final class Bytes {
  private Bytes() {}

  /** The bytes; an array is not copied. */
  static byte[] of(Object value, Type target) {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    }
    if (value instanceof String text) {
      try {
        return Base64.getDecoder().decode(text);
      } catch (IllegalArgumentException e) {
        throw ConversionException.of(value, target, "the text is not Base64");
      }
    }
    throw ConversionException.unsuited(value, target);
  }
}
