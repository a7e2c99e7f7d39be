package io.frazil.connector.convert;

import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.kafka.connect.data.Schema;

/** Refuses every value of a column, or of a field, whose type is not supported yet. */
final class RefusingConverter implements ValueConverter {
  private final Type target;
  private final String reason;

  RefusingConverter(Type target) {
    this.target = target;
    this.reason = "columns of this type are not supported yet";
  }

  RefusingConverter(Type target, Schema source) {
    this.target = target;
    this.reason =
        "logical type '%s' is not supported yet"
            .formatted(Optional.ofNullable(source.name()).orElse(source.type().getName()));
  }

  @Override
  public Object convert(Object value) {
    throw ConversionException.of(value, target, reason);
  }
}
