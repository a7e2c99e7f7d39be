package io.frazil.connector.convert;

import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;

/** Bytes of exactly the column's length; text as {@link Bytes} takes it. */
final class FixedConverter implements ValueConverter {
  private final Types.FixedType target;

  FixedConverter(Types.FixedType target) {
    this.target = target;
  }

  @Override
  public ValueConverter forSource(Schema source) {
    return Bytes.isText(source) ? new RefusingConverter(target, Bytes.UNKNOWN_ENCODING) : this;
  }

  @Override
  public Object convert(Object value) {
    byte[] bytes = Bytes.of(value, target);
    if (bytes.length != target.length()) {
      throw ConversionException.of(value, target, "it has another length than the column");
    }
    return bytes;
  }
}
