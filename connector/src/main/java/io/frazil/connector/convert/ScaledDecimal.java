package io.frazil.connector.convert;

import io.frazil.connector.semantic.SemanticType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Decimals that come as structs, each with its own scale. */
final class ScaledDecimal {
  private static final String SCALE = "scale";
  private static final String VALUE = "value";

  private ScaledDecimal() {}

  /** The converter to a column of numbers or text, for values of this schema. */
  static ValueConverter before(ValueConverter converter, Type target, Schema source) {
    boolean isScaled =
        SemanticType.of(source).equals(Optional.of(SemanticType.VARIABLE_SCALE_DECIMAL));
    return isScaled ? converter.after(value -> decimal(value, target)) : converter;
  }

  private static BigDecimal decimal(Object value, Type target) {
    if (value instanceof Struct struct
        && struct.schema().field(SCALE) != null
        && struct.schema().field(VALUE) != null
        && struct.getWithoutDefault(SCALE) instanceof Integer scale
        && struct.getWithoutDefault(VALUE) != null) {
      byte[] digits = Bytes.of(struct.getWithoutDefault(VALUE), target);
      if (digits.length > 0) {
        return new BigDecimal(new BigInteger(digits), scale);
      }
    }
    throw ConversionException.of(value, target, "it is no decimal with a scale");
  }
}
