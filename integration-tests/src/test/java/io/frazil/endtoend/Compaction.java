package io.frazil.endtoend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.iceberg.util.DataFileSet;

/**
 * A rewrite of all live rows of a table into one file for each partition, as maintenance programs
 * do it: written from one snapshot, and committed when its owner likes, while others go on.
 */
final class Compaction {
  private final Table table;
  private final Snapshot snapshot;
  private final DataFileSet oldFiles = DataFileSet.create();
  private final DataFileSet newFiles = DataFileSet.create();

  private Compaction(Table table, Snapshot snapshot) {
    this.table = table;
    this.snapshot = snapshot;
  }

  /** Writes the rows of the table's newest snapshot anew; nobody sees them yet. */
  static Compaction of(Table table) {
    table.refresh();
    Compaction compaction = new Compaction(table, table.currentSnapshot());
    try {
      compaction.plan();
      compaction.write();
      return compaction;
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot compact %s.".formatted(table.name()), failure);
    }
  }

  private void plan() throws IOException {
    try (CloseableIterable<FileScanTask> tasks =
        table.newScan().useSnapshot(snapshot.snapshotId()).planFiles()) {
      tasks.forEach(task -> oldFiles.add(task.file()));
    }
  }

  private void write() throws IOException {
    Schema schema = table.schema();
    InternalRecordWrapper values = new InternalRecordWrapper(schema.asStruct());
    Map<PartitionKey, DataWriter<Record>> writers = new HashMap<>();
    Files files = new Files(table);
    try (CloseableIterable<Record> records =
        IcebergGenerics.read(table).useSnapshot(snapshot.snapshotId()).build()) {
      for (Record record : records) {
        Record row = columnsOf(schema, record);
        PartitionKey key = new PartitionKey(table.spec(), schema);
        key.partition(values.wrap(row));
        writers.computeIfAbsent(key, files::open).write(row);
      }
    }
    for (DataWriter<Record> writer : writers.values()) {
      writer.close();
      newFiles.add(writer.toDataFile());
    }
  }

  // Where a table has deletes, records have columns more, such as a row's position.
  private static Record columnsOf(Schema schema, Record record) {
    Record row = GenericRecord.create(schema);
    for (NestedField column : schema.columns()) {
      row.setField(column.name(), record.getField(column.name()));
    }
    return row;
  }

  /** New files of a table. */
  private record Files(
      PartitionSpec spec, GenericFileWriterFactory writers, OutputFileFactory locations) {
    Files(Table table) {
      this(
          table.spec(),
          new GenericFileWriterFactory.Builder(table).build(),
          OutputFileFactory.builderFor(table, 0, 0).build());
    }

    DataWriter<Record> open(StructLike partition) {
      EncryptedOutputFile file =
          spec.isPartitioned()
              ? locations.newOutputFile(spec, partition)
              : locations.newOutputFile();
      return writers.newDataWriter(file, spec, partition);
    }
  }

  /**
   * Puts the new files in the place of the old ones, with the age of the snapshot they were read
   * from, so that deletes by key that came since still reach their rows.
   *
   * @return why Iceberg refused, if it did: the files have changed meanwhile
   */
  Optional<String> commit() {
    RewriteFiles rewrite =
        table
            .newRewrite()
            .validateFromSnapshot(snapshot.snapshotId())
            .dataSequenceNumber(snapshot.sequenceNumber());
    oldFiles.forEach(rewrite::deleteFile);
    newFiles.forEach(rewrite::addFile);
    try {
      rewrite.commit();
      return Optional.empty();
    } catch (ValidationException | CommitFailedException refusal) {
      newFiles.stream().map(DataFile::location).forEach(table.io()::deleteFile);
      return Optional.of(refusal.getMessage());
    }
  }
}
