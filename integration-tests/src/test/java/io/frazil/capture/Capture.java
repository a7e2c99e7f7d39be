package io.frazil.capture;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.ConnectRest;
import io.frazil.cluster.ConnectorRequest;
import io.frazil.cluster.ConnectorStatus;
import io.frazil.cluster.Installation;
import io.frazil.cluster.RunningCluster;
import io.frazil.source.Sql;
import io.frazil.table.SnapshotInfo;
import io.frazil.table.TableReader;
import io.frazil.table.Warehouse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.awaitility.Awaitility;

/** The two connectors of an example, from a table of a database to its mirror. Immutable. */
final class Capture {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private final RunningCluster running;
  private final ConnectorRequest source;
  private final ConnectorRequest sink;
  private final String topic;
  private final String table;

  private Capture(
      RunningCluster running,
      ConnectorRequest source,
      ConnectorRequest sink,
      String topic,
      String table) {
    this.running = running;
    this.source = source;
    this.sink = sink;
    this.topic = topic;
    this.table = table;
  }

  /** Creates the connectors from the files of an example; returns when they run. */
  static Capture start(RunningCluster running, String example) {
    return start(running, example(example + "/source.json"), example(example + "/sink.json"));
  }

  /** Creates the connectors, or leaves them as they are; returns when they run. */
  static Capture start(RunningCluster running, ConnectorRequest source, ConnectorRequest sink) {
    ConnectRest rest = running.cluster().rest();
    for (ConnectorRequest request : List.of(source, sink)) {
      rest.put(request.name(), request.config());
    }
    rest.awaitRunning(source.name(), 1);
    rest.awaitRunning(sink.name(), 1);
    return new Capture(
        running,
        source,
        sink,
        sink.config().getOrDefault("topics", ""),
        sink.config().getOrDefault("iceberg.tables", ""));
  }

  /** The same connectors, of whose tables this is one. */
  Capture of(String topic, String table) {
    return new Capture(running, source, sink, topic, table);
  }

  /** One of the examples, by its path. */
  static ConnectorRequest example(String path) {
    return ConnectorRequest.read(
        Installation.here().root().resolve("config-examples").resolve(path));
  }

  /**
   * Waits until the table has the rows that the query finds, and all records are applied.
   *
   * @param query finds all rows of the database's table, which nobody changes meanwhile
   */
  void awaitMirror(Sql database, String query) {
    List<NavigableMap<String, String>> expected = PlainValues.of(database.rows(query));
    await(() -> assertThat(mirror()).containsExactlyInAnyOrderElementsOf(expected));
  }

  /** The same for a table of the database that has lost a column, which the mirror keeps. */
  void awaitMirrorBut(String lostColumn, Sql database, String query) {
    List<NavigableMap<String, String>> expected = PlainValues.of(database.rows(query));
    await(
        () -> {
          List<NavigableMap<String, String>> rows = mirror();
          assertThat(rows).allSatisfy(row -> assertThat(row).containsKey(lostColumn));
          rows.forEach(row -> row.remove(lostColumn));
          assertThat(rows).containsExactlyInAnyOrderElementsOf(expected);
        });
  }

  private List<NavigableMap<String, String>> mirror() {
    return PlainValues.of(rows());
  }

  private void await(Runnable check) {
    Awaitility.await("the rows of the database in " + table)
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(200))
        .failFast("the connectors run", this::throwFailure)
        .untilAsserted(
            () -> {
              check.run();
              checkAllAreRead();
            });
  }

  private void checkAllAreRead() {
    NavigableMap<String, Long> offsets = offsets();
    ends().forEach((partition, end) -> assertThat(offsets).containsEntry(partition, end));
  }

  private void throwFailure() {
    for (String name : List.of(source.name(), sink.name())) {
      Optional<ConnectorStatus> status = running.cluster().rest().status(name);
      status
          .map(ConnectorStatus::failure)
          .filter(failure -> !failure.isEmpty())
          .ifPresent(
              failure -> {
                throw new IllegalStateException(
                    "Connector '%s' failed. %s".formatted(name, failure));
              });
    }
  }

  /** The rows of the mirror; none while it does not exist. */
  List<NavigableMap<String, Object>> rows() {
    return look(TableReader::rows).orElse(List.of());
  }

  /** The offsets that the mirror's newest snapshot brings it to. */
  NavigableMap<String, Long> offsets() {
    return look(TableReader::snapshots)
        .filter(snapshots -> !snapshots.isEmpty())
        .map(snapshots -> newest(snapshots).offsets(sink.name()))
        .orElseGet(TreeMap::new);
  }

  /** Waits until Connect knows a place behind the snapshot from which the source can go on. */
  void awaitSourceOffsets() {
    Awaitility.await("offsets of the source")
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> running.cluster().rest().offsets(source.name()).get("offsets"),
            offsets -> !offsets.isEmpty() && !offsets.get(0).get("offset").has("snapshot"));
  }

  private static SnapshotInfo newest(List<SnapshotInfo> snapshots) {
    return snapshots.get(snapshots.size() - 1);
  }

  private Map<String, Long> ends() {
    return running.cluster().topics().ends(topic).entrySet().stream()
        .filter(end -> end.getValue() > 0)
        .collect(toMap(end -> end.getKey().toString(), Map.Entry::getValue));
  }

  private <T> Optional<T> look(Function<TableReader, T> question) {
    // Whoever opens the catalog first creates it, and that has to be the sink.
    if (!Files.exists(running.warehouse().resolve("catalog.db"))) {
      return Optional.empty();
    }
    Map<String, String> environment = Map.of("FRAZIL_WAREHOUSE", running.warehouse().toString());
    try (Warehouse warehouse = Warehouse.of(sink.config(), environment)) {
      return warehouse.table(table).map(question);
    }
  }
}
