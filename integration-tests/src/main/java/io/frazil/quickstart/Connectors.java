package io.frazil.quickstart;

import io.frazil.cluster.ConnectRest;
import io.frazil.cluster.ConnectorRequest;
import io.frazil.cluster.ConnectorStatus;
import io.frazil.cluster.KafkaCluster;
import io.frazil.console.Narrator;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** The source connector and the sink connector of an example, on a running cluster. */
record Connectors(
    KafkaCluster cluster, Narrator narrator, ConnectorRequest source, ConnectorRequest sink) {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  void createSink() {
    create(sink);
    narrator.progress(
        "Sink connector '%s' runs, created by POST %s/connectors"
            .formatted(sink.name(), cluster.rest().uri()));
  }

  /**
   * Creates the source.
   *
   * @param purpose what it does, for people
   */
  void createSource(String purpose) {
    create(source);
    narrator.progress("Source connector '%s' runs; it %s".formatted(source.name(), purpose));
  }

  private void create(ConnectorRequest request) {
    ConnectRest rest = cluster.rest();
    rest.create(request.json());
    int tasks = Integer.parseInt(request.config().getOrDefault("tasks.max", "1"));
    rest.awaitRunning(request.name(), tasks);
  }

  /** Waits for something that the connectors are to bring about; fails if one of them fails. */
  void await(String expectation, Callable<Boolean> isThere) {
    try {
      Awaitility.await(expectation)
          .atMost(LIMIT)
          .pollDelay(Duration.ZERO)
          .pollInterval(POLL_INTERVAL)
          .failFast(this::throwFailure)
          .until(isThere);
    } catch (ConditionTimeoutException timeout) {
      throw new IllegalStateException(
          "Waited %d s in vain for %s. Connector '%s': %s. Connector '%s': %s."
              .formatted(
                  LIMIT.toSeconds(),
                  expectation,
                  source.name(),
                  state(source),
                  sink.name(),
                  state(sink)),
          timeout);
    }
  }

  private String state(ConnectorRequest connector) {
    return cluster.rest().status(connector.name()).map(Object::toString).orElse("not there");
  }

  private void throwFailure() {
    for (ConnectorRequest connector : List.of(source, sink)) {
      Optional<ConnectorStatus> status = cluster.rest().status(connector.name());
      String failure = status.map(ConnectorStatus::failure).orElse("");
      if (!failure.isEmpty()) {
        throw new IllegalStateException(
            "Connector '%s' failed. %s".formatted(connector.name(), failure));
      }
    }
  }
}
