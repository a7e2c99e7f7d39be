package io.frazil.connector.metrics;

import java.lang.management.ManagementFactory;
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
  public void close() {
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(name));
    } catch (JMException e) {
      LOG.debug("{} is not shown in JMX any more", name, e);
    }
  }
}
