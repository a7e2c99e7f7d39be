package io.frazil.connector.schema;

import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** The types that a column's type can become: Iceberg's promotions, which lose no value. */
final class Widening {
  private Widening() {}

  /** The type by which a column comes to hold all values of another type, if there is one. */
  static Optional<Type.PrimitiveType> toHold(Type column, Type values) {
    if (column.typeId() == Type.TypeID.INTEGER && values.typeId() == Type.TypeID.LONG) {
      return Optional.of(Types.LongType.get());
    }
    if (column.typeId() == Type.TypeID.FLOAT && values.typeId() == Type.TypeID.DOUBLE) {
      return Optional.of(Types.DoubleType.get());
    }
    if (column instanceof Types.DecimalType present && values instanceof Types.DecimalType wanted) {
      return toHold(present, wanted);
    }
    return Optional.empty();
  }

  private static Optional<Type.PrimitiveType> toHold(
      Types.DecimalType column, Types.DecimalType values) {
    int precision = values.precision() - values.scale() + column.scale();
    boolean isWider = precision > column.precision() && precision <= DecimalTypes.MAX_PRECISION;
    // A source that does not know the precision states the greatest: values will tell.
    boolean isKnown = values.precision() < DecimalTypes.MAX_PRECISION;
    return isWider && isKnown && values.scale() <= column.scale()
        ? Optional.of(Types.DecimalType.of(precision, column.scale()))
        : Optional.empty();
  }

  /** The widest type that a column's type can become; empty if it is that already. */
  static Optional<Type.PrimitiveType> widest(Type column) {
    return switch (column.typeId()) {
      case INTEGER -> Optional.of(Types.LongType.get());
      case FLOAT -> Optional.of(Types.DoubleType.get());
      case DECIMAL ->
          Optional.<Type.PrimitiveType>of(
                  Types.DecimalType.of(
                      DecimalTypes.MAX_PRECISION, ((Types.DecimalType) column).scale()))
              .filter(widest -> !widest.equals(column));
      default -> Optional.empty();
    };
  }
}
