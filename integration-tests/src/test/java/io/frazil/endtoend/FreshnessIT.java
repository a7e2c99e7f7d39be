package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.frazil.cluster.SharedCluster;
import io.frazil.table.SnapshotInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FreshnessIT {
  @RegisterExtension static final SharedCluster RUNNING = new SharedCluster();

  @Test
  void aSingleRecordIsVisibleSoonAlthoughConnectFlushesOnceAMinute() {
    try (Pipeline pipeline = pipeline("single-records", 1)) {
      pipeline.with("iceberg.control.commit.interval-ms", "1000").start(1).send(20).awaitApplied();

      List<Duration> ages = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        // Just after a commit, so that it has to wait for a whole interval.
        Instant produced = Instant.now();
        pipeline.send(1).awaitApplied();
        ages.add(Duration.between(produced, pipeline.newest(Pipeline.MIRROR).committedAt()));
      }
      Collections.sort(ages);
      System.out.println("Ages of single records: " + ages);

      // The median, since the machine may be busy with something else for a moment.
      assertThat(ages.get(2)).as("Median of %s", ages).isLessThanOrEqualTo(Duration.ofSeconds(3));
      pipeline.verify();
    }
  }

  @Test
  void aPartitionWithoutRecordsHoldsNoRoundUp() {
    try (Pipeline pipeline = pipeline("idle-partition", 2)) {
      pipeline.start(2);

      // While the second task joins, a commit may claim nothing; afterwards every one does.
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(
              () -> {
                Instant produced = Instant.now();
                pipeline.send(pipeline.changes().in(0, 20)).awaitApplied();
                SnapshotInfo newest = pipeline.newest(Pipeline.MIRROR);
                assertThat(newest.summary()).containsKey("kafka.connect.valid-through-ts");
                assertThat(Duration.between(produced, newest.committedAt()))
                    .isLessThan(Pipeline.COMMIT_TIMEOUT);
              });
      pipeline.verify();
    }
  }

  private static Pipeline pipeline(String name, int partitions) {
    return Pipeline.create(RUNNING.cluster(), RUNNING.warehouse(), name, partitions);
  }
}
