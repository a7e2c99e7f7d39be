package io.frazil.connector.convert;

import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;

/** Whole numbers of any class, and their text, become an int. */
final class IntegerConverter implements ValueConverter {
  private static final Type TARGET = Types.IntegerType.get();

  @Override
  public ValueConverter forSource(Schema source) {
    return WholeNumber.before(this, TARGET, source);
  }

  @Override
  public Object convert(Object value) {
    if (value instanceof Integer) {
      return value;
    }
    long number = WholeNumber.of(value, TARGET);
    if (number != (int) number) {
      throw ConversionException.of(value, TARGET, "it is not a whole number in the type's range");
    }
    return (int) number;
  }
}
