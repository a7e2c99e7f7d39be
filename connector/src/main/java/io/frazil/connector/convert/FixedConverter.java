package io.frazil.connector.convert;

import org.apache.iceberg.types.Types;

/** Bytes of exactly the column's length; Base64 text is taken for its bytes. */
final class FixedConverter implements ValueConverter {
  private final Types.FixedType target;

  FixedConverter(Types.FixedType target) {
    this.target = target;
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
