package io.frazil.benchmark.deletes;

import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.write.AppendDeltaWriter;
import io.frazil.connector.write.DeltaFiles;
import io.frazil.connector.write.Spooling;
import io.frazil.connector.write.UpsertDeltaWriter;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;

/** Writes rows as a task does. */
final class Deltas {
  private Deltas() {}

  /** Rows that take the place of those of the same key. */
  static DeltaFiles upsert(Table table, List<Record> rows, Spooling spooling) {
    KeyColumns key = KeyColumns.of(table.schema(), List.of(Orders.KEY));
    try (UpsertDeltaWriter writer =
        UpsertDeltaWriter.open(table, key, table.spec(), Map.of(), spooling, UUID.randomUUID())) {
      for (Record row : rows) {
        writer.upsert(key.keyOf(row), row);
      }
      return writer.complete();
    }
  }

  /** Rows that are only added. */
  static DeltaFiles append(Table table, List<Record> rows, Spooling spooling) {
    try (AppendDeltaWriter writer =
        AppendDeltaWriter.open(table, Map.of(), spooling, UUID.randomUUID())) {
      rows.forEach(writer::append);
      return writer.complete();
    }
  }
}
