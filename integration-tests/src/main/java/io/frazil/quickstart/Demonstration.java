package io.frazil.quickstart;

import io.frazil.cluster.ConnectRest;
import io.frazil.cluster.ConnectorStatus;
import io.frazil.cluster.KafkaCluster;
import io.frazil.console.Narrator;
import io.frazil.quickstart.Inventory.Step;
import io.frazil.table.SnapshotInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * The inventory example on a running cluster, step by step. Any deviation from what the example
 * promises is an {@link IllegalStateException} that says what to look at.
 */
final class Demonstration {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  private final Place place;
  private final Narrator narrator;
  private final KafkaCluster cluster;
  private final ProductTable table;
  private final RequestFile sink;
  private final RequestFile source;
  private long recordsSoFar;

  Demonstration(
      Place place,
      Narrator narrator,
      KafkaCluster cluster,
      ProductTable table,
      RequestFile sink,
      RequestFile source) {
    this.place = place;
    this.narrator = narrator;
    this.cluster = cluster;
    this.table = table;
    this.sink = sink;
    this.source = source;
  }

  void run() {
    createSink();
    createSource();
    SnapshotInfo load = apply(Inventory.LOAD);
    apply(Inventory.FIRST_CHANGES);
    apply(Inventory.SECOND_CHANGES);
    narrator.show(
        "Time travel: %s as it was after the load, snapshot %d".formatted(table.name(), load.id()),
        table.rows(load).lines());
    narrator.show(
        "The snapshots of %s; each carries the offsets it brings the table to"
            .formatted(table.name()),
        table.history().lines());
  }

  private void createSink() {
    cluster.topics().create(topic(), 1);
    narrator.progress("Topic '%s' is created, with one partition".formatted(topic()));
    ConnectRest rest = cluster.rest();
    rest.create(sink.json());
    rest.awaitRunning(sink.name(), Integer.parseInt(sink.config().getOrDefault("tasks.max", "1")));
    narrator.progress(
        "Sink connector '%s' runs, created by POST %s/connectors"
            .formatted(sink.name(), rest.uri()));
  }

  private void createSource() {
    ConnectRest rest = cluster.rest();
    rest.create(source.json());
    rest.awaitRunning(source.name(), 1);
    narrator.progress(
        "Source connector '%s' runs; it follows the file %s"
            .formatted(source.name(), place.shown(place.sourceFile(source))));
  }

  /** Feeds a file, waits for the commit that covers it, shows the table and checks it. */
  private SnapshotInfo apply(Step step) {
    List<String> lines = place.lines(step.file());
    recordsSoFar += lines.size();
    feed(lines);
    narrator.progress("%s is written: %d changes".formatted(step.file(), lines.size()));
    await(
        "the %d changes of %s in the topic".formatted(lines.size(), step.file()), this::isInTopic);
    narrator.progress("Topic '%s' has %d records".formatted(topic(), recordsSoFar));
    await("a snapshot that covers %s".formatted(step.file()), this::isInTable);
    SnapshotInfo snapshot = table.newestCommit().orElseThrow();
    narrator.progress(
        "Table '%s' has them: snapshot %d brings it to offsets %s"
            .formatted(table.name(), snapshot.id(), table.offsets(snapshot)));
    narrator.show("%s after %s".formatted(table.name(), step.file()), table.rows().lines());
    check(step);
    return snapshot;
  }

  private void feed(List<String> lines) {
    try {
      Files.write(
          place.sourceFile(source), lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot write the source's file.", failure);
    }
  }

  private String topic() {
    return sink.config().get("topics");
  }

  private boolean isInTopic() {
    long ends = cluster.topics().ends(topic()).values().stream().mapToLong(Long::longValue).sum();
    return ends >= recordsSoFar;
  }

  private boolean isInTable() {
    return table.newestCommit().map(table::committedRecords).orElse(0L) >= recordsSoFar;
  }

  private void await(String expectation, Callable<Boolean> isThere) {
    try {
      Awaitility.await(expectation)
          .atMost(LIMIT)
          .pollDelay(Duration.ZERO)
          .pollInterval(POLL_INTERVAL)
          .failFast(this::throwFailureOfConnectors)
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

  private String state(RequestFile connector) {
    return cluster.rest().status(connector.name()).map(Object::toString).orElse("not there");
  }

  private void throwFailureOfConnectors() {
    Stream.of(source, sink)
        .forEach(
            connector -> {
              Optional<ConnectorStatus> status = cluster.rest().status(connector.name());
              String failure = status.map(ConnectorStatus::failure).orElse("");
              if (!failure.isEmpty()) {
                throw new IllegalStateException(
                    "Connector '%s' failed. %s".formatted(connector.name(), failure));
              }
            });
  }

  private void check(Step step) {
    List<String> columns = table.columns();
    if (!Set.copyOf(columns).equals(Set.copyOf(Inventory.columns()))) {
      throw new IllegalStateException(
          "%s has the columns %s instead of %s."
              .formatted(table.name(), columns, Inventory.columns()));
    }
    List<String> rows = table.rowsToCompare();
    if (!rows.equals(step.rows())) {
      throw new IllegalStateException(
          "%s is wrong after %s. Expected:%n  %s%nbut it has:%n  %s"
              .formatted(
                  table.name(),
                  step.file(),
                  String.join(System.lineSeparator() + "  ", step.rows()),
                  String.join(System.lineSeparator() + "  ", rows)));
    }
  }
}
