package io.frazil.connector.convert;

import java.nio.ByteBuffer;
import java.util.Base64;
import org.apache.iceberg.types.Type;
import org.apache.kafka.connect.data.Schema;

/**
 * Bytes as Connect has them: an array, a buffer, or Base64 text in schemaless JSON. Text that a
 * schema calls text is not taken: sources write bytes in hexadecimal digits too, which are Base64
 * as well, of other bytes.
 */
final class Bytes {
  static final String UNKNOWN_ENCODING =
      "text may stand for bytes in several ways. Let the source send bytes"
          + " (binary.handling.mode=bytes), or make the column a string";

  private Bytes() {}

  /** Whether values of this schema are text that may or may not stand for bytes. */
  static boolean isText(Schema source) {
    return source.type() == Schema.Type.STRING;
  }

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
