package io.frazil.connector.merge;

import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.patch.PatchColumns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.encryption.EncryptingFileIO;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFileFactory;

/** The key files of deltas: each names the keys that the delta changes, once. */
final class KeyFiles {
  private KeyFiles() {}

  /**
   * The key columns that key files were written for.
   *
   * @throws IllegalStateException if they differ, or the table has lost one
   */
  static KeyColumns key(Table table, List<DeleteFile> keyFiles) {
    List<Integer> ids = PatchColumns.unmarked(keyFiles.get(0).equalityFieldIds());
    for (DeleteFile other : keyFiles) {
      // Their order is that of the table's columns, which somebody may change at any time.
      if (!Set.copyOf(PatchColumns.unmarked(other.equalityFieldIds())).equals(Set.copyOf(ids))) {
        throw new IllegalStateException(
            "Cannot merge changes into table %s: tasks identify rows by different columns. Give the connector's tasks the same id-columns."
                .formatted(table.name()));
      }
    }
    return KeyColumns.of(table.schema(), names(table, ids));
  }

  /** Whether a key file has patches, and so must not be committed as it is. */
  static boolean havePatches(DeleteFile file) {
    return PatchColumns.areMarked(file.equalityFieldIds());
  }

  private static List<String> names(Table table, List<Integer> ids) {
    return ids.stream()
        .map(
            id ->
                Optional.ofNullable(table.schema().findColumnName(id))
                    .orElseThrow(
                        () ->
                            new IllegalStateException(
                                "Cannot merge changes into table %s: its key column of field id %d is gone."
                                    .formatted(table.name(), id))))
        .toList();
  }

  /**
   * Makes sure that a key file may be committed as it is, as equality deletes: with a spec that has
   * partitions, it would reach the rows of one partition at most, and nobody would notice.
   *
   * @throws IllegalStateException if it was written for another delete mode
   */
  static void requireReachesAll(Table table, DeleteFile file) {
    PartitionSpec spec = table.specs().get(file.specId());
    if (spec == null || spec.isPartitioned()) {
      throw new IllegalStateException(
          "Cannot commit equality deletes to table %s: key file %s was written for another delete mode, by a task that has not ended yet. Wait for its end, or restart its worker."
              .formatted(table.name(), file.location()));
    }
  }

  /** Reads these columns of a key file; each record is handed in only for the time of the call. */
  static void read(Table table, DeleteFile file, Schema columns, Consumer<Record> rows) {
    read(table, file, reader(table, file, columns).reuseContainers(), rows);
  }

  /** The same, but records may be kept. */
  static void readAndKeep(Table table, DeleteFile file, Schema columns, Consumer<Record> rows) {
    read(table, file, reader(table, file, columns), rows);
  }

  private static void read(
      Table table, DeleteFile file, ReadBuilder<Record, Schema> reader, Consumer<Record> rows) {
    try (CloseableIterable<Record> records = reader.build()) {
      records.forEach(rows);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot read key file %s of table %s".formatted(file.location(), table.name()), e);
    }
  }

  /**
   * Copies a key file with some of its rows, none of which is a patch any more.
   *
   * @param columns those of the file
   * @param newFile hears of the copy's location before it is written
   */
  static DeleteFile copy(
      Table table,
      DeleteFile file,
      Schema columns,
      Predicate<Record> isCopied,
      Map<String, String> writeProperties,
      Consumer<String> newFile) {
    PartitionSpec spec = table.specs().get(file.specId());
    EncryptedOutputFile output =
        OutputFileFactory.builderFor(table, 0, 0)
            .format(file.format())
            .suffix("deletes")
            .build()
            .newOutputFile(spec, file.partition());
    newFile.accept(output.encryptingOutputFile().location());
    Map<String, String> properties = new HashMap<>(table.properties());
    properties.putAll(writeProperties);
    EqualityDeleteWriter<Record> writer =
        new GenericFileWriterFactory.Builder(table)
            .deleteFileFormat(file.format())
            .writerProperties(properties)
            .equalityFieldIds(
                PatchColumns.unmarked(file.equalityFieldIds()).stream()
                    .mapToInt(id -> id)
                    .toArray())
            .equalityDeleteRowSchema(columns)
            .build()
            .newEqualityDeleteWriter(output, spec, file.partition());
    try (writer) {
      read(
          table,
          file,
          columns,
          row -> {
            if (isCopied.test(row)) {
              writer.write(row);
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot copy key file %s of table %s".formatted(file.location(), table.name()), e);
    }
    return writer.toDeleteFile();
  }

  private static ReadBuilder<Record, Schema> reader(Table table, DeleteFile file, Schema columns) {
    InputFile input = EncryptingFileIO.combine(table.io(), table.encryption()).newInputFile(file);
    return FormatModelRegistry.<Record, Schema>readBuilder(file.format(), Record.class, input)
        .project(columns);
  }
}
