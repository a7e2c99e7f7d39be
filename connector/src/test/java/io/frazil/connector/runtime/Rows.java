package io.frazil.connector.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;

/** The rows of a table that has a column {@code id} of whole numbers. */
final class Rows {
  private Rows() {}

  /** The rows in the order of their ids, each without its nulls. */
  static List<Map<String, Object>> of(Table table) {
    List<Map<String, Object>> rows = inAnyOrder(table);
    rows.sort((one, other) -> Long.compare(id(one), id(other)));
    return rows;
  }

  /** The rows of any table, each without its nulls. */
  static List<Map<String, Object>> inAnyOrder(Table table) {
    List<Map<String, Object>> rows = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      for (Record row : records) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Types.NestedField column : table.schema().columns()) {
          if (row.getField(column.name()) != null) {
            values.put(column.name(), row.getField(column.name()));
          }
        }
        rows.add(values);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  private static long id(Map<String, Object> row) {
    return ((Number) row.get("id")).longValue();
  }
}
