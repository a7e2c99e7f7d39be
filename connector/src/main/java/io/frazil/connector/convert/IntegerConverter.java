package io.frazil.connector.convert;

import org.apache.iceberg.types.Types;

/** Whole numbers of any class, and their text, become an int. */
final class IntegerConverter implements ValueConverter {
  @Override
  public Object convert(Object value) {
    if (value instanceof Integer) {
      return value;
    }
    long number = WholeNumber.of(value, Types.IntegerType.get());
    if (number != (int) number) {
      throw ConversionException.of(
          value, Types.IntegerType.get(), "it is not a whole number in the type's range");
    }
    return (int) number;
  }
}
