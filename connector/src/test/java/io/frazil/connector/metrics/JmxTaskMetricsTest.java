package io.frazil.connector.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class JmxTaskMetricsTest {
  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

  @Test
  void figuresAreShownWhileTheTaskRuns() throws JMException {
    ObjectName name = new ObjectName("io.frazil:type=task,connector=\"mirror, 1\",task=2");
    try (JmxTaskMetrics metrics = JmxTaskMetrics.register("mirror, 1", 2)) {
      metrics.written();
      metrics.written();
      metrics.skipped();
      metrics.passedOver();
      metrics.rewound();
      metrics.stalled();
      metrics.unacknowledged(77);
      metrics.committed(5);
      metrics.committed(6);
      metrics.commitFailed();
      metrics.late(3);
      metrics.merged("db.t", 10, 4, 0.25);
      metrics.mergeTook(Duration.ofMillis(12));
      metrics.scannedForKeys(100, 800);
      metrics.builtKeyBlock();
      metrics.lostKeyBlock();
      metrics.keyIndexHolds(1200);

      assertThat(SERVER.getAttribute(name, "ChangesWritten")).isEqualTo(2L);
      assertThat(SERVER.getAttribute(name, "RecordsSkipped")).isEqualTo(1L);
      assertThat(SERVER.getAttribute(name, "RecordsPassedOver")).isEqualTo(1L);
      assertThat(SERVER.getAttribute(name, "Rewinds")).isEqualTo(1L);
      assertThat(SERVER.getAttribute(name, "Stalls")).isEqualTo(1L);
      assertThat(SERVER.getAttribute(name, "UnacknowledgedBytes")).isEqualTo(77L);
      assertThat(SERVER.getAttribute(name, "Commits")).isEqualTo(2L);
      assertThat(SERVER.getAttribute(name, "RowsCommitted")).isEqualTo(11L);
      assertThat(SERVER.getAttribute(name, "CommitFailures")).isEqualTo(1L);
      assertThat(SERVER.getAttribute(name, "LateChanges")).isEqualTo(3L);
      assertThat(SERVER.getAttribute(name, "KeysMerged")).isEqualTo(10L);
      assertThat(SERVER.getAttribute(name, "RowsFound")).isEqualTo(4L);
      assertThat(SERVER.getAttribute(name, "MergeMillis")).isEqualTo(12L);
      assertThat(metrics.getDeleteDebt()).containsExactly(Map.entry("db.t", 0.25));
      assertThat(SERVER.getAttribute(name, "RowsScannedForKeys")).isEqualTo(100L);
      assertThat(SERVER.getAttribute(name, "BytesScannedForKeys")).isEqualTo(800L);
      assertThat(SERVER.getAttribute(name, "KeyBlocksBuilt")).isEqualTo(1L);
      assertThat(SERVER.getAttribute(name, "KeyBlocksLost")).isEqualTo(1L);
      assertThat(SERVER.getAttribute(name, "KeyIndexBytes")).isEqualTo(1200L);
    }
    assertThat(SERVER.isRegistered(name)).isFalse();
  }

  @Test
  void aTaskThatStartsBeforeItsPredecessorEndedTakesThePlace() throws JMException {
    try (JmxTaskMetrics old = JmxTaskMetrics.register("mirror", 0);
        JmxTaskMetrics young = JmxTaskMetrics.register("mirror", 0)) {
      old.written();
      young.skipped();

      ObjectName name = new ObjectName("io.frazil:type=task,connector=\"mirror\",task=0");
      assertThat(SERVER.getAttribute(name, "ChangesWritten")).isEqualTo(0L);
      assertThat(SERVER.getAttribute(name, "RecordsSkipped")).isEqualTo(1L);
    }
  }
}
