package io.frazil.connector.convert;

import org.apache.iceberg.types.Types;

/** Whole numbers of any class, and their text, become a long. */
final class LongConverter implements ValueConverter {
  @Override
  public Object convert(Object value) {
    return value instanceof Long ? value : WholeNumber.of(value, Types.LongType.get());
  }
}
