package io.frazil.benchmark;

import io.frazil.cluster.ConnectRest;
import io.frazil.cluster.ConnectWorker;
import io.frazil.cluster.ConnectorStatus;
import io.frazil.table.SnapshotInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * One contender in a worker that has nothing else to do.
 *
 * @param bootstrapServers for the connector's own clients
 */
record Run(Contender contender, int tasks, ConnectWorker worker, String bootstrapServers) {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
  private static final Duration COMMIT_INTERVAL = Duration.ofSeconds(1);

  /**
   * Brings a whole topic into a new table, and makes sure that it is there.
   *
   * @param connector a name that was never used before
   * @param warehouse a folder that does not exist yet
   */
  Measurement measure(String connector, String topic, long records, Path warehouse) {
    ConnectRest rest = worker.rest();
    ProcessUse use = new ProcessUse(worker.process().handle());
    try (OrderTable table = OrderTable.create(warehouse)) {
      Duration processorTimeBefore = use.processorTime();
      Instant start = Instant.now();
      rest.put(connector, config(topic, table));
      await(connector, table, records);
      Duration processorTime = use.processorTime().minus(processorTimeBefore);
      List<SnapshotInfo> snapshots = table.snapshots();
      rest.delete(connector);
      table.verify(records);
      return new Measurement(
          contender,
          tasks,
          records,
          Duration.between(start, newest(snapshots).committedAt()),
          steadyRecordsPerSecond(snapshots),
          processorTime,
          use.peakMemoryMebibytes());
    }
  }

  private Map<String, String> config(String topic, OrderTable table) {
    Map<String, String> config = new HashMap<>(contender.config());
    config.putAll(table.config());
    config.put("topics", topic);
    config.put("tasks.max", Integer.toString(tasks));
    config.put("iceberg.control.topic", SinkBenchmark.CONTROL_TOPIC);
    config.put("iceberg.control.commit.interval-ms", Long.toString(COMMIT_INTERVAL.toMillis()));
    config.put("iceberg.kafka.bootstrap.servers", bootstrapServers);
    return config;
  }

  private void await(String connector, OrderTable table, long records) {
    Awaitility.await("%d rows of %s".formatted(records, contender.title()))
        .atMost(LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(POLL_INTERVAL)
        .failFast(() -> throwFailure(connector))
        .until(
            () -> {
              List<SnapshotInfo> snapshots = table.snapshots();
              return !snapshots.isEmpty() && rows(newest(snapshots)) >= records;
            });
  }

  private void throwFailure(String connector) {
    String failure = worker.rest().status(connector).map(ConnectorStatus::failure).orElse("");
    if (!failure.isEmpty()) {
      throw new IllegalStateException("%s failed. %s".formatted(contender.title(), failure));
    }
  }

  private static double steadyRecordsPerSecond(List<SnapshotInfo> snapshots) {
    List<SnapshotInfo> filled = snapshots.stream().filter(snapshot -> rows(snapshot) > 0).toList();
    if (filled.size() < 3) {
      return 0;
    }
    SnapshotInfo first = filled.get(0);
    SnapshotInfo last = filled.get(filled.size() - 2);
    Duration between = Duration.between(first.committedAt(), last.committedAt());
    return between.isZero() ? 0 : (rows(last) - rows(first)) * 1e9 / between.toNanos();
  }

  private static SnapshotInfo newest(List<SnapshotInfo> snapshots) {
    return snapshots.get(snapshots.size() - 1);
  }

  private static long rows(SnapshotInfo snapshot) {
    return Long.parseLong(snapshot.summary().getOrDefault("total-records", "0"));
  }
}
