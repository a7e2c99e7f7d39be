package io.frazil.endtoend;

import io.frazil.cluster.KafkaCluster;
import io.frazil.cluster.RunningCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ProcessLossIT {
  @RegisterExtension
  static final RunningCluster RUNNING = RunningCluster.with(settings -> settings);

  private final KafkaCluster cluster = RUNNING.cluster();

  @Test
  void aWorkerMayBeKilledAndAnotherJoinDuringALoad() {
    try (Pipeline pipeline = pipeline("killed-worker").withChangelog()) {
      pipeline.start(2);
      Load load = pipeline.keepSending();
      try (load) {
        pipeline.awaitProgress();
        cluster.addWorker();
        pipeline.awaitProgress();
        cluster.workers().get(0).kill();
        pipeline.awaitProgress();
      }
      pipeline.verify().verifyChangelog();
    }
  }

  @Test
  void theBrokerMayBeKilledAndStartedAgainDuringALoad() {
    try (Pipeline pipeline = pipeline("killed-broker")) {
      pipeline.start(2);
      Load load = pipeline.keepSending();
      try (load) {
        pipeline.awaitProgress();
        cluster.broker().kill();
        cluster.broker().start();
        pipeline.awaitProgress();
      }
      pipeline.verify();
    }
  }

  private Pipeline pipeline(String name) {
    return Pipeline.create(cluster, RUNNING.warehouse(), name, 2)
        // Who leads is to be noticed gone soon.
        .with("iceberg.kafka.session.timeout.ms", "3000")
        .with("iceberg.kafka.heartbeat.interval.ms", "500");
  }
}
