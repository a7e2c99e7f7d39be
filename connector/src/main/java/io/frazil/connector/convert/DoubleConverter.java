package io.frazil.connector.convert;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;

/**
 * Numbers become a double: whole ones exactly or not at all, decimal ones and their text the
 * nearest double, since that is what a double column says of them.
 */
final class DoubleConverter implements ValueConverter {
  private static final Type TARGET = Types.DoubleType.get();

  @Override
  public ValueConverter forSource(Schema source) {
    return ScaledDecimal.before(this, TARGET, source);
  }

  @Override
  public Object convert(Object value) {
    if (value instanceof Double) {
      return value;
    }
    if (value instanceof Float number) {
      return number.doubleValue();
    }
    if (value instanceof BigDecimal decimal) {
      return nearest(decimal, value);
    }
    if (value instanceof BigInteger integer) {
      return exact(new BigDecimal(integer), value);
    }
    if (value instanceof Long number) {
      return WholeNumber.isUnambiguous(number) ? number.doubleValue() : exact(number);
    }
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return ((Number) value).doubleValue();
    }
    if (value instanceof String text) {
      return ofText(text);
    }
    throw ConversionException.unsuited(value, TARGET);
  }

  private static Double ofText(String text) {
    Optional<BigDecimal> decimal = NumericText.parse(text);
    if (decimal.isPresent()) {
      return nearest(decimal.get(), text);
    }
    return switch (text) {
      case "NaN" -> Double.NaN;
      case "Infinity" -> Double.POSITIVE_INFINITY;
      case "-Infinity" -> Double.NEGATIVE_INFINITY;
      default -> throw ConversionException.of(text, TARGET, "the text is not a number");
    };
  }

  private static double nearest(BigDecimal decimal, Object value) {
    double number = decimal.doubleValue();
    if (Double.isInfinite(number) || (number == 0 && decimal.signum() != 0)) {
      throw ConversionException.of(value, TARGET, "it is out of the type's range");
    }
    return number;
  }

  private static double exact(Long value) {
    return exact(BigDecimal.valueOf(value), value);
  }

  private static double exact(BigDecimal whole, Object value) {
    double number = nearest(whole, value);
    if (new BigDecimal(number).compareTo(whole) != 0) {
      throw ConversionException.of(value, TARGET, "the type has no such whole number");
    }
    return number;
  }
}
