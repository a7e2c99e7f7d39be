package io.frazil.connector.convert;

import io.frazil.connector.convert.Columns.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.iceberg.data.Record;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Which field of a Connect schema goes to which column, so that a record takes no look-ups. */
final class FieldPlan {
  private record Step(Field field, boolean hasDefault, Column column) {
    private Object value(Struct struct) {
      // By index; but this getter replaces an explicit null by the default, and the other looks up.
      return hasDefault ? struct.getWithoutDefault(field.name()) : struct.get(field);
    }
  }

  private final List<Step> steps;

  private FieldPlan(List<Step> steps) {
    this.steps = steps;
  }

  /** The plan for structs of this schema. */
  static FieldPlan of(Schema schema, Function<String, Optional<Column>> columns) {
    List<Step> steps = new ArrayList<>();
    for (Field field : schema.fields()) {
      Optional<Column> column = columns.apply(field.name());
      if (column.isPresent()) {
        boolean hasDefault = field.schema().defaultValue() != null;
        steps.add(new Step(field, hasDefault, column.get().forSource(field.schema())));
      }
    }
    return new FieldPlan(steps);
  }

  /** Sets the columns that the struct has values for, but those of some fields. */
  void fill(Record row, Struct struct, Set<String> leftOut) {
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      Object value = step.value(struct);
      if (value != null && !leftOut.contains(step.field().name())) {
        StructConverter.set(row, step.column(), value);
      }
    }
  }
}
