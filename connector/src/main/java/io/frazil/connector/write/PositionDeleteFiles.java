package io.frazil.connector.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.io.FanoutPositionOnlyDeleteWriter;

/** Position deletes of a table of format v2: one file for each data file. */
final class PositionDeleteFiles implements PositionDeletes {
  private final FanoutPositionOnlyDeleteWriter<Record> writer;
  private final PartitionSpec spec;
  private final PositionDelete<Record> reused = PositionDelete.create();

  /**
   * @param writer made for one delete file a data file
   * @param spec the spec of the data files
   */
  PositionDeleteFiles(FanoutPositionOnlyDeleteWriter<Record> writer, PartitionSpec spec) {
    this.writer = writer;
    this.spec = spec;
  }

  @Override
  public void delete(RowPosition row) {
    writer.write(reused.set(row.file().location(), row.position()), spec, row.file().partition());
  }

  @Override
  public List<DeleteFile> complete() {
    try {
      writer.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot complete position deletes", e);
    }
    return writer.result().deleteFiles();
  }
}
