package io.frazil.connector.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.deletes.DVFileWriter;

/** Position deletes of a table of format v3: one vector a data file, all in one Puffin file. */
final class DeletionVectors implements PositionDeletes {
  private final DVFileWriter writer;
  private final PartitionSpec spec;

  /**
   * @param spec the spec of the data files
   */
  DeletionVectors(DVFileWriter writer, PartitionSpec spec) {
    this.writer = writer;
    this.spec = spec;
  }

  @Override
  public void delete(RowPosition row) {
    writer.delete(row.file().location(), row.position(), spec, row.file().partition());
  }

  @Override
  public List<DeleteFile> complete() {
    try {
      writer.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot complete deletion vectors", e);
    }
    return writer.result().deleteFiles();
  }
}
