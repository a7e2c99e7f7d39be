package io.frazil.connector.convert;

import java.nio.ByteBuffer;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;

/** Bytes of any length, and shapes in their binary form; text as {@link Bytes} takes it. */
final class BinaryConverter implements ValueConverter {
  private static final Type TARGET = Types.BinaryType.get();

  @Override
  public ValueConverter forSource(Schema source) {
    return Bytes.isText(source)
        ? new RefusingConverter(TARGET, Bytes.UNKNOWN_ENCODING)
        : WellKnownBinary.before(this, TARGET, source);
  }

  @Override
  public Object convert(Object value) {
    return value instanceof ByteBuffer ? value : ByteBuffer.wrap(Bytes.of(value, TARGET));
  }
}
