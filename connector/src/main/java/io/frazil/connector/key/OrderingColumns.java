package io.frazil.connector.key;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Types;

/**
 * The columns that say which of two changes of a key is the newer one: compared one after the other
 * in the order in which they were named, null before any value. Safe to share between threads,
 * except {@link #newComparator()}'s result.
 */
public final class OrderingColumns {
  private final Schema schema;
  private final int[] positions;

  private OrderingColumns(Schema schema, int[] positions) {
    this.schema = schema;
    this.positions = positions;
  }

  /**
   * The ordering columns of a table, by name, the most significant first.
   *
   * @throws IllegalArgumentException if there are none, or one cannot be compared: it is unknown,
   *     nested, or not primitive
   */
  public static OrderingColumns of(Schema table, List<String> names) {
    if (names.isEmpty()) {
      throw new IllegalArgumentException("Cannot order changes without ordering columns.");
    }
    List<Types.NestedField> columns = new ArrayList<>();
    int[] positions = new int[names.size()];
    for (String name : names) {
      int position = position(table, name);
      positions[columns.size()] = position;
      Types.NestedField column = table.columns().get(position);
      // A key-only delete brings no value.
      columns.add(Types.NestedField.optional(column.fieldId(), column.name(), column.type()));
    }
    return new OrderingColumns(new Schema(columns), positions);
  }

  /** The ordering columns only, the most significant first, all optional. */
  public Schema schema() {
    return schema;
  }

  /** The ordering values of a row of the table's schema, which may be used again for the next. */
  public Record valuesOf(Record row) {
    GenericRecord values = GenericRecord.create(schema);
    for (int column = 0; column < positions.length; column++) {
      values.set(column, detached(row.get(positions[column])));
    }
    return values;
  }

  /** Compares records of {@link #schema()}: the newer one is greater. Not thread-safe. */
  public Comparator<Record> newComparator() {
    Comparator<StructLike> comparator = Comparators.forType(schema.asStruct());
    InternalRecordWrapper left = new InternalRecordWrapper(schema.asStruct());
    InternalRecordWrapper right = new InternalRecordWrapper(schema.asStruct());
    return (one, other) -> comparator.compare(left.wrap(one), right.wrap(other));
  }

  // Iceberg's readers use the memory of the last row's bytes again, as well as its record.
  private static Object detached(Object value) {
    if (value instanceof ByteBuffer bytes) {
      return ByteBuffer.allocate(bytes.remaining()).put(bytes.duplicate()).flip();
    }
    return value instanceof byte[] bytes ? bytes.clone() : value;
  }

  private static int position(Schema table, String name) {
    for (int position = 0; position < table.columns().size(); position++) {
      Types.NestedField column = table.columns().get(position);
      if (column.name().equals(name)) {
        if (!column.type().isPrimitiveType()) {
          throw new IllegalArgumentException(
              "Cannot order changes by column '%s': values of type %s cannot be compared. Choose another column."
                  .formatted(name, column.type()));
        }
        return position;
      }
    }
    throw new IllegalArgumentException(
        "Cannot order changes by column '%s': the table has no such top-level column. It has: %s"
            .formatted(
                name,
                String.join(", ", table.columns().stream().map(Types.NestedField::name).toList())));
  }
}
