package io.frazil.connector.convert;

import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;

/** Whole numbers of any class, and their text, become a long. */
final class LongConverter implements ValueConverter {
  private static final Type TARGET = Types.LongType.get();

  @Override
  public ValueConverter forSource(Schema source) {
    return WholeNumber.before(this, TARGET, source);
  }

  @Override
  public Object convert(Object value) {
    return value instanceof Long ? value : WholeNumber.of(value, TARGET);
  }
}
