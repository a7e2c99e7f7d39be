package io.frazil.connector.write;

import io.frazil.connector.spool.Lane;
import io.frazil.connector.spool.LaneReader;
import io.frazil.connector.spool.RowCodec;
import io.frazil.connector.spool.RowSorter;
import io.frazil.connector.spool.Spool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/**
 * Rows that wait, each with its partition's, until the delta is complete; then they become data
 * files of the table's default spec and sort order, one file at a time, so that the number of
 * partitions does not count.
 */
final class SpooledRows implements DeltaPart {
  private final NewFiles files;
  private final Spool spool;
  private final RowCodec codec;
  private final Optional<RowSorter> sorter;
  private final IntPredicate kept;
  private final Consumer<Record> written;
  private final Map<PartitionKey, Lane> partitions = new LinkedHashMap<>();
  // Both are filled anew for each row, so that a row costs no object.
  private final PartitionKey partition;
  private final InternalRecordWrapper values;
  private Optional<RollingRows> open = Optional.empty();

  /**
   * Rows of a table.
   *
   * @param kept tells by its mark whether a row goes into the files
   * @param written hears of each row that does
   */
  SpooledRows(
      NewFiles files,
      Table table,
      Spool spool,
      Spooling spooling,
      IntPredicate kept,
      Consumer<Record> written) {
    this.files = files;
    this.spool = spool;
    this.codec = new RowCodec(table.schema());
    this.sorter =
        table.sortOrder().isUnsorted()
            ? Optional.empty()
            : Optional.of(
                new RowSorter(spool, codec, new RowOrder(table), spooling.maxSortedBytes()));
    this.kept = kept;
    this.written = written;
    this.partition = files.newPartitionKey();
    this.values = new InternalRecordWrapper(table.schema().asStruct());
  }

  void add(int mark, Record row) {
    partition.partition(values.wrap(row));
    Lane lane = partitions.get(partition);
    if (lane == null) {
      lane = spool.newLane(codec);
      partitions.put(partition.copy(), lane);
    }
    lane.add(mark, row);
  }

  /** Hands out the rows with some marks, each a record of its own; rows may be added meanwhile. */
  void pick(IntPredicate marks, MarkedRows picked) {
    for (Lane lane : List.copyOf(partitions.values())) {
      LaneReader reader = lane.read();
      while (reader.next()) {
        if (marks.test(reader.mark())) {
          picked.accept(reader.mark(), reader.row());
        }
      }
    }
  }

  /** Takes rows with their marks. */
  @FunctionalInterface
  interface MarkedRows {
    void accept(int mark, Record row);
  }

  /** What waits is the spool's. */
  @Override
  public long bytes() {
    return 0;
  }

  @Override
  public List<DataFile> complete() {
    List<DataFile> complete = new ArrayList<>();
    partitions.forEach((key, lane) -> complete.addAll(complete(key, lane)));
    return complete;
  }

  @Override
  public void close() throws IOException {
    if (open.isPresent()) {
      open.get().close();
    }
  }

  private List<DataFile> complete(PartitionKey key, Lane lane) {
    RollingRows rows = new RollingRows(files, key);
    open = Optional.of(rows);
    if (sorter.isPresent()) {
      writeSorted(lane, sorter.get(), rows);
    } else {
      write(lane, rows);
    }
    List<DataFile> complete = rows.complete();
    open = Optional.empty();
    return complete;
  }

  private void write(Lane lane, RollingRows rows) {
    LaneReader reader = lane.read();
    while (reader.next()) {
      if (kept.test(reader.mark())) {
        Record row = files.keepValues() ? reader.row() : reader.view();
        rows.write(row);
        written.accept(row);
      }
    }
  }

  private void writeSorted(Lane lane, RowSorter sorted, RollingRows rows) {
    try (CloseableIterable<Record> all = sorted.sorted(lane, kept)) {
      for (Record row : all) {
        rows.write(row);
        written.accept(row);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot sort rows of table " + files, e);
    }
  }
}
