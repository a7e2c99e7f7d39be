package io.frazil.connector.convert;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.kafka.connect.data.Schema;

/** Whole numbers as Connect has them: of any class, as long as they are exact. */
final class WholeNumber {
  /** From here on a double, or a float, may stand for a neighbour of the number that was meant. */
  private static final double DOUBLE_LIMIT = 0x1p53;

  private static final double FLOAT_LIMIT = 0x1p24;

  private WholeNumber() {}

  /**
   * The converter to a column of whole numbers, for values of this schema: times are numbers of the
   * schema's unit.
   */
  static ValueConverter before(ValueConverter converter, Type target, Schema source) {
    return TimeReading.of(source)
        .map(reading -> converter.after(value -> reading.number(value, target)))
        .orElseGet(() -> ScaledDecimal.before(converter, target, source));
  }

  /**
   * The number that the value is.
   *
   * @throws ConversionException if it is no number, has a fraction, or is out of a long's range
   */
  static long of(Object value, Type target) {
    if (value instanceof Long || value instanceof Integer) {
      return ((Number) value).longValue();
    }
    if (value instanceof Short || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof Double || value instanceof Float) {
      return ofBinary((Number) value, target);
    }
    if (value instanceof BigInteger integer) {
      return ofDecimal(new BigDecimal(integer), value, target);
    }
    if (value instanceof BigDecimal decimal) {
      return ofDecimal(decimal, value, target);
    }
    if (value instanceof String text) {
      Optional<BigDecimal> decimal = NumericText.parse(text);
      if (decimal.isEmpty()) {
        throw ConversionException.of(value, target, "the text is not a number");
      }
      return ofDecimal(decimal.get(), value, target);
    }
    throw ConversionException.unsuited(value, target);
  }

  /** Whether each whole number up to this one has a double, or float, of its own. */
  static boolean isUnambiguous(Number binary) {
    double limit = binary instanceof Float ? FLOAT_LIMIT : DOUBLE_LIMIT;
    return Math.abs(binary.doubleValue()) < limit;
  }

  private static long ofBinary(Number value, Type target) {
    if (!isUnambiguous(value)) {
      throw ConversionException.of(
          value, target, "it is too large for a floating-point number to be exact");
    }
    long whole = value.longValue();
    if (whole != value.doubleValue()) {
      throw ConversionException.of(value, target, "it is not a whole number");
    }
    return whole;
  }

  private static long ofDecimal(BigDecimal decimal, Object value, Type target) {
    try {
      return decimal.longValueExact();
    } catch (ArithmeticException e) {
      throw ConversionException.of(value, target, "it is not a whole number in the type's range");
    }
  }
}
