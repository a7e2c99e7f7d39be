package io.frazil.connector.write;

import io.frazil.connector.spool.Spool;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;

/**
 * A delta that keeps every row. Rows wait only where their order in the files is not theirs, in
 * tables with partitions or a sort order, and where many tables would have files open at a time.
 */
public final class AppendDeltaWriter implements DeltaWriter {
  private final Consumer<Record> rows;
  private final OpenDelta delta;

  private AppendDeltaWriter(Consumer<Record> rows, OpenDelta delta) {
    this.rows = rows;
    this.delta = delta;
  }

  /**
   * Opens a delta.
   *
   * @param writeProperties override the table's
   * @param deltaId unique for ever; part of the files' names
   */
  public static AppendDeltaWriter open(
      Table table, Map<String, String> writeProperties, Spooling spooling, UUID deltaId) {
    NewFiles files = NewFiles.ofRows(table, writeProperties, deltaId);
    Spool spool = spooling.open();
    if (table.spec().isUnpartitioned()
        && table.sortOrder().isUnsorted()
        && spooling.leavesRoomForOpenFiles()) {
      RollingRows direct = new RollingRows(files, files.newPartitionKey());
      return new AppendDeltaWriter(direct::write, new OpenDelta(files, spool, List.of(direct)));
    }
    SpooledRows waiting =
        new SpooledRows(files, table, spool, spooling, mark -> true, written -> {});
    return new AppendDeltaWriter(
        row -> waiting.add(0, row), new OpenDelta(files, spool, List.of(waiting)));
  }

  /** Adds a row of the table's schema. */
  public void append(Record row) {
    delta.beginChange();
    rows.accept(row);
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
    return new DeltaFiles(delta.complete(), delta.rows(), 0, 0);
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
