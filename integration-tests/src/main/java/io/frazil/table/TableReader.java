package io.frazil.table;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.iceberg.util.SnapshotUtil;

/** What a table holds, always as of its newest metadata. */
public record TableReader(Table table) {
  public TableReader {
    requireNonNull(table, "table");
  }

  /** Names of the columns in the order of the table. */
  public List<String> columns() {
    table.refresh();
    return table.schema().columns().stream().map(NestedField::name).toList();
  }

  /**
   * The current rows in any order, each by column name; a column that is null has the value null.
   */
  public List<NavigableMap<String, Object>> rows() {
    table.refresh();
    return read(IcebergGenerics.read(table), table.schema());
  }

  /** The rows as they were at a snapshot. */
  public List<NavigableMap<String, Object>> rows(long snapshotId) {
    table.refresh();
    return read(
        IcebergGenerics.read(table).useSnapshot(snapshotId),
        SnapshotUtil.schemaFor(table, snapshotId));
  }

  /** The table's snapshots, oldest first. */
  public List<SnapshotInfo> snapshots() {
    table.refresh();
    return StreamSupport.stream(table.snapshots().spliterator(), false)
        .map(SnapshotInfo::of)
        .toList();
  }

  /** The snapshots that led to the present one, oldest first: none that was rolled back. */
  public List<SnapshotInfo> history() {
    return ancestors().stream().map(SnapshotInfo::of).toList();
  }

  /** The same, as Iceberg has them. */
  public List<Snapshot> ancestors() {
    table.refresh();
    List<Snapshot> ancestors = new ArrayList<>();
    SnapshotUtil.currentAncestors(table).forEach(ancestors::add);
    Collections.reverse(ancestors);
    return ancestors;
  }

  private static List<NavigableMap<String, Object>> read(
      IcebergGenerics.ScanBuilder scan, Schema schema) {
    List<String> columns = schema.columns().stream().map(NestedField::name).toList();
    List<NavigableMap<String, Object>> rows = new ArrayList<>();
    try (CloseableIterable<Record> records = scan.build()) {
      for (Record record : records) {
        NavigableMap<String, Object> row = new TreeMap<>();
        // Where a table has deletes, records have columns more, such as a row's position.
        columns.forEach(column -> row.put(column, record.getField(column)));
        rows.add(Collections.unmodifiableNavigableMap(row));
      }
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot read the table.", failure);
    }
    return rows;
  }
}
