package io.frazil.connector.table;

import io.frazil.connector.commit.Delta;
import io.frazil.connector.commit.Offsets;
import io.frazil.connector.commit.OlderRows;
import io.frazil.connector.commit.Plan;
import io.frazil.connector.commit.Position;
import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.commit.TableState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.types.Types;

/** A table with what a test needs around it: files, deltas, plans in one line each. */
final class Ledger {
  static final UUID LIFE = new UUID(0, 7);
  static final SourcePartition FIRST = new SourcePartition("orders", 0);
  static final SourcePartition SECOND = new SourcePartition("orders", 1);
  static final TableRef TABLE = TableRef.main("db.t");
  static final String CONNECTOR = "sink";
  private static final TableIdentifier NAME = TableIdentifier.of("db", "t");
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));

  private final Catalog catalog;
  private final TableCommitter committer;

  <C extends Catalog & SupportsNamespaces> Ledger(C catalog) {
    this.catalog = catalog;
    catalog.createNamespace(Namespace.of("db"));
    create();
    this.committer = new TableCommitter(catalog, CONNECTOR, UUID::randomUUID);
  }

  Table create() {
    return create(Map.of());
  }

  Table create(Map<String, String> properties) {
    return catalog
        .buildTable(NAME, SCHEMA)
        .withProperty("commit.retry.min-wait-ms", "1")
        .withProperty("commit.retry.max-wait-ms", "2")
        .withProperties(properties)
        .create();
  }

  TableCommitter committer() {
    return committer;
  }

  Table table() {
    return catalog.loadTable(NAME);
  }

  TableMetadata metadata() {
    return ((HasTableOperations) table()).operations().current();
  }

  List<Snapshot> snapshots() {
    List<Snapshot> all = new ArrayList<>();
    table().snapshots().forEach(all::add);
    return all;
  }

  /** Loads the table and plans the deltas, each in a layer of its own. */
  @SafeVarargs
  final Plan<ContentFile<?>> plan(Delta<ContentFile<?>>... deltas) {
    return plan(TABLE, deltas);
  }

  @SafeVarargs
  final Plan<ContentFile<?>> plan(TableRef table, Delta<ContentFile<?>>... deltas) {
    TableState base = committer.load(table);
    List<Plan.Layer<ContentFile<?>>> layers = new ArrayList<>();
    Offsets upto = base.committed();
    for (Delta<ContentFile<?>> delta : deltas) {
      upto = upto.with(delta.upto());
      layers.add(new Plan.Layer<>(List.of(delta), upto));
    }
    return new Plan<>(UUID.randomUUID(), table, base, layers, Set.of(), Optional.empty());
  }

  /** A delta that moves the first source partition from one offset to another. */
  Delta<ContentFile<?>> delta(long from, long to, ContentFile<?>... files) {
    Offsets base = from == 0 ? Offsets.none() : at(from);
    return new Delta<>(
        UUID.randomUUID(),
        TABLE,
        table().uuid(),
        base,
        at(to),
        List.of(files),
        OlderRows.STAY,
        to - from,
        files.length);
  }

  static Offsets at(long offset) {
    return Offsets.of(FIRST, new Position(LIFE, offset));
  }

  DataFile rows() {
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath(file("rows"))
        .withFileSizeInBytes(1)
        .withRecordCount(1)
        .build();
  }

  DeleteFile keys() {
    return FileMetadata.deleteFileBuilder(PartitionSpec.unpartitioned())
        .ofEqualityDeletes(1)
        .withPath(file("keys"))
        .withFileSizeInBytes(1)
        .withRecordCount(1)
        .build();
  }

  /** How often each data file was added, over all snapshots. */
  Map<String, Integer> timesAdded() {
    Map<String, Integer> times = new HashMap<>();
    for (Snapshot snapshot : snapshots()) {
      SnapshotChanges.builderFor(table())
          .snapshot(snapshot)
          .build()
          .addedDataFiles()
          .forEach(file -> times.merge(file.location(), 1, Integer::sum));
    }
    return times;
  }

  boolean exists(ContentFile<?> file) {
    return table().io().newInputFile(file.location()).exists();
  }

  private String file(String kind) {
    String path = table().location() + "/data/" + kind + "-" + UUID.randomUUID() + ".parquet";
    try (PositionOutputStream out = table().io().newOutputFile(path).create()) {
      out.write(1);
      return path;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
