package io.frazil.connector.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.merge.DeleteMode;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One task that feeds many tables. */
class ManyTablesTest {
  private static final int TABLES = 200;
  private static final int ROWS_OF_EACH = 60;

  /** What each table's open files may take of the heap, on an average. */
  private static final long BYTES_OF_EACH = 1 << 18;

  @TempDir private Path folder;

  @Test
  void eachTableCostsNoThreadAndLittleMemory() {
    RunningWorker worker =
        RunningWorker.merging(
            folder,
            DeleteMode.POSITION,
            "iceberg.tables",
            "",
            "iceberg.tables.dynamic-enabled",
            "true",
            "iceberg.tables.route-field",
            "table",
            "iceberg.tables.changelog-suffix",
            "_log",
            "iceberg.write.spool.dir",
            folder.resolve("spool").toString());
    worker.open(0);
    SinkRecord[] records = records();
    worker.put(records[0]);
    int threads = ManagementFactory.getThreadMXBean().getThreadCount();
    long before = usedBytes();
    worker.put(records);
    long open = usedBytes() - before;
    int threadsOpen = ManagementFactory.getThreadMXBean().getThreadCount();
    worker.commit();

    assertThat(threadsOpen).isLessThanOrEqualTo(threads + 2);
    assertThat(ManagementFactory.getThreadMXBean().getThreadCount())
        .isLessThanOrEqualTo(threads + 2);
    assertThat(open).isLessThan(TABLES * 2 * BYTES_OF_EACH);
    for (int table = 0; table < TABLES; table++) {
      assertThat(Rows.of(worker.table("db.t" + table))).hasSize(ROWS_OF_EACH);
      assertThat(RecordedChanges.of(worker.table("db.t" + table + "_log"))).hasSize(ROWS_OF_EACH);
    }
  }

  private static SinkRecord[] records() {
    List<SinkRecord> records = new ArrayList<>();
    for (int row = 0; row < ROWS_OF_EACH; row++) {
      for (int table = 0; table < TABLES; table++) {
        Map<String, Object> value = new HashMap<>();
        value.put("op", "I");
        value.put("id", (long) row);
        value.put("table", "db.t" + table);
        for (int column = 0; column < 10; column++) {
          value.put("c" + column, "value " + row + " of column " + column);
        }
        records.add(
            new SinkRecord(
                "orders",
                0,
                null,
                null,
                null,
                value,
                records.size(),
                RunningWorker.START.toEpochMilli(),
                TimestampType.CREATE_TIME));
      }
    }
    return records.toArray(SinkRecord[]::new);
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
