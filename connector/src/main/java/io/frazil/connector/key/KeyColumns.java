package io.frazil.connector.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/** The columns that identify a row of a table. */
public final class KeyColumns {
  private final Schema schema;
  // Where the key columns are in a row.
  private final int[] positions;
  // Copying a record is much cheaper than making one.
  private final GenericRecord empty;

  private KeyColumns(Schema table, Set<Integer> fieldIds) {
    this.schema = TypeUtil.select(table, fieldIds);
    this.positions =
        IntStream.range(0, table.columns().size())
            .filter(column -> fieldIds.contains(table.columns().get(column).fieldId()))
            .toArray();
    this.empty = GenericRecord.create(schema);
  }

  /**
   * The key columns of a table, by name.
   *
   * @throws IllegalArgumentException if there are none, or one cannot be a key: it is unknown,
   *     nested, or of a type without reliable equality
   */
  public static KeyColumns of(Schema table, List<String> names) {
    if (names.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot identify rows without key columns. Set id-columns, or identifier fields in the"
              + " table.");
    }
    Set<Integer> ids = new TreeSet<>();
    for (String name : names) {
      ids.add(keyField(table, name).fieldId());
    }
    return new KeyColumns(table, ids);
  }

  /** The key columns only, in the table's order: the struct of each key record. */
  public Schema schema() {
    return schema;
  }

  /** The key of a row of the table's schema. */
  public Record keyOf(Record row) {
    Record key = empty.copy();
    copyKey(row, key);
    return key;
  }

  /** Copies the key of a row of the table's schema into a record that begins with its columns. */
  public void copyKey(Record row, Record into) {
    for (int column = 0; column < positions.length; column++) {
      into.set(column, row.get(positions[column]));
    }
  }

  /** The field ids of the key columns, in the order of {@link #schema()}. */
  public int[] fieldIds() {
    return schema.columns().stream().mapToInt(Types.NestedField::fieldId).toArray();
  }

  private static Types.NestedField keyField(Schema table, String name) {
    List<Types.NestedField> columns = new ArrayList<>(table.columns());
    columns.removeIf(column -> !column.name().equals(name));
    if (columns.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot use column '"
              + name
              + "' as key: the table has no such top-level column. It has: "
              + table.columns().stream()
                  .map(Types.NestedField::name)
                  .collect(Collectors.joining(", ")));
    }
    Types.NestedField column = columns.get(0);
    whyNotAKey(column.type())
        .ifPresent(
            reason -> {
              throw new IllegalArgumentException(
                  "Cannot use column '" + name + "' as key: " + reason + " Choose another key.");
            });
    return column;
  }

  private static Optional<String> whyNotAKey(Type type) {
    return switch (type.typeId()) {
      case FLOAT, DOUBLE -> Optional.of("floating-point values have no reliable equality.");
      // Seen on 1.12.0: they keep the array that the next key is read into.
      case FIXED ->
          Optional.of("Iceberg's readers mix up equality deletes of type fixed; binary works.");
      default ->
          type.isPrimitiveType()
              ? Optional.empty()
              : Optional.of("values of type " + type + " are not primitive.");
    };
  }
}
