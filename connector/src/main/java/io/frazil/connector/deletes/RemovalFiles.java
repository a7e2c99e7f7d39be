package io.frazil.connector.deletes;

import io.frazil.connector.storage.RememberingFileIO;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.DVFileWriter;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.io.RollingDataWriter;
import org.apache.iceberg.util.PropertyUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the files of one remover and remembers them, so that none is left of a failed commit. */
final class RemovalFiles {
  private static final Logger LOG = LoggerFactory.getLogger(RemovalFiles.class);

  private final Table table;
  private final RememberingFileIO storage;
  private final Map<String, String> properties;
  private final FileFormat dataFormat;
  private final FileFormat deleteFormat;
  private final OutputFileFactory dataFiles;
  private final OutputFileFactory deleteFiles;
  private final OutputFileFactory puffinFiles;

  RemovalFiles(Table table, Map<String, String> writeProperties, String operationId) {
    this.table = table;
    this.storage = new RememberingFileIO(table.io());
    this.properties = new HashMap<>(table.properties());
    properties.putAll(writeProperties);
    String format =
        properties.getOrDefault(
            TableProperties.DEFAULT_FILE_FORMAT, TableProperties.DEFAULT_FILE_FORMAT_DEFAULT);
    this.dataFormat = FileFormat.fromString(format);
    this.deleteFormat =
        FileFormat.fromString(
            properties.getOrDefault(TableProperties.DELETE_DEFAULT_FILE_FORMAT, format));
    this.dataFiles = outputFiles(operationId, dataFormat, "left");
    this.deleteFiles = outputFiles(operationId, deleteFormat, "deletes");
    this.puffinFiles = outputFiles(operationId, FileFormat.PUFFIN, "deletes");
  }

  /** The spec that a data file was written with. */
  PartitionSpec specOf(DataFile file) {
    return table.specs().get(file.specId());
  }

  /**
   * The spec that a data file was written with, for delete files beside it.
   *
   * @throws IllegalStateException if its partition is made of a column that was dropped since
   */
  PartitionSpec specOfDeletes(DataFile file) {
    PartitionSpec spec = specOf(file);
    for (int position = 0; position < spec.fields().size(); position++) {
      boolean isDropped = table.schema().findField(spec.fields().get(position).sourceId()) == null;
      // Iceberg (seen on 1.12.0) writes the partition of the delete file without the value, then
      // takes the two for different partitions, and nobody can read the table any more.
      if (isDropped && isInTable(file) && file.partition().get(position, Object.class) != null) {
        throw new IllegalStateException(
            "Cannot remove rows of data file '%s' of table %s: the column behind its partition field '%s' was dropped, so Iceberg cannot have delete files beside it. Rewrite all data files of partition spec %d into another spec."
                .formatted(
                    file.location(), this, spec.fields().get(position).name(), spec.specId()));
      }
    }
    return spec;
  }

  /** Whether a data file was committed before: it has its number from the commit that added it. */
  static boolean isInTable(DataFile file) {
    return file.fileSequenceNumber() != null;
  }

  /** Opens a Puffin file; nothing is written before it is closed. */
  DVFileWriter openVector() {
    // Iceberg's word for "nothing to add": whoever writes has added what was removed before.
    return new BaseDVFileWriter(puffinFiles, path -> null);
  }

  /** Opens a delete file in the partition of a data file. */
  PositionDeleteWriter<Record> openPositionDeletes(DataFile file) {
    PartitionSpec spec = specOfDeletes(file);
    // A partition without values would be a folder without a name.
    EncryptedOutputFile deletes =
        spec.isPartitioned()
            ? deleteFiles.newOutputFile(spec, file.partition())
            : deleteFiles.newOutputFile();
    return writers()
        .deleteFileFormat(deleteFormat)
        .build()
        .newPositionDeleteWriter(deletes, spec, file.partition());
  }

  /** Opens data files for rows that take the place of a data file's. */
  RollingDataWriter<Record> openRows(DataFile replaced, Schema columns) {
    GenericFileWriterFactory.Builder writers =
        writers().dataFileFormat(dataFormat).dataSchema(columns);
    sortOrderOf(replaced).ifPresent(writers::dataSortOrder);
    long targetFileSizeBytes =
        PropertyUtil.propertyAsLong(
            properties,
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES_DEFAULT);
    return new RollingDataWriter<>(
        writers.build(),
        dataFiles,
        storage,
        targetFileSizeBytes,
        specOf(replaced),
        replaced.partition());
  }

  /** Deletes every file made so far; one that cannot be deleted is logged. */
  void deleteAll() {
    for (String location : storage.newFiles()) {
      try {
        storage.deleteFile(location);
      } catch (RuntimeException e) {
        LOG.warn("Cannot delete file {} that no commit of table {} has", location, this, e);
      }
    }
  }

  @Override
  public String toString() {
    return table.name();
  }

  private Optional<SortOrder> sortOrderOf(DataFile file) {
    return Optional.ofNullable(file.sortOrderId())
        .map(id -> table.sortOrders().get(id))
        .filter(SortOrder::isSorted);
  }

  private GenericFileWriterFactory.Builder writers() {
    return new GenericFileWriterFactory.Builder(table).writerProperties(properties);
  }

  private OutputFileFactory outputFiles(String operationId, FileFormat format, String suffix) {
    // Partition and task number would only be needed if the id were not unique.
    return OutputFileFactory.builderFor(table, 0, 0)
        .ioSupplier(() -> storage)
        .operationId(operationId)
        .format(format)
        .suffix(suffix)
        .build();
  }
}
