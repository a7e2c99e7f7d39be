package io.frazil.connector.convert;

import io.frazil.connector.semantic.SemanticType;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.types.Type;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** The binary form of shapes that come as structs. */
final class WellKnownBinary {
  private static final Set<SemanticType> SHAPES =
      Set.of(SemanticType.POINT, SemanticType.GEOMETRY, SemanticType.GEOGRAPHY);
  private static final String BINARY_FORM = "wkb";

  private WellKnownBinary() {}

  /** The converter to a column of bytes, for values of this schema. */
  static ValueConverter before(ValueConverter converter, Type target, Schema source) {
    Optional<SemanticType> shape = SemanticType.of(source).filter(SHAPES::contains);
    return shape.isPresent() ? converter.after(value -> binaryForm(value, target)) : converter;
  }

  private static Object binaryForm(Object value, Type target) {
    if (value instanceof Struct struct
        && struct.schema().field(BINARY_FORM) != null
        && struct.getWithoutDefault(BINARY_FORM) != null) {
      return struct.getWithoutDefault(BINARY_FORM);
    }
    throw ConversionException.of(value, target, "it is no shape with a well-known binary form");
  }
}
