package io.frazil.connector.spool;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.IntPredicate;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.util.SortedMerge;

/**
 * Sorts the rows of a lane, however many they are: those that do not fit into memory together
 * become sorted runs, lanes too, which are merged. Not thread-safe.
 */
public final class RowSorter {
  private final Spool spool;
  private final RowCodec codec;
  private final Comparator<Record> order;
  private final long maxRunBytes;

  /**
   * A sorter of lanes of a spool.
   *
   * @param order compares rows of the codec's schema
   * @param maxRunBytes how much is sorted in memory, encoded; as objects it is several times as
   *     much
   */
  public RowSorter(Spool spool, RowCodec codec, Comparator<Record> order, long maxRunBytes) {
    this.spool = spool;
    this.codec = codec;
    this.order = order;
    this.maxRunBytes = maxRunBytes;
  }

  /** The rows of a lane whose mark is wanted, in order, to be gone through once. */
  public CloseableIterable<Record> sorted(Lane lane, IntPredicate wanted) {
    List<CloseableIterable<Record>> runs = new ArrayList<>();
    List<Record> rows = new ArrayList<>();
    long bytes = 0;
    LaneReader reader = lane.read();
    while (reader.next()) {
      if (wanted.test(reader.mark())) {
        if (bytes > 0 && bytes + reader.rowBytes() > maxRunBytes) {
          runs.add(run(rows));
          rows.clear();
          bytes = 0;
        }
        bytes += reader.rowBytes();
        rows.add(reader.row());
      }
    }
    rows.sort(order);
    CloseableIterable<Record> rest = CloseableIterable.withNoopClose(rows);
    if (runs.isEmpty()) {
      return rest;
    }
    runs.add(rest);
    return new SortedMerge<>(order, runs);
  }

  private CloseableIterable<Record> run(List<Record> rows) {
    rows.sort(order);
    Lane run = spool.newLane(codec);
    rows.forEach(row -> run.add(0, row));
    Iterable<Record> again = () -> new Rows(run.read());
    return CloseableIterable.withNoopClose(again);
  }

  private static final class Rows implements Iterator<Record> {
    private final LaneReader reader;
    private boolean hasNext;

    Rows(LaneReader reader) {
      this.reader = reader;
      this.hasNext = reader.next();
    }

    @Override
    public boolean hasNext() {
      return hasNext;
    }

    @Override
    public Record next() {
      if (!hasNext) {
        throw new NoSuchElementException();
      }
      Record row = reader.row();
      hasNext = reader.next();
      return row;
    }
  }
}
