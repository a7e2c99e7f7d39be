package io.frazil.connector.convert;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;

/**
 * Numbers and their text become a decimal of the column's scale. A double is taken for the shortest
 * decimal number that it stands for, as far as doubles tell whole numbers apart.
 */
final class DecimalConverter implements ValueConverter {
  private final Types.DecimalType target;

  DecimalConverter(Types.DecimalType target) {
    this.target = target;
  }

  @Override
  public ValueConverter forSource(Schema source) {
    return ScaledDecimal.before(this, target, source);
  }

  @Override
  public Object convert(Object value) {
    BigDecimal decimal = decimal(value);
    // Zeros are cut first, not divided away by setScale: 1E-999999999 would take it hours.
    BigDecimal shortened =
        decimal.scale() > target.scale() ? decimal.stripTrailingZeros() : decimal;
    if (shortened.scale() > target.scale()) {
      throw ConversionException.of(value, target, "it has more decimal places than the column");
    }
    long wholeDigits = (long) shortened.precision() - shortened.scale();
    if (shortened.signum() != 0 && wholeDigits > target.precision() - target.scale()) {
      throw ConversionException.of(value, target, "it has more digits than the column");
    }
    return shortened.signum() == 0
        ? BigDecimal.valueOf(0, target.scale())
        : shortened.setScale(target.scale(), RoundingMode.UNNECESSARY);
  }

  private BigDecimal decimal(Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    if (value instanceof Long || value instanceof Integer) {
      return BigDecimal.valueOf(((Number) value).longValue());
    }
    if (value instanceof Short || value instanceof Byte) {
      return BigDecimal.valueOf(((Number) value).longValue());
    }
    if (value instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    if (value instanceof Double || value instanceof Float) {
      return ofBinary((Number) value);
    }
    if (value instanceof String text) {
      return ofText(text);
    }
    throw ConversionException.unsuited(value, target);
  }

  private BigDecimal ofBinary(Number value) {
    if (!WholeNumber.isUnambiguous(value)) {
      throw ConversionException.of(
          value, target, "it is too large for a floating-point number to be exact");
    }
    return new BigDecimal(value.toString());
  }

  private BigDecimal ofText(String text) {
    Optional<BigDecimal> decimal = NumericText.parse(text);
    if (decimal.isEmpty()) {
      throw ConversionException.of(text, target, "the text is not a number");
    }
    return decimal.get();
  }
}
