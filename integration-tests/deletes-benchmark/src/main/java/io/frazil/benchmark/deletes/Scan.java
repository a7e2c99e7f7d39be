package io.frazil.benchmark.deletes;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/**
 * A read of all rows of a table, by Iceberg's own reader, in one thread; it may use the record of a
 * row again for the next.
 */
enum Scan {
  FULL("all columns") {
    @Override
    Contents expect(int[] revisions) {
      Contents contents = Contents.EMPTY;
      for (int number = 0; number < revisions.length; number++) {
        contents = contents.with(Orders.id(number) * (revisions[number] + 1));
      }
      return contents;
    }

    @Override
    Contents read(Table table, long snapshotId) {
      return sum(
          IcebergGenerics.read(table).useSnapshot(snapshotId),
          row -> (long) row.get(0) * ((int) row.get(8) + 1));
    }
  },
  KEYS("key column") {
    @Override
    Contents expect(int[] revisions) {
      Contents contents = Contents.EMPTY;
      for (int number = 0; number < revisions.length; number++) {
        contents = contents.with(Orders.id(number));
      }
      return contents;
    }

    @Override
    Contents read(Table table, long snapshotId) {
      return sum(
          IcebergGenerics.read(table).useSnapshot(snapshotId).select(Orders.KEY),
          row -> (long) row.get(0));
    }
  };

  private final String title;

  Scan(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** What must be read where orders have these revisions. */
  abstract Contents expect(int[] revisions);

  /** Reads a table as it was at a snapshot. */
  abstract Contents read(Table table, long snapshotId);

  /**
   * What was read, in brief.
   *
   * @param rows how many
   * @param sum of a number of each, which differs where rows do
   */
  record Contents(long rows, long sum) {
    static final Contents EMPTY = new Contents(0, 0);

    Contents with(long number) {
      return new Contents(rows + 1, sum + number);
    }
  }

  private interface RowNumber {
    long of(Record row);
  }

  private static Contents sum(IcebergGenerics.ScanBuilder scan, RowNumber number) {
    long rows = 0;
    long sum = 0;
    try (CloseableIterable<Record> records = scan.reuseContainers().build()) {
      for (Record row : records) {
        rows++;
        sum += number.of(row);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read a table.", e);
    }
    return new Contents(rows, sum);
  }
}
