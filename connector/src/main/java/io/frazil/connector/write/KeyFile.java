package io.frazil.connector.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.EqualityDeleteWriter;

/**
 * The keys whose rows of older snapshots must go, wherever they lie, in one equality-delete file.
 * No key, no file.
 */
final class KeyFile implements DeltaPart {
  private final NewFiles files;
  private final PartitionSpec unpartitioned;
  private Optional<EqualityDeleteWriter<Record>> writer = Optional.empty();

  /**
   * @param unpartitioned a spec of the table without partitions: only then do the keys reach every
   *     partition
   */
  KeyFile(NewFiles files, PartitionSpec unpartitioned) {
    this.files = files;
    this.unpartitioned = unpartitioned;
  }

  void write(Record key) {
    if (writer.isEmpty()) {
      writer = Optional.of(files.openKeyFile(unpartitioned));
    }
    writer.orElseThrow().write(key);
  }

  @Override
  public long bytes() {
    return writer.map(EqualityDeleteWriter::length).orElse(0L);
  }

  @Override
  public List<DeleteFile> complete() {
    try {
      close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot complete the key file of table " + files, e);
    }
    return writer.map(EqualityDeleteWriter::toDeleteFile).map(List::of).orElse(List.of());
  }

  @Override
  public void close() throws IOException {
    if (writer.isPresent()) {
      writer.orElseThrow().close();
    }
  }
}
