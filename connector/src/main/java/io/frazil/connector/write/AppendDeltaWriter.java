package io.frazil.connector.write;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;

/** A delta that keeps every row. */
public final class AppendDeltaWriter implements DeltaWriter {
  private final PartitionedRows data;
  private final OpenDelta delta;

  private AppendDeltaWriter(NewFiles files, PartitionedRows data) {
    this.data = data;
    this.delta = new OpenDelta(files, List.of(data));
  }

  /**
   * Opens a delta.
   *
   * @param writeProperties override the table's
   * @param deltaId unique for ever; part of the files' names
   */
  public static AppendDeltaWriter open(
      Table table, Map<String, String> writeProperties, UUID deltaId) {
    NewFiles files = NewFiles.ofRows(table, writeProperties, deltaId);
    return new AppendDeltaWriter(files, new PartitionedRows(files, table.schema()));
  }

  /** Adds a row of the table's schema. */
  public void append(Record row) {
    delta.beginChange();
    data.of(row).write(row);
    delta.endChange();
  }

  @Override
  public long rows() {
    return delta.rows();
  }

  @Override
  public long bytes() {
    return delta.bytes();
  }

  @Override
  public DeltaFiles complete() {
    return delta.complete();
  }

  @Override
  public void abort() {
    delta.abort();
  }

  @Override
  public void close() {
    delta.close();
  }
}
