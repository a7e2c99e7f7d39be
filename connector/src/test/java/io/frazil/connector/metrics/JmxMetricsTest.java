package io.frazil.connector.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class JmxMetricsTest {
  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(START);
  private final Clock clock = ((InstantSource) now::get).withZone(ZoneOffset.UTC);

  @Test
  void aTasksFiguresAreShownWhileItRuns() throws JMException {
    try (JmxMetrics metrics = JmxMetrics.show("mirror, 1", 2, clock)) {
      metrics.skipped();
      metrics.passedOver();
      metrics.stalled();
      metrics.unacknowledged(3, 77);
      metrics.scannedForKeys(100, 800);
      metrics.builtKeyBlock();
      metrics.lostKeyBlock();
      metrics.keyIndexHolds(1200);

      assertThat(figures("type=task,connector=\"mirror, 1\",task=2"))
          .containsExactlyInAnyOrderEntriesOf(
              Map.ofEntries(
                  Map.entry("Leading", false),
                  Map.entry("RecordsSkipped", 1L),
                  Map.entry("RecordsPassedOver", 1L),
                  Map.entry("Stalls", 1L),
                  Map.entry("UnacknowledgedDeltas", 3),
                  Map.entry("UnacknowledgedBytes", 77L),
                  Map.entry("RowsScannedForKeys", 100L),
                  Map.entry("BytesScannedForKeys", 800L),
                  Map.entry("KeyBlocksBuilt", 1L),
                  Map.entry("KeyBlocksLost", 1L),
                  Map.entry("KeyIndexBytes", 1200L)));
    }
    assertThat(isShown("type=task,connector=\"mirror, 1\",task=2")).isFalse();
  }

  @Test
  void eachTableHasFiguresOfItsOwnFromTheFirstTimeItIsNamed() throws JMException {
    String name = "type=table,connector=\"mirror\",task=0,table=\"db.t\"";
    try (JmxMetrics metrics = JmxMetrics.show("mirror", 0, clock)) {
      assertThat(isShown(name)).isFalse();
      TableListener table = metrics.table("db.t");
      table.upserted();
      table.upserted();
      table.deleted();
      table.truncated();
      table.rewound();
      table.late(3);
      table.incomplete(4);
      table.commitFailed();
      table.conflicted();
      table.merged(10, 4, 0.25);
      table.mergeTook(Duration.ofMillis(12));
      table.commitTook(Duration.ofMillis(30));
      table.commitTook(Duration.ofMillis(20));
      table.committed(5, Optional.of(START.minusMillis(1500)));
      metrics.table("db.other").upserted();
      now.set(START.plusSeconds(9));

      assertThat(figures(name))
          .containsExactlyInAnyOrderEntriesOf(
              Map.ofEntries(
                  Map.entry("Upserts", 2L),
                  Map.entry("Deletes", 1L),
                  Map.entry("Truncates", 1L),
                  Map.entry("Rewinds", 1L),
                  Map.entry("LateChanges", 3L),
                  Map.entry("IncompleteRows", 4L),
                  Map.entry("Commits", 1L),
                  Map.entry("RowsCommitted", 5L),
                  Map.entry("CommitFailures", 1L),
                  Map.entry("Conflicts", 1L),
                  Map.entry("CommitMillis", 50L),
                  Map.entry("LastCommitMillis", 20L),
                  Map.entry("SecondsSinceCommit", 9L),
                  Map.entry("SourceLagMillis", 1500L),
                  Map.entry("KeysMerged", 10L),
                  Map.entry("RowsFound", 4L),
                  Map.entry("MergeMillis", 12L),
                  Map.entry("DeleteDebt", 0.25)));
    }
    assertThat(isShown(name)).isFalse();
  }

  @Test
  void whatNeverHappenedIsMinusOne() throws JMException {
    try (JmxMetrics metrics = JmxMetrics.show("mirror", 0, clock)) {
      metrics.table("db.t").upserted();
      metrics.elected();

      assertThat(figures("type=table,connector=\"mirror\",task=0,table=\"db.t\""))
          .containsEntry("LastCommitMillis", -1L)
          .containsEntry("SecondsSinceCommit", -1L)
          .containsEntry("SourceLagMillis", -1L);
      assertThat(figures("type=connector,connector=\"mirror\""))
          .containsEntry("LastRoundMillis", -1L)
          .containsEntry("SecondsSinceRound", -1L);
    }
  }

  @Test
  void theConnectorsFiguresAreShownByTheTaskThatLeads() throws JMException {
    String name = "type=connector,connector=\"mirror\"";
    try (JmxMetrics metrics = JmxMetrics.show("mirror", 7, clock)) {
      assertThat(isShown(name)).isFalse();
      metrics.elected();
      metrics.roundBegan();
      now.set(START.plusSeconds(2));
      metrics.roundEnded();
      now.set(START.plusSeconds(5));

      assertThat(figures(name))
          .containsExactlyInAnyOrderEntriesOf(
              Map.of(
                  "LeadingTask",
                  7,
                  "SecondsLeading",
                  5L,
                  "Rounds",
                  1L,
                  "RoundMillis",
                  2000L,
                  "LastRoundMillis",
                  2000L,
                  "SecondsSinceRound",
                  3L));
      assertThat(figures("type=task,connector=\"mirror\",task=7")).containsEntry("Leading", true);
      metrics.dismissed();
      assertThat(isShown(name)).isFalse();
    }
  }

  @Test
  void aLeaderThatStepsDownLateLeavesItsSuccessorsFigures() throws JMException {
    try (JmxMetrics old = JmxMetrics.show("mirror", 0, clock);
        JmxMetrics young = JmxMetrics.show("mirror", 1, clock)) {
      old.elected();
      young.elected();
      old.dismissed();

      assertThat(figures("type=connector,connector=\"mirror\"")).containsEntry("LeadingTask", 1);
    }
    assertThat(isShown("type=connector,connector=\"mirror\"")).isFalse();
  }

  @Test
  void aTaskThatStartsBeforeItsPredecessorEndedTakesThePlace() throws JMException {
    String name = "type=task,connector=\"mirror\",task=0";
    try (JmxMetrics young = replacing("mirror")) {
      young.skipped();

      assertThat(figures(name)).containsEntry("RecordsSkipped", 1L);
    }
    assertThat(isShown(name)).isFalse();
  }

  private JmxMetrics replacing(String connector) {
    try (JmxMetrics old = JmxMetrics.show(connector, 0, clock)) {
      old.stalled();
      return JmxMetrics.show(connector, 0, clock);
    }
  }

  private static boolean isShown(String name) throws JMException {
    return SERVER.isRegistered(new ObjectName("io.frazil:" + name));
  }

  private static Map<String, Object> figures(String name) throws JMException {
    ObjectName bean = new ObjectName("io.frazil:" + name);
    Map<String, Object> figures = new TreeMap<>();
    for (MBeanAttributeInfo attribute : SERVER.getMBeanInfo(bean).getAttributes()) {
      figures.put(attribute.getName(), SERVER.getAttribute(bean, attribute.getName()));
    }
    return figures;
  }
}
