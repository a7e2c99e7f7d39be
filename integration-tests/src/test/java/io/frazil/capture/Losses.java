package io.frazil.capture;

import io.frazil.cluster.RunningCluster;
import io.frazil.endtoend.Load;
import java.time.Duration;
import java.util.NavigableMap;
import org.awaitility.Awaitility;

/** What goes wrong while changes come. */
final class Losses {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private Losses() {}

  /**
   * Changes come from before the only worker is killed until after another has gone on.
   *
   * <p>It is killed only when the source has told Connect where it is behind the snapshot: else it
   * would take another one, which does not tell of rows that went in between.
   */
  static void surviveOneOfTheWorker(RunningCluster running, Capture capture, Runnable change) {
    Load load = Load.of(change);
    try (load) {
      awaitProgress(capture);
      capture.awaitSourceOffsets();
      running.cluster().workers().get(0).kill();
      running.cluster().addWorker();
      awaitProgress(capture);
    }
  }

  private static void awaitProgress(Capture capture) {
    NavigableMap<String, Long> before = capture.offsets();
    Awaitility.await("progress of the mirror")
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> !capture.offsets().equals(before));
  }
}
