package io.frazil.connector.write;

import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;

/**
 * Turns key records into small objects that are equal exactly when the keys are: the value itself
 * for a key of one column, else the list of values.
 */
final class KeyValues {
  private final Schema schema;
  private final InternalRecordWrapper values;

  KeyValues(Schema schema) {
    this.schema = schema;
    this.values = new InternalRecordWrapper(schema.asStruct());
  }

  Object of(Record key) {
    values.wrap(key);
    int columns = schema.columns().size();
    if (columns == 1) {
      return value(0);
    }
    List<Object> all = new ArrayList<>(columns);
    for (int column = 0; column < columns; column++) {
      all.add(value(column));
    }
    return all;
  }

  private Object value(int column) {
    Object value = values.get(column, Object.class);
    if (value == null) {
      throw new IllegalArgumentException(
          "Cannot write a change without a key: column '"
              + schema.columns().get(column).name()
              + "' is null.");
    }
    return value;
  }
}
