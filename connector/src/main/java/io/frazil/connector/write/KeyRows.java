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
 * One row at a time, which is to be written before the next one is made: not thread-safe.
 */
final class KeyRows {
  private final KeyColumns key;
  private final Optional<OrderingColumns> ordering;
  private final Schema schema;
  // Filled anew each time.
  private final GenericRecord keyRow;
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
    this.keyRow = GenericRecord.create(schema);
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
    key.copyKey(row, keyRow);
    return withOrderingValues(ordering.map(columns -> columns.valuesOf(row)));
  }

  /** Of a key and its ordering values; they are null where there are none. */
  Record of(Record keyOnly, Optional<Record> orderingValues) {
    for (int column = 0; column < keyOnly.size(); column++) {
      keyRow.set(column, keyOnly.get(column));
    }
    return withOrderingValues(orderingValues);
  }

  private Record withOrderingValues(Optional<Record> values) {
    int column = keyRow.size() - added.size();
    for (int value : added) {
      keyRow.set(column, values.map(known -> known.get(value)).orElse(null));
      column++;
    }
    return keyRow;
  }
}
