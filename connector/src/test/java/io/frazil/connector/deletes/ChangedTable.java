package io.frazil.connector.deletes;

import io.frazil.connector.resolve.LiveFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.iceberg.util.DeleteFileSet;
import org.roaringbitmap.RoaringBitmap;

/**
 * A table of an in-memory catalog whose rows have unique ids: written by a writer of the test's
 * own, committed as a committer would, and read by Iceberg's own reader.
 */
final class ChangedTable {
  static final Schema SCHEMA =
      new Schema(
          NestedField.required(1, "id", Types.LongType.get()),
          NestedField.optional(2, "category", Types.StringType.get()),
          NestedField.optional(3, "payload", Types.StringType.get()));

  // The compressor's buffers would cost more than these rows.
  private static final Map<String, String> FAST =
      Map.of(TableProperties.PARQUET_COMPRESSION, "uncompressed");

  final Table table;

  /**
   * Where a row lies.
   *
   * @param rowId -1 where rows have none
   * @param updated the number of the commit that changed it last, -1 where unknown
   */
  record Place(String file, long position, long rowId, long updated) {}

  private ChangedTable(Table table) {
    this.table = table;
  }

  static ChangedTable create(
      int formatVersion, FileFormat format, PartitionSpec spec, SortOrder order) {
    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize("memory", Map.of());
    catalog.createNamespace(Namespace.of("db"));
    Map<String, String> properties = new HashMap<>(FAST);
    properties.put(TableProperties.FORMAT_VERSION, Integer.toString(formatVersion));
    properties.put(TableProperties.DEFAULT_FILE_FORMAT, format.name());
    return new ChangedTable(
        catalog
            .buildTable(TableIdentifier.of("db", "t"), SCHEMA)
            .withPartitionSpec(spec)
            .withSortOrder(order)
            .withProperties(properties)
            .create());
  }

  /** In a folder, whose files can be listed. */
  static ChangedTable createIn(Path folder, int formatVersion) {
    Map<String, String> properties = new HashMap<>(FAST);
    properties.put(TableProperties.FORMAT_VERSION, Integer.toString(formatVersion));
    properties.put(TableProperties.DEFAULT_FILE_FORMAT, FileFormat.PARQUET.name());
    return new ChangedTable(
        new HadoopTables(new Configuration())
            .create(SCHEMA, PartitionSpec.unpartitioned(), properties, folder.toString()));
  }

  static ChangedTable create(int formatVersion) {
    return create(
        formatVersion, FileFormat.PARQUET, PartitionSpec.unpartitioned(), SortOrder.unsorted());
  }

  Record row(long id) {
    GenericRecord row = GenericRecord.create(table.schema());
    row.setField("id", id);
    row.setField("category", category(id));
    row.setField("payload", "row " + id);
    return row;
  }

  static String category(long id) {
    return "c" + id % 2;
  }

  /** Writes data files of the default spec, one for each partition. */
  List<DataFile> write(Collection<Long> ids) {
    Map<String, List<Record>> partitions = new TreeMap<>();
    Map<String, PartitionKey> keys = new HashMap<>();
    InternalRecordWrapper values = new InternalRecordWrapper(table.schema().asStruct());
    for (long id : ids) {
      PartitionKey key = new PartitionKey(table.spec(), table.schema());
      key.partition(values.wrap(row(id)));
      keys.put(key.toPath(), key);
      partitions.computeIfAbsent(key.toPath(), path -> new ArrayList<>()).add(row(id));
    }
    List<DataFile> files = new ArrayList<>();
    partitions.forEach((path, rows) -> files.add(write(keys.get(path), rows)));
    return files;
  }

  private DataFile write(PartitionKey partition, List<Record> rows) {
    DataWriter<Record> writer =
        writers()
            .dataSortOrder(table.sortOrder())
            .build()
            .newDataWriter(
                newFiles().build().newOutputFile(table.spec(), partition), table.spec(), partition);
    try (writer) {
      rows.forEach(writer::write);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return writer.toDataFile();
  }

  void append(Long... ids) {
    append(List.of(ids));
  }

  void append(Collection<Long> ids) {
    commit(write(ids), new Removal(List.of(), List.of(), List.of(), List.of(), List.of()));
  }

  /** Removes rows by their ids, with equality deletes as another writer would. */
  void deleteByKey(Collection<Long> ids) {
    Schema key = table.schema().select("id");
    RowDelta delta = table.newRowDelta();
    // In each partition of each spec: rows of any may have these ids.
    plan().stream()
        .map(LiveFile::file)
        .collect(Collectors.toMap(this::partitionName, file -> file, (a, b) -> a))
        .values()
        .forEach(
            file -> {
              PartitionSpec spec = table.specs().get(file.specId());
              EqualityDeleteWriter<Record> writer =
                  writers()
                      .equalityFieldIds(new int[] {1})
                      .equalityDeleteRowSchema(key)
                      .build()
                      .newEqualityDeleteWriter(
                          newFiles().build().newOutputFile(spec, file.partition()),
                          spec,
                          file.partition());
              try (writer) {
                for (long id : ids) {
                  Record row = GenericRecord.create(key);
                  row.setField("id", id);
                  writer.write(row);
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              delta.addDeletes(writer.toDeleteFile());
            });
    delta.commit();
  }

  /** Removes rows by one position delete file for all data files, which are of one partition. */
  DeleteFile deleteByOneFile(Collection<Long> ids) {
    Map<LiveFile, RoaringBitmap> positions = positions(ids::contains);
    DataFile first = positions.keySet().iterator().next().file();
    PartitionSpec spec = table.specs().get(first.specId());
    PositionDeleteWriter<Record> writer =
        writers()
            .build()
            .newPositionDeleteWriter(
                newFiles().build().newOutputFile(spec, first.partition()), spec, first.partition());
    Map<String, RoaringBitmap> sorted = new TreeMap<>();
    positions.forEach((file, removed) -> sorted.put(file.file().location(), removed));
    try (writer) {
      PositionDelete<Record> reused = PositionDelete.create();
      sorted.forEach(
          (file, removed) -> {
            for (int position : removed) {
              writer.write(reused.set(file, position));
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    table.newRowDelta().addDeletes(writer.toDeleteFile()).commit();
    return writer.toDeleteFile();
  }

  String partitionName(DataFile file) {
    PartitionSpec spec = table.specs().get(file.specId());
    return spec.specId() + ":" + spec.partitionToPath(file.partition());
  }

  /** Rewrites all data files into new ones, as a compaction by another would. */
  void compact() {
    List<Long> ids = List.copyOf(places().keySet());
    RewriteFiles rewrite =
        table.newRewrite().validateFromSnapshot(table.currentSnapshot().snapshotId());
    plan().forEach(file -> rewrite.deleteFile(file.file()));
    write(ids).forEach(rewrite::addFile);
    rewrite.commit();
  }

  /** Commits new data files and a removal, as the committer does. */
  void commit(List<DataFile> newRows, Removal removal) {
    RowDelta delta = table.newRowDelta();
    if (table.currentSnapshot() != null) {
      delta.validateFromSnapshot(table.currentSnapshot().snapshotId());
    }
    newRows.stream()
        .filter(file -> !removal.supersededRows().contains(file))
        .forEach(delta::addRows);
    removal.addedRows().forEach(delta::addRows);
    removal.removedRows().forEach(delta::removeRows);
    removal.addedDeletes().forEach(delta::addDeletes);
    removal.replacedDeletes().forEach(delta::removeDeletes);
    List<String> old = newRows.stream().map(DataFile::location).toList();
    delta.validateDataFilesExist(
        removal.addedDeletes().stream()
            .map(DeleteFile::referencedDataFile)
            .filter(Predicate.not(old::contains))
            .toList());
    delta.validateDeletedFiles();
    delta.commit();
  }

  /** The positions of rows, by data files of the current snapshot. */
  Map<LiveFile, RoaringBitmap> positions(Predicate<Long> ids) {
    Map<String, LiveFile> files = new HashMap<>();
    plan().forEach(file -> files.put(file.file().location(), file));
    Map<LiveFile, RoaringBitmap> positions = new HashMap<>();
    places()
        .forEach(
            (id, place) -> {
              if (ids.test(id)) {
                positions
                    .computeIfAbsent(files.get(place.file()), file -> new RoaringBitmap())
                    .add((int) place.position());
              }
            });
    return positions;
  }

  List<LiveFile> plan() {
    List<LiveFile> files = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      tasks.forEach(task -> files.add(new LiveFile(task.file(), task.deletes())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  /** All delete files that apply to any data file, each once. */
  List<DeleteFile> deleteFiles() {
    return List.copyOf(
        DeleteFileSet.of(plan().stream().flatMap(file -> file.deletes().stream()).toList()));
  }

  /** Where each live row lies; fails if an id is there twice or a column is wrong. */
  Map<Long, Place> places() {
    Schema columns =
        new Schema(
            Stream.concat(
                    SCHEMA.columns().stream(),
                    Stream.of(
                        MetadataColumns.FILE_PATH,
                        MetadataColumns.ROW_POSITION,
                        MetadataColumns.ROW_ID,
                        MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER))
                .toList());
    Map<Long, Place> places = new TreeMap<>();
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table).project(columns).build()) {
      for (Record row : rows) {
        long id = row.get(0, Long.class);
        Place place =
            new Place(
                row.get(3, String.class), row.get(4, Long.class), number(row, 5), number(row, 6));
        if (places.put(id, place) != null
            || !category(id).equals(row.get(1))
            || !("row " + id).equals(row.get(2))) {
          throw new AssertionError("Row %d is twice in the table or wrong: %s".formatted(id, row));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return places;
  }

  private static long number(Record row, int column) {
    return row.get(column) == null ? -1 : row.get(column, Long.class);
  }

  private GenericFileWriterFactory.Builder writers() {
    return new GenericFileWriterFactory.Builder(table)
        .dataFileFormat(format())
        .deleteFileFormat(format());
  }

  private OutputFileFactory.Builder newFiles() {
    return OutputFileFactory.builderFor(table, 0, 0)
        .operationId(UUID.randomUUID().toString())
        .format(format());
  }

  private FileFormat format() {
    return FileFormat.fromString(table.properties().get(TableProperties.DEFAULT_FILE_FORMAT));
  }
}
