package io.frazil.connector.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.DataWriter;

/**
 * Rows of one partition on their way into data files of about the target size. Like Iceberg's
 * RollingDataWriter, but it knows its size, and opens a file only for a row.
 */
final class RollingRows implements DeltaPart {
  // Asking an open file for its size costs more than a row.
  private static final int ROWS_BETWEEN_SIZE_CHECKS = 1000;

  private final NewFiles files;
  private final PartitionKey partition;
  private final List<DataFile> completed = new ArrayList<>();
  private long completedBytes;
  private Optional<DataWriter<Record>> writer = Optional.empty();
  private long rowsInFile;

  RollingRows(NewFiles files, PartitionKey partition) {
    this.files = files;
    this.partition = partition;
  }

  void write(Record row) {
    if (writer.isEmpty()) {
      writer = Optional.of(files.openDataFile(partition));
      rowsInFile = 0;
    }
    writer.get().write(row);
    rowsInFile++;
    if (rowsInFile % ROWS_BETWEEN_SIZE_CHECKS == 0
        && writer.get().length() >= files.targetFileSizeBytes()) {
      completeFile(writer.get());
    }
  }

  @Override
  public long bytes() {
    return completedBytes + writer.map(DataWriter::length).orElse(0L);
  }

  @Override
  public List<DataFile> complete() {
    writer.ifPresent(this::completeFile);
    return completed;
  }

  @Override
  public void close() throws IOException {
    if (writer.isPresent()) {
      writer.get().close();
    }
  }

  private void completeFile(DataWriter<Record> finished) {
    try {
      finished.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot complete a data file of table " + files, e);
    }
    DataFile complete = finished.toDataFile();
    completed.add(complete);
    completedBytes += complete.fileSizeInBytes();
    writer = Optional.empty();
  }
}
