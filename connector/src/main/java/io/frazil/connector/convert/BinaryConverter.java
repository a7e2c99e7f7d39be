package io.frazil.connector.convert;

import java.nio.ByteBuffer;
import org.apache.iceberg.types.Types;

/** Bytes of any length; Base64 text is taken for its bytes. */
final class BinaryConverter implements ValueConverter {
  @Override
  public Object convert(Object value) {
    return value instanceof ByteBuffer
        ? value
        : ByteBuffer.wrap(Bytes.of(value, Types.BinaryType.get()));
  }
}
