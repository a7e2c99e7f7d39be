package io.frazil.connector.metrics;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what a task does and shows it in JMX as {@code
 * io.frazil:type=task,connector="name",task=number} until it is closed. A task runs without being
 * shown where JMX refuses. Thread-safe.
 */
public final class JmxTaskMetrics implements TaskListener, TaskMetricsMXBean, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JmxTaskMetrics.class);

  private final LongAdder changesWritten = new LongAdder();
  private final LongAdder recordsSkipped = new LongAdder();
  private final LongAdder recordsPassedOver = new LongAdder();
  private final LongAdder rewinds = new LongAdder();
  private final LongAdder stalls = new LongAdder();
  private final AtomicLong unacknowledgedBytes = new AtomicLong();
  private final LongAdder commits = new LongAdder();
  private final LongAdder rowsCommitted = new LongAdder();
  private final LongAdder commitFailures = new LongAdder();
  private final LongAdder lateChanges = new LongAdder();
  private final LongAdder incompleteRows = new LongAdder();
  private final LongAdder keysMerged = new LongAdder();
  private final LongAdder rowsFound = new LongAdder();
  private final LongAdder mergeMillis = new LongAdder();
  private final Map<String, Double> deleteDebt = new ConcurrentHashMap<>();
  private final LongAdder rowsScanned = new LongAdder();
  private final LongAdder bytesScanned = new LongAdder();
  private final LongAdder keyBlocksBuilt = new LongAdder();
  private final LongAdder keyBlocksLost = new LongAdder();
  private final AtomicLong keyIndexBytes = new AtomicLong();
  private final String name;

  private JmxTaskMetrics(String name) {
    this.name = name;
  }

  /** Begins to count and to show. */
  public static JmxTaskMetrics register(String connector, int task) {
    JmxTaskMetrics metrics =
        new JmxTaskMetrics(
            "io.frazil:type=task,connector=" + ObjectName.quote(connector) + ",task=" + task);
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      ObjectName objectName = new ObjectName(metrics.name);
      if (server.isRegistered(objectName)) {
        // A task that Connect has given up may not have ended yet.
        server.unregisterMBean(objectName);
      }
      server.registerMBean(metrics, objectName);
    } catch (JMException e) {
      LOG.warn("Cannot show the figures of {} in JMX: {}", metrics.name, e.getMessage());
    }
    return metrics;
  }

  @Override
  public void written() {
    changesWritten.increment();
  }

  @Override
  public void skipped() {
    recordsSkipped.increment();
  }

  @Override
  public void passedOver() {
    recordsPassedOver.increment();
  }

  @Override
  public void rewound() {
    rewinds.increment();
  }

  @Override
  public void stalled() {
    stalls.increment();
  }

  @Override
  public void unacknowledged(long bytes) {
    unacknowledgedBytes.set(bytes);
  }

  @Override
  public void committed(long rows) {
    commits.increment();
    rowsCommitted.add(rows);
  }

  @Override
  public void commitFailed() {
    commitFailures.increment();
  }

  @Override
  public void late(long changes) {
    lateChanges.add(changes);
  }

  @Override
  public void incomplete(long rows) {
    incompleteRows.add(rows);
  }

  @Override
  public void merged(String table, long keys, long found, double debt) {
    keysMerged.add(keys);
    rowsFound.add(found);
    deleteDebt.put(table, debt);
  }

  @Override
  public void mergeTook(Duration time) {
    mergeMillis.add(time.toMillis());
  }

  @Override
  public void scannedForKeys(long rows, long bytes) {
    rowsScanned.add(rows);
    bytesScanned.add(bytes);
  }

  @Override
  public void builtKeyBlock() {
    keyBlocksBuilt.increment();
  }

  @Override
  public void lostKeyBlock() {
    keyBlocksLost.increment();
  }

  @Override
  public void keyIndexHolds(long bytes) {
    keyIndexBytes.set(bytes);
  }

  @Override
  public long getChangesWritten() {
    return changesWritten.sum();
  }

  @Override
  public long getRecordsSkipped() {
    return recordsSkipped.sum();
  }

  @Override
  public long getRecordsPassedOver() {
    return recordsPassedOver.sum();
  }

  @Override
  public long getRewinds() {
    return rewinds.sum();
  }

  @Override
  public long getStalls() {
    return stalls.sum();
  }

  @Override
  public long getUnacknowledgedBytes() {
    return unacknowledgedBytes.get();
  }

  @Override
  public long getCommits() {
    return commits.sum();
  }

  @Override
  public long getRowsCommitted() {
    return rowsCommitted.sum();
  }

  @Override
  public long getCommitFailures() {
    return commitFailures.sum();
  }

  @Override
  public long getLateChanges() {
    return lateChanges.sum();
  }

  @Override
  public long getIncompleteRows() {
    return incompleteRows.sum();
  }

  @Override
  public long getKeysMerged() {
    return keysMerged.sum();
  }

  @Override
  public long getRowsFound() {
    return rowsFound.sum();
  }

  @Override
  public long getMergeMillis() {
    return mergeMillis.sum();
  }

  @Override
  public Map<String, Double> getDeleteDebt() {
    return Map.copyOf(deleteDebt);
  }

  @Override
  public long getRowsScannedForKeys() {
    return rowsScanned.sum();
  }

  @Override
  public long getBytesScannedForKeys() {
    return bytesScanned.sum();
  }

  @Override
  public long getKeyBlocksBuilt() {
    return keyBlocksBuilt.sum();
  }

  @Override
  public long getKeyBlocksLost() {
    return keyBlocksLost.sum();
  }

  @Override
  public long getKeyIndexBytes() {
    return keyIndexBytes.get();
  }

  @Override
  public void close() {
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(name));
    } catch (JMException e) {
      LOG.debug("{} is not shown in JMX any more", name, e);
    }
  }
}
