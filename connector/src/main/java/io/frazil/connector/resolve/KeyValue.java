package io.frazil.connector.resolve;

import java.nio.ByteBuffer;

/** Forms of single values in which they are safe to keep, and equal when the values are. */
final class KeyValue {
  private KeyValue() {}

  /** The value, apart from memory that its reader may use again. */
  static Object detached(Object value) {
    if (value instanceof CharSequence text) {
      return text.toString();
    }
    if (value instanceof ByteBuffer bytes) {
      return ByteBuffer.allocate(bytes.remaining()).put(bytes.duplicate()).flip();
    }
    return value;
  }

  /** The same, with one class for all whole numbers: a column may have been an int before. */
  static Object comparable(Object value) {
    return value instanceof Integer number ? (Object) number.longValue() : detached(value);
  }
}
