package io.frazil.benchmark.deletes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/**
 * Iceberg's own reader, row by row in the calling thread; it may use the record of a row again for
 * the next.
 */
final class GenericReader implements Reader {
  @Override
  public Reading read(Version version, Scan scan) {
    AtomicReference<Scan.Contents> contents = new AtomicReference<>(Scan.Contents.EMPTY);
    Cost cost = Cost.of(() -> contents.set(contents(version, scan)));
    return new Reading(contents.get(), cost);
  }

  private static Scan.Contents contents(Version version, Scan scan) {
    IcebergGenerics.ScanBuilder rows =
        IcebergGenerics.read(version.table()).useSnapshot(version.snapshotId()).reuseContainers();
    return switch (scan) {
      case FULL -> sum(rows, row -> scan.number((long) row.get(0), (int) row.get(8)));
      case KEYS -> sum(rows.select(Orders.KEY), row -> scan.number((long) row.get(0), 0));
    };
  }

  private interface RowNumber {
    long of(Record row);
  }

  private static Scan.Contents sum(IcebergGenerics.ScanBuilder scan, RowNumber number) {
    long rows = 0;
    long sum = 0;
    try (CloseableIterable<Record> records = scan.build()) {
      for (Record row : records) {
        rows++;
        sum += number.of(row);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read a table.", e);
    }
    return new Scan.Contents(rows, sum);
  }

  @Override
  public void close() {
    // It has nothing open between reads.
  }
}
