package io.frazil.connector.resolve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.iceberg.util.SnapshotUtil;

/** Commits files to a table as anybody may; the files are only described, there are none. */
final class ForeignWriter {
  static final int KEY = 1;

  private static final Schema SCHEMA =
      new Schema(
          NestedField.required(KEY, "id", Types.LongType.get()),
          NestedField.optional(2, "category", Types.StringType.get()));
  private static final PartitionSpec SPEC =
      PartitionSpec.builderFor(SCHEMA).identity("category").build();

  private final InMemoryCatalog catalog = new InMemoryCatalog();
  private final TableIdentifier name =
      TableIdentifier.of("db", "t" + UUID.randomUUID().toString().replace('-', '_'));
  private final Map<String, String> properties = new HashMap<>();
  private int files;
  Table table;

  ForeignWriter(int formatVersion) {
    catalog.initialize("memory", Map.of());
    catalog.createNamespace(Namespace.of("db"));
    properties.put(TableProperties.FORMAT_VERSION, Integer.toString(formatVersion));
    properties.put(TableProperties.MANIFEST_MIN_MERGE_COUNT, "4");
    table =
        catalog
            .buildTable(name, SCHEMA)
            .withPartitionSpec(SPEC)
            .withProperties(properties)
            .create();
  }

  Snapshot append(int count) {
    AppendFiles append = table.newAppend();
    newFiles(count).forEach(append::appendFile);
    append.commit();
    return table.currentSnapshot();
  }

  /** Makes the files one. */
  void compact(Collection<DataFile> compacted) {
    RewriteFiles rewrite =
        table.newRewrite().validateFromSnapshot(table.currentSnapshot().snapshotId());
    compacted.forEach(rewrite::deleteFile);
    rewrite.addFile(newFiles(1).get(0));
    rewrite.commit();
  }

  /** Removes a row of each file, by what the table's format has for that. */
  void deleteRows(Collection<LiveFile> files) {
    RowDelta delta = table.newRowDelta();
    if (table.currentSnapshot() != null) {
      delta.validateFromSnapshot(table.currentSnapshot().snapshotId());
    }
    boolean vectors = hasVectors();
    for (LiveFile file : files) {
      delta.addDeletes(vectors ? vector(file.file()) : positions(file.file()));
      if (vectors) {
        file.deletes().stream()
            .filter(deletes -> deletes.referencedDataFile() != null)
            .forEach(delta::removeDeletes);
      }
    }
    delta.commit();
  }

  /** Whether it removes rows by vectors. */
  boolean hasVectors() {
    return TableUtil.formatVersion(table) > 2;
  }

  void deleteByKey(String category) {
    table.newRowDelta().addDeletes(equality(category)).commit();
  }

  void deleteInPartition(String category) {
    table.newRowDelta().addDeletes(partitionScoped(category)).commit();
  }

  void upgrade() {
    properties.put(TableProperties.FORMAT_VERSION, "3");
    table.updateProperties().set(TableProperties.FORMAT_VERSION, "3").commit();
  }

  /** Puts another table in its place, in one commit. */
  void replace() {
    Transaction transaction =
        catalog
            .buildTable(name, SCHEMA)
            .withPartitionSpec(SPEC)
            .withProperties(properties)
            .createOrReplaceTransaction();
    AppendFiles append = transaction.newAppend();
    newFiles(2).forEach(append::appendFile);
    append.commit();
    transaction.commitTransaction();
    table.refresh();
  }

  List<LiveFile> plan(String branch) {
    List<LiveFile> planned = new ArrayList<>();
    Snapshot head = SnapshotUtil.latestSnapshot(table, branch);
    if (head == null) {
      return planned;
    }
    try (CloseableIterable<FileScanTask> tasks =
        table.newScan().useSnapshot(head.snapshotId()).includeColumnStats().planFiles()) {
      tasks.forEach(task -> planned.add(new LiveFile(task.file(), task.deletes())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return planned;
  }

  List<DataFile> newFiles(int count) {
    List<DataFile> added = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long id = files++;
      added.add(
          DataFiles.builder(SPEC)
              .withPath(path("data-" + id + ".parquet"))
              .withPartitionPath("category=" + category(id))
              .withFileSizeInBytes(1000)
              .withMetrics(
                  new Metrics(
                      10L,
                      null,
                      Map.of(KEY, 10L, 2, 10L),
                      Map.of(KEY, 0L, 2, 0L),
                      null,
                      Map.of(KEY, bound(id), 2, ByteBuffer.wrap(new byte[] {1})),
                      Map.of(KEY, bound(id + 9), 2, ByteBuffer.wrap(new byte[] {2}))))
              .build());
    }
    return added;
  }

  private static String category(long id) {
    return "c" + id % 2;
  }

  private static ByteBuffer bound(long id) {
    return Conversions.toByteBuffer(Types.LongType.get(), id);
  }

  private DeleteFile vector(DataFile file) {
    return deleteFile(file.partition().get(0, String.class), FileFormat.PUFFIN)
        .ofPositionDeletes()
        .withReferencedDataFile(file.location())
        .withContentOffset(files++)
        .withContentSizeInBytes(10)
        .withRecordCount(1)
        .build();
  }

  private DeleteFile positions(DataFile file) {
    return deleteFile(file.partition().get(0, String.class), FileFormat.PARQUET)
        .ofPositionDeletes()
        .withMetrics(paths(file.location(), file.location()))
        .build();
  }

  private DeleteFile partitionScoped(String category) {
    return deleteFile(category, FileFormat.PARQUET)
        .ofPositionDeletes()
        .withMetrics(paths("a", "z"))
        .build();
  }

  private DeleteFile equality(String category) {
    return deleteFile(category, FileFormat.PARQUET)
        .ofEqualityDeletes(KEY)
        .withRecordCount(1)
        .build();
  }

  private FileMetadata.Builder deleteFile(String category, FileFormat format) {
    return FileMetadata.deleteFileBuilder(SPEC)
        .withPath(
            // The vectors of a commit are in one file.
            format == FileFormat.PUFFIN
                ? path("vectors.puffin")
                : path("deletes-" + files++ + ".parquet"))
        .withFormat(format)
        .withPartitionPath("category=" + category)
        .withFileSizeInBytes(100);
  }

  private String path(String file) {
    return table.location() + "/data/" + file;
  }

  private static Metrics paths(String lower, String upper) {
    int path = MetadataColumns.DELETE_FILE_PATH.fieldId();
    return new Metrics(
        1L,
        null,
        null,
        null,
        null,
        Map.of(path, Conversions.toByteBuffer(Types.StringType.get(), lower)),
        Map.of(path, Conversions.toByteBuffer(Types.StringType.get(), upper)));
  }
}
