package io.frazil.endtoend;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.ConnectRest;
import io.frazil.cluster.ConnectorStatus.State;
import io.frazil.cluster.KafkaCluster;
import io.frazil.cluster.Topics;
import io.frazil.table.SnapshotInfo;
import io.frazil.table.TableReader;
import io.frazil.table.Warehouse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;

/**
 * A topic of random changes and a connector that applies them to a mirror (upsert) and a history
 * (append), in a catalog of its own. Topic and connector have the same name.
 */
final class Pipeline implements AutoCloseable {
  static final String MIRROR = "db.mirror";
  static final String HISTORY = "db.history";
  static final String CHANGELOG = "db.mirror_changes";
  static final Duration COMMIT_TIMEOUT = Duration.ofSeconds(5);
  static final Duration LIMIT = Duration.ofMinutes(3);

  private static final String CATALOG_PREFIX = "iceberg.catalog.";

  private final KafkaCluster cluster;
  private final String name;
  private final Path folder;
  private final Changes changes;
  private final Map<String, String> config = new LinkedHashMap<>();

  private Pipeline(KafkaCluster cluster, Path warehouses, String name, int partitions, long seed) {
    this.cluster = cluster;
    this.name = name;
    this.folder = warehouses.resolve(name);
    this.changes = new Changes(name, partitions, seed);
    config.put("connector.class", "io.frazil.connector.IcebergCdcSinkConnector");
    config.put("tasks.max", "1");
    config.put("topics", name);
    config.put("iceberg.tables", MIRROR + "," + HISTORY);
    config.put("iceberg.tables.cdc-field", "_op");
    config.put("iceberg.tables.auto-create-enabled", "true");
    config.put("iceberg.table.%s.id-columns".formatted(MIRROR), "id");
    config.put("iceberg.table.%s.write-mode".formatted(HISTORY), "append");
    config.put("iceberg.catalog.type", "jdbc");
    config.put("iceberg.catalog.uri", "jdbc:sqlite:" + catalogFile());
    config.put("iceberg.catalog.jdbc.schema-version", "V1");
    config.put("iceberg.catalog.warehouse", "file:" + folder);
    config.put("iceberg.control.commit.interval-ms", "500");
    config.put("iceberg.control.commit.timeout-ms", Long.toString(COMMIT_TIMEOUT.toMillis()));
  }

  /** Creates the topic; the connector waits for {@link #start}. */
  static Pipeline create(KafkaCluster cluster, Path warehouses, String name, int partitions) {
    return create(cluster, warehouses, name, partitions, new Random().nextLong());
  }

  /** Creates the topic for the changes of a seed; the connector waits for {@link #start}. */
  static Pipeline create(
      KafkaCluster cluster, Path warehouses, String name, int partitions, long seed) {
    Pipeline pipeline = new Pipeline(cluster, warehouses, name, partitions, seed);
    System.out.printf("%s: %s%n", name, pipeline.changes);
    try {
      Files.createDirectories(pipeline.folder);
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot create '%s'.".formatted(pipeline.folder), failure);
    }
    cluster.topics().create(name, partitions);
    return pipeline;
  }

  /** Sets an option of the connector, from its next {@link #start} on. */
  Pipeline with(String key, String value) {
    config.put(key, value);
    return this;
  }

  /** Keeps every change of the mirror in a table beside it. */
  Pipeline withChangelog() {
    return with("iceberg.table.%s.changelog-table".formatted(MIRROR), CHANGELOG);
  }

  /** Writes to a catalog of these properties instead. */
  Pipeline withCatalog(Map<String, String> properties) {
    config.keySet().removeIf(key -> key.startsWith(CATALOG_PREFIX));
    properties.forEach((key, value) -> config.put(CATALOG_PREFIX + key, value));
    return this;
  }

  /** Writes to the catalog of another pipeline. */
  Pipeline withCatalogOf(Pipeline other) {
    config.keySet().removeIf(key -> key.startsWith(CATALOG_PREFIX));
    other.config.forEach(
        (key, value) -> {
          if (key.startsWith(CATALOG_PREFIX)) {
            config.put(key, value);
          }
        });
    return this;
  }

  /** Leaves an option of the connector as it is by itself. */
  Pipeline without(String key) {
    config.remove(key);
    return this;
  }

  /** Creates the connector with its options, or gives it those it has now; waits until it runs. */
  Pipeline start(int tasks) {
    configure(tasks);
    awaitRunning(tasks);
    return this;
  }

  /** Gives the connector so many tasks from now on, and does not wait for them. */
  void configure(int tasks) {
    config.put("tasks.max", Integer.toString(tasks));
    rest().put(name, config);
  }

  /** Starts a connector that has failed once more. */
  Pipeline restart(int tasks) {
    rest().restart(name);
    awaitRunning(tasks);
    return this;
  }

  // Unlike the REST client's, this does not take an earlier failure for one of the new start.
  private void awaitRunning(int tasks) {
    rest().await(name, now -> now.isAll(State.RUNNING, tasks));
  }

  String name() {
    return name;
  }

  Path folder() {
    return folder;
  }

  Changes changes() {
    return changes;
  }

  ConnectRest rest() {
    return cluster.rest();
  }

  Topics topics() {
    return cluster.topics();
  }

  /** Sends so many changes to any partitions. */
  Pipeline send(int count) {
    return send(changes.any(count));
  }

  /** Sends changes, which have to land where they say. */
  Pipeline send(List<ProducerRecord<String, String>> records) {
    List<RecordMetadata> landed = topics().send(records);
    for (int i = 0; i < records.size(); i++) {
      assertThat(records.get(i).value())
          .endsWith(
              "\"part\":%d,\"seq\":%d}"
                  .formatted(landed.get(i).partition(), landed.get(i).offset()));
    }
    return this;
  }

  /** Sends changes until the load is closed. */
  Load keepSending() {
    return Load.of(() -> send(20));
  }

  Warehouse open() {
    return Warehouse.of(config, Map.of());
  }

  /** Stops the connector: its tasks end. */
  void stop() {
    rest().stop(name);
    rest().await(name, now -> now.isAll(State.STOPPED, 0));
  }

  /** Lets a connector go on that is paused or stopped; waits until it runs. */
  void resume(int tasks) {
    rest().resume(name);
    awaitRunning(tasks);
  }

  /** What the connector has told its consumer group. */
  Map<TopicPartition, OffsetAndMetadata> groupOffsets() {
    return topics().groupOffsets(group());
  }

  /** The consumer group of the tasks. */
  String group() {
    return config.getOrDefault("consumer.override.group.id", "connect-" + name);
  }

  /** Waits until the consumer group has been told of all, so that it shows no lag. */
  Pipeline awaitTold() {
    Map<String, Long> ends = ends();
    Awaitility.await("offsets of " + group())
        .atMost(LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(() -> assertThat(told()).containsAllEntriesOf(ends));
    return this;
  }

  private Map<String, Long> told() {
    return groupOffsets().entrySet().stream()
        .collect(toMap(entry -> entry.getKey().toString(), entry -> entry.getValue().offset()));
  }

  /** The end of each partition that has records. */
  Map<String, Long> ends() {
    return topics().ends(name).entrySet().stream()
        .filter(end -> end.getValue() > 0)
        .collect(toMap(end -> end.getKey().toString(), Map.Entry::getValue));
  }

  /** The newest snapshot of a table, which has one. */
  SnapshotInfo newest(String table) {
    List<SnapshotInfo> snapshots = look(table, TableReader::snapshots);
    return snapshots.get(snapshots.size() - 1);
  }

  /** The rows of a table, which exists. */
  List<NavigableMap<String, Object>> rows(String table) {
    return look(table, TableReader::rows);
  }

  /** Looks at a table, which exists. */
  <T> T look(String table, Function<TableReader, T> question) {
    try (Warehouse warehouse = open()) {
      return question.apply(warehouse.table(table).orElseThrow());
    }
  }

  /** The offsets that the newest snapshot of the connector brings a table to; none before it. */
  NavigableMap<String, Long> offsets(String table) {
    if (isOwnCatalog() && !Files.exists(catalogFile())) {
      return new TreeMap<>();
    }
    try (Warehouse warehouse = open()) {
      return warehouse
          .table(table)
          .map(TableReader::snapshots)
          .flatMap(
              snapshots ->
                  snapshots.stream()
                      .map(snapshot -> snapshot.offsets(name))
                      .filter(offsets -> !offsets.isEmpty())
                      .reduce((older, newer) -> newer))
          .orElseGet(TreeMap::new);
    }
  }

  private Path catalogFile() {
    return folder.resolve("catalog.db");
  }

  private boolean isOwnCatalog() {
    return ("jdbc:sqlite:" + catalogFile()).equals(config.get(CATALOG_PREFIX + "uri"));
  }

  /** Waits until both tables have been brought to the end of the topic. */
  Pipeline awaitApplied() {
    return awaitApplied(MIRROR, HISTORY);
  }

  Pipeline awaitApplied(String... tables) {
    Map<String, Long> ends = ends();
    for (String table : tables) {
      Awaitility.await("%s of %s".formatted(table, name))
          .atMost(LIMIT)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(100))
          .untilAsserted(() -> assertThat(offsets(table)).isEqualTo(ends));
    }
    return this;
  }

  /** Waits until the history has some rows of a load. */
  void awaitProgress() {
    awaitProgress(HISTORY);
  }

  /** Waits until a table has some rows of a load. */
  void awaitProgress(String table) {
    NavigableMap<String, Long> before = offsets(table);
    Awaitility.await("progress of " + name)
        .atMost(LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> !offsets(table).equals(before));
  }

  /** Waits until all is applied, and checks that it is: every change, and each once. */
  Pipeline verify() {
    awaitApplied();
    awaitTold();
    checkRows();
    checkSnapshots();
    return this;
  }

  /** The mirror has the row of each key, the history each record once. */
  void checkRows() {
    checkMirror();
    checkHistory();
  }

  void checkMirror() {
    checkMirror(MIRROR);
  }

  void checkMirror(String table) {
    changes.checkMirror(table, rows(table));
  }

  void checkHistory() {
    changes.checkHistory(HISTORY, rows(HISTORY));
  }

  /** Waits until the changelog has all, and checks that it has each change once and in order. */
  void verifyChangelog() {
    awaitApplied(CHANGELOG);
    RecordedChanges recorded = look(CHANGELOG, RecordedChanges::of);
    assertThat(recorded.places())
        .as("Changelog of %s", changes)
        .containsExactlyInAnyOrderElementsOf(changes.places());
    assertThat(recorded.rows())
        .as("Changelog of %s", changes)
        .containsExactlyInAnyOrderElementsOf(changes.rows());
    look(CHANGELOG, SnapshotTrail::of).forEach(SnapshotTrail::checkFiles);
  }

  private void checkSnapshots() {
    for (String table : List.of(MIRROR, HISTORY)) {
      List<SnapshotTrail> trails = look(table, SnapshotTrail::of);
      trails.forEach(SnapshotTrail::checkFiles);
      if (!changes.haveBegunAnew()) {
        trails.forEach(trail -> trail.checkOffsets(name));
      }
    }
  }

  /** Deletes the connector, so that the worker has less to do. */
  @Override
  public void close() {
    rest().status(name).ifPresent(status -> rest().delete(name));
  }
}
