package io.frazil.connector.convert;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/** Copies some columns of a row, none of which may be null, into a record of their own. */
final class Projection {
  private record Step(int from, String name, Optional<Projection> nested) {}

  private final GenericRecord empty;
  private final List<Step> steps;

  private Projection(GenericRecord empty, List<Step> steps) {
    this.empty = empty;
    this.steps = steps;
  }

  /** A projection of rows of one type to another, which has some of its fields in any order. */
  static Projection of(Types.StructType from, Types.StructType target) {
    List<Step> steps = new ArrayList<>();
    for (Types.NestedField field : target.fields()) {
      Types.NestedField source = from.field(field.fieldId());
      Optional<Projection> nested =
          field.type().isStructType()
              ? Optional.of(of(source.type().asStructType(), field.type().asStructType()))
              : Optional.empty();
      steps.add(new Step(from.fields().indexOf(source), field.name(), nested));
    }
    return new Projection(GenericRecord.create(target), steps);
  }

  /**
   * @throws ConversionException if one of the columns is null
   */
  Record of(Record row) {
    Record projected = empty.copy();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      projected.set(i, value(step, row.get(step.from())));
    }
    return projected;
  }

  private static Object value(Step step, Object value) {
    if (value == null) {
      throw ConversionException.of("it is a key column and null").within(step.name());
    }
    if (step.nested().isEmpty()) {
      return value;
    }
    try {
      return step.nested().get().of((Record) value);
    } catch (ConversionException e) {
      throw e.within(step.name());
    }
  }
}
