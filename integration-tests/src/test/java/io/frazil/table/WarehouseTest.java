package io.frazil.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarehouseTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "colour", Types.StringType.get()));

  @TempDir private Path folder;

  @Test
  void rowsAreReadNowAndAsTheyWere() {
    try (Warehouse warehouse = Warehouse.at(folder)) {
      Table table = createTable(warehouse);
      append(table, Map.of("id", 1L, "colour", "red"));
      append(table, Map.of("id", 2L));

      TableReader reader = warehouse.table("db.things").orElseThrow();

      assertThat(reader.columns()).containsExactly("id", "colour");
      assertThat(reader.rows()).extracting(row -> row.get("colour")).containsOnly("red", null);
      long first = reader.snapshots().get(0).id();
      assertThat(reader.rows(first))
          .containsExactly(new TreeMap<>(Map.of("id", 1L, "colour", "red")));
    }
  }

  @Test
  void aTableThatDoesNotExistIsAbsent() {
    try (Warehouse warehouse = Warehouse.at(folder)) {
      assertThat(warehouse.table("db.things")).isEmpty();
    }
  }

  @Test
  void theCatalogOfAConnectorsConfigurationIsTheSame() {
    Map<String, String> config =
        Map.of(
            "iceberg.catalog.type", "jdbc",
            "iceberg.catalog.uri", "jdbc:sqlite:${env:PLACE}/catalog.db",
            "iceberg.catalog.warehouse", "${env:PLACE}");
    try (Warehouse here = Warehouse.at(folder);
        Warehouse there = Warehouse.of(config, Map.of("PLACE", folder.toString()))) {
      createTable(here);

      assertThat(there.table("db.things")).isPresent();
    }
  }

  @Test
  void aSnapshotTellsTheOffsetsOfItsConnector() {
    try (Warehouse warehouse = Warehouse.at(folder)) {
      Table table = createTable(warehouse);
      table
          .newAppend()
          .set(
              "frazil.offsets.sink",
              "{\"v\":1,\"topics\":{\"orders\":{\"id\":\"i\",\"0\":12,\"1\":{\"id\":\"j\",\"offset\":3}}}}")
          .commit();

      SnapshotInfo snapshot = warehouse.table("db.things").orElseThrow().snapshots().get(0);

      assertThat(snapshot.offsets("sink")).isEqualTo(Map.of("orders-0", 12L, "orders-1", 3L));
      assertThat(snapshot.offsets("another")).isEmpty();
    }
  }

  private static Table createTable(Warehouse warehouse) {
    ((SupportsNamespaces) warehouse.catalog()).createNamespace(Namespace.of("db"));
    return warehouse.catalog().createTable(TableIdentifier.of("db", "things"), SCHEMA);
  }

  private static void append(Table table, Map<String, Object> row) {
    Record record = GenericRecord.create(SCHEMA).copy(row);
    String location = table.locationProvider().newDataLocation(UUID.randomUUID() + ".parquet");
    DataWriter<Record> writer =
        new GenericFileWriterFactory.Builder(table)
            .build()
            .newDataWriter(
                EncryptedFiles.plainAsEncryptedOutput(table.io().newOutputFile(location)),
                PartitionSpec.unpartitioned(),
                null);
    try (writer) {
      writer.write(record);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    DataFile file = writer.toDataFile();
    table.newAppend().appendFile(file).commit();
  }
}
