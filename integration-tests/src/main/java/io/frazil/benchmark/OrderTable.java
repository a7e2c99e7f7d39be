package io.frazil.benchmark;

import io.frazil.table.SnapshotInfo;
import io.frazil.table.TableReader;
import io.frazil.table.Warehouse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/** A table for orders in a catalog of its own, made before a connector writes to it. */
final class OrderTable implements AutoCloseable {
  private static final TableIdentifier NAME = TableIdentifier.of("shop", "orders");

  private final Path folder;
  private final Warehouse warehouse;
  private final Table table;

  private OrderTable(Path folder, Warehouse warehouse, Table table) {
    this.folder = folder;
    this.warehouse = warehouse;
    this.table = table;
  }

  /** Makes a new table, in a folder that does not exist yet. */
  static OrderTable create(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot create '%s'.".formatted(folder), failure);
    }
    Warehouse warehouse = Warehouse.at(folder);
    ((SupportsNamespaces) warehouse.catalog()).createNamespace(Namespace.of("shop"));
    Table table =
        warehouse
            .catalog()
            .createTable(
                NAME,
                Orders.schema(),
                PartitionSpec.unpartitioned(),
                Map.of("format-version", "2"));
    return new OrderTable(folder, warehouse, table);
  }

  /** How a connector finds it. */
  Map<String, String> config() {
    return Map.of(
        "iceberg.tables",
        NAME.toString(),
        "iceberg.catalog",
        "iceberg",
        "iceberg.catalog.type",
        "jdbc",
        "iceberg.catalog.uri",
        "jdbc:sqlite:" + folder.resolve("catalog.db"),
        "iceberg.catalog.warehouse",
        folder.toString());
  }

  List<SnapshotInfo> snapshots() {
    return new TableReader(table).snapshots();
  }

  /** Reads the table and makes sure that it has each order from 0 to {@code count} once. */
  void verify(long count) {
    table.refresh();
    BitSet found = new BitSet(Math.toIntExact(count));
    long rows = 0;
    try (CloseableIterable<Record> records =
        IcebergGenerics.read(table).select(Orders.KEY).build()) {
      for (Record record : records) {
        found.set(Math.toIntExact((long) record.getField(Orders.KEY)));
        rows++;
      }
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot read the table.", failure);
    }
    if (rows != count || found.cardinality() != count) {
      throw new IllegalStateException(
          "The table in '%s' is wrong: it has %d rows and %d different orders instead of %d."
              .formatted(folder, rows, found.cardinality(), count));
    }
  }

  @Override
  public void close() {
    warehouse.close();
  }
}
