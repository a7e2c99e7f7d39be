package io.frazil.connector.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.DataWriter;

/**
 * Rows of one partition on their way into data files of about the target size. Like Iceberg's
 * RollingDataWriter, but it knows its size, and opens the next file only for a row.
 */
final class RollingRows implements DeltaPart {
  // Asking an open file for its size costs more than a row.
  private static final int ROWS_BETWEEN_SIZE_CHECKS = 1000;

  private final NewFiles files;
  private final PartitionKey partition;
  private final List<DataFile> completed = new ArrayList<>();
  private long completedBytes;
  private DataWriter<Record> writer;
  private RowPosition.InFile file;
  private long rowsInFile;
  private boolean full;

  RollingRows(NewFiles files, PartitionKey partition) {
    this.files = files;
    this.partition = partition;
    open();
  }

  /** Where the next row will lie. */
  RowPosition next() {
    rollIfFull();
    return new RowPosition(file, rowsInFile);
  }

  void write(Record row) {
    rollIfFull();
    writer.write(row);
    rowsInFile++;
    full =
        rowsInFile % ROWS_BETWEEN_SIZE_CHECKS == 0
            && writer.length() >= files.targetFileSizeBytes();
  }

  @Override
  public long bytes() {
    return completedBytes + writer.length();
  }

  @Override
  public List<DataFile> complete() {
    completeFile();
    return completed;
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  private void rollIfFull() {
    if (full) {
      completeFile();
      open();
    }
  }

  private void open() {
    EncryptedOutputFile output = files.newDataFile(partition);
    writer = files.openDataFile(output, partition);
    file = new RowPosition.InFile(output.encryptingOutputFile().location(), partition);
    rowsInFile = 0;
    full = false;
  }

  private void completeFile() {
    try {
      writer.close();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot complete data file " + file.location() + " of table " + files, e);
    }
    DataFile complete = writer.toDataFile();
    completed.add(complete);
    completedBytes += complete.fileSizeInBytes();
  }
}
