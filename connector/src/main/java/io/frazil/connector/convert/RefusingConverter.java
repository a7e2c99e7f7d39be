package io.frazil.connector.convert;

import org.apache.iceberg.types.Type;

/** Refuses every value of a column, or of a field, for the same reason. */
final class RefusingConverter implements ValueConverter {
  private final Type target;
  private final String reason;

  RefusingConverter(Type target, String reason) {
    this.target = target;
    this.reason = reason;
  }

  @Override
  public Object convert(Object value) {
    throw ConversionException.of(value, target, reason);
  }
}
