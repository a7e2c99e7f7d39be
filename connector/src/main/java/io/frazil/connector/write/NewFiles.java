package io.frazil.connector.write;

import io.frazil.connector.patch.Patch;
import io.frazil.connector.patch.PatchColumns;
import io.frazil.connector.storage.RememberingFileIO;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.FileWriterFactory;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.util.PropertyUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the files of one delta and remembers them, so that an aborted delta leaves none. Their
 * names carry the delta's id: no two deltas share a name.
 */
final class NewFiles {
  private static final Logger LOG = LoggerFactory.getLogger(NewFiles.class);

  private final Table table;
  private final RememberingFileIO storage;
  private final PartitionSpec spec;
  private final boolean keepValues;
  private final long targetFileSizeBytes;
  private final FileFormat deleteFormat;
  private final Map<String, String> properties;
  private final Optional<KeyRows> keyRows;
  private final Schema patchColumns;
  private final FileWriterFactory<Record> writers;
  private final OutputFileFactory dataFiles;
  private final OutputFileFactory deleteFiles;

  private NewFiles(
      Table table, Optional<KeyRows> keyRows, Map<String, String> writeProperties, UUID deltaId) {
    this.table = table;
    this.storage = new RememberingFileIO(table.io());
    this.spec = table.spec();
    Map<String, String> properties = new HashMap<>(table.properties());
    properties.putAll(writeProperties);
    String dataFormat =
        properties.getOrDefault(
            TableProperties.DEFAULT_FILE_FORMAT, TableProperties.DEFAULT_FILE_FORMAT_DEFAULT);
    FileFormat format = FileFormat.fromString(dataFormat);
    FileFormat deleteFormat =
        FileFormat.fromString(
            properties.getOrDefault(TableProperties.DELETE_DEFAULT_FILE_FORMAT, dataFormat));
    // ORC's writers refer to the bytes of values until they have a batch.
    this.keepValues = format == FileFormat.ORC || deleteFormat == FileFormat.ORC;
    this.targetFileSizeBytes =
        PropertyUtil.propertyAsLong(
            properties,
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES_DEFAULT);
    this.deleteFormat = deleteFormat;
    this.properties = properties;
    this.keyRows = keyRows;
    this.patchColumns = PatchColumns.of(table.schema());
    GenericFileWriterFactory.Builder builder =
        new GenericFileWriterFactory.Builder(table)
            .dataFileFormat(format)
            .dataSortOrder(table.sortOrder())
            .deleteFileFormat(deleteFormat)
            .writerProperties(properties);
    keyRows.ifPresent(
        rows ->
            builder.equalityFieldIds(rows.key().fieldIds()).equalityDeleteRowSchema(rows.schema()));
    this.writers = builder.build();
    this.dataFiles = outputFiles(deltaId, format, "");
    this.deleteFiles = outputFiles(deltaId, deleteFormat, "deletes");
  }

  /** The files of a delta that only adds rows. */
  static NewFiles ofRows(Table table, Map<String, String> writeProperties, UUID deltaId) {
    return new NewFiles(table, Optional.empty(), writeProperties, deltaId);
  }

  /** The files of a delta that also removes rows by their key. */
  static NewFiles ofKeyedRows(
      Table table, KeyRows keyRows, Map<String, String> writeProperties, UUID deltaId) {
    return new NewFiles(table, Optional.of(keyRows), writeProperties, deltaId);
  }

  /** A key that is empty yet, for the partitions of the data files. */
  PartitionKey newPartitionKey() {
    return new PartitionKey(spec, table.schema());
  }

  /**
   * Whether rows that were written must not change afterwards, and need their strings as such: else
   * they are of no account, and bytes of strings will do.
   */
  boolean keepValues() {
    return keepValues;
  }

  long targetFileSizeBytes() {
    return targetFileSizeBytes;
  }

  DataWriter<Record> openDataFile(PartitionKey partition) {
    // A partition without values would be a folder without a name.
    EncryptedOutputFile file =
        spec.isPartitioned() ? dataFiles.newOutputFile(spec, partition) : dataFiles.newOutputFile();
    return writers.newDataWriter(file, spec, partition);
  }

  /** Opens the key file; with an unpartitioned spec of the table, it applies to every partition. */
  EqualityDeleteWriter<Record> openKeyFile(PartitionSpec unpartitioned) {
    StructLike nowhere = new PartitionKey(unpartitioned, table.schema());
    return writers.newEqualityDeleteWriter(deleteFiles.newOutputFile(), unpartitioned, nowhere);
  }

  /** Opens the key file of a delta that has patches. */
  EqualityDeleteWriter<Record> openPatchFile(PartitionSpec unpartitioned) {
    StructLike nowhere = new PartitionKey(unpartitioned, table.schema());
    return new GenericFileWriterFactory.Builder(table)
        .deleteFileFormat(deleteFormat)
        .writerProperties(properties)
        .equalityFieldIds(PatchColumns.marked(keyRows.orElseThrow().key().fieldIds()))
        .equalityDeleteRowSchema(patchColumns)
        .build()
        .newEqualityDeleteWriter(deleteFiles.newOutputFile(), unpartitioned, nowhere);
  }

  /** The row of such a file that has only a key. */
  Record patchRow(Record keyRow) {
    return PatchColumns.keyRow(patchColumns, keyRow);
  }

  /** The rows of such a file that a patch becomes. */
  List<Record> patchRows(Patch patch) {
    return PatchColumns.rows(patchColumns, patch);
  }

  /** Deletes every file made so far; one that cannot be deleted is logged. */
  void deleteAll() {
    for (String location : storage.newFiles()) {
      try {
        storage.deleteFile(location);
      } catch (RuntimeException e) {
        LOG.warn("Cannot delete file {} of an aborted delta of table {}", location, this, e);
      }
    }
  }

  @Override
  public String toString() {
    return table.name();
  }

  private OutputFileFactory outputFiles(UUID deltaId, FileFormat format, String suffix) {
    // Partition and task number would only be needed if the id were not unique.
    OutputFileFactory.Builder builder =
        OutputFileFactory.builderFor(table, 0, 0)
            .ioSupplier(() -> storage)
            .operationId(deltaId.toString())
            .format(format);
    return suffix.isEmpty() ? builder.build() : builder.suffix(suffix).build();
  }
}
