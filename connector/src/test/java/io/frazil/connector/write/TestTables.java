package io.frazil.connector.write;

import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.table.NewTable;
import io.frazil.connector.table.PartitionBy;
import io.frazil.connector.table.TableCreator;
import io.frazil.connector.table.TableUse;
import io.frazil.connector.table.UnpartitionedSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.CloseableIterable;

/** Tables to write deltas into, committed as a committer would, and read as an engine would. */
final class TestTables {
  private final Catalog catalog;

  TestTables(Catalog catalog) {
    this.catalog = catalog;
  }

  static TestTables inMemory() {
    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize("memory", Map.of());
    return new TestTables(catalog);
  }

  Table create(
      Schema schema, String partitionBy, int formatVersion, Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(properties);
    all.put(TableProperties.FORMAT_VERSION, Integer.toString(formatVersion));
    TableUse use = formatVersion == 1 ? TableUse.APPEND : TableUse.EQUALITY_DELETES;
    return new TableCreator(catalog)
        .loadOrCreate(
            new NewTable(
                TableIdentifier.of("db", "t" + UUID.randomUUID().toString().replace('-', '_')),
                schema,
                PartitionBy.parse(partitionBy),
                all,
                use));
  }

  static UpsertDeltaWriter openUpsert(Table table, String... keyColumns) {
    return UpsertDeltaWriter.open(
        table,
        KeyColumns.of(table.schema(), List.of(keyColumns)),
        UnpartitionedSpec.ensure(table),
        Map.of(),
        spooling(),
        UUID.randomUUID());
  }

  /** Where nothing is written, since tests have few rows. */
  static Spooling spooling() {
    return Spooling.of(Path.of("unused"), 1);
  }

  /** The rows of a complete file of a delta. */
  static List<Record> rowsOf(Table table, ContentFile<?> file, Schema schema) {
    ReadBuilder<Record, Object> builder =
        FormatModelRegistry.readBuilder(
            file.format(), Record.class, table.io().newInputFile(file.location()));
    try (CloseableIterable<Record> rows = builder.project(schema).build()) {
      List<Record> all = new ArrayList<>();
      rows.forEach(all::add);
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Record row(Schema schema, Object... values) {
    GenericRecord row = GenericRecord.create(schema);
    for (int column = 0; column < values.length; column++) {
      row.set(column, values[column]);
    }
    return row;
  }

  static void commit(Table table, List<? extends ContentFile<?>> files) {
    table.refresh();
    RowDelta snapshot = table.newRowDelta();
    for (ContentFile<?> file : files) {
      if (file instanceof DataFile rows) {
        snapshot.addRows(rows);
      } else if (file instanceof DeleteFile deletes) {
        snapshot.addDeletes(deletes);
      }
    }
    snapshot.commit();
  }

  static List<List<Object>> scan(Table table) {
    table.refresh();
    List<List<Object>> rows = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      for (Record record : records) {
        List<Object> values = new ArrayList<>();
        // The reader may add metadata columns behind these.
        for (int column = 0; column < table.schema().columns().size(); column++) {
          values.add(record.get(column));
        }
        rows.add(values);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }
}
