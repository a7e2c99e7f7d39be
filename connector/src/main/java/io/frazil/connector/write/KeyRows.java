package io.frazil.connector.write;

import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.key.OrderingColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/**
 * Makes the rows of a key file: the key columns, then the ordering columns that are not among them.
 */
final class KeyRows {
  private final KeyColumns key;
  private final Optional<OrderingColumns> ordering;
  private final Schema schema;
  // Copying a record is much cheaper than making one.
  private final GenericRecord empty;
  // Where, among the ordering columns, those are that the key lacks.
  private final List<Integer> added = new ArrayList<>();

  KeyRows(KeyColumns key, Optional<OrderingColumns> ordering) {
    this.key = key;
    this.ordering = ordering;
    List<Types.NestedField> columns = new ArrayList<>(key.schema().columns());
    List<Types.NestedField> orderedBy = ordering.map(o -> o.schema().columns()).orElse(List.of());
    for (int column = 0; column < orderedBy.size(); column++) {
      if (key.schema().findField(orderedBy.get(column).fieldId()) == null) {
        added.add(column);
        columns.add(orderedBy.get(column));
      }
    }
    this.schema = new Schema(columns);
    this.empty = GenericRecord.create(schema);
  }

  Schema schema() {
    return schema;
  }

  KeyColumns key() {
    return key;
  }

  Optional<OrderingColumns> ordering() {
    return ordering;
  }

  /** Of a row of the table. */
  Record of(Record row) {
    Record keyOnly = key.keyOf(row);
    return added.isEmpty() ? keyOnly : of(keyOnly, ordering.map(o -> o.valuesOf(row)));
  }

  /** Of a key and its ordering values; they are null where there are none. */
  Record of(Record keyOnly, Optional<Record> orderingValues) {
    Record whole = empty.copy();
    int column = 0;
    while (column < keyOnly.size()) {
      whole.set(column, keyOnly.get(column));
      column++;
    }
    if (orderingValues.isPresent()) {
      for (int value : added) {
        whole.set(column, orderingValues.get().get(value));
        column++;
      }
    }
    return whole;
  }
}
