package io.frazil.connector.convert;

import java.math.BigDecimal;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;

/**
 * Numbers become a float: whole ones exactly or not at all, others the nearest float. The latter
 * holds for doubles too, since a number in JSON reaches Connect as a double; one beyond the range
 * of a float is an error.
 */
final class FloatConverter implements ValueConverter {
  private static final Type TARGET = Types.FloatType.get();

  private final DoubleConverter doubles = new DoubleConverter();

  @Override
  public ValueConverter forSource(Schema source) {
    return ScaledDecimal.before(this, TARGET, source);
  }

  @Override
  public Object convert(Object value) {
    if (value instanceof Float) {
      return value;
    }
    if (value instanceof Double number) {
      return nearest(number, value);
    }
    double number;
    try {
      number = (Double) doubles.convert(value);
    } catch (ConversionException e) {
      throw ConversionException.of(value, TARGET, "it is not a number that the type can hold");
    }
    if (value instanceof BigDecimal || value instanceof String) {
      return nearest(number, value);
    }
    float narrowed = (float) number;
    if (narrowed != number) {
      throw ConversionException.of(value, TARGET, "the type has no such whole number");
    }
    return narrowed;
  }

  private static float nearest(double number, Object value) {
    float narrowed = (float) number;
    boolean overflow = Float.isInfinite(narrowed) && !Double.isInfinite(number);
    boolean underflow = narrowed == 0 && number != 0;
    if (overflow || underflow) {
      throw ConversionException.of(value, TARGET, "it is out of the type's range");
    }
    return narrowed;
  }
}
