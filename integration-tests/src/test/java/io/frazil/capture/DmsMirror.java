package io.frazil.capture;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.ConnectorRequest;
import io.frazil.cluster.ConnectorStatus;
import io.frazil.cluster.RunningCluster;
import io.frazil.dms.Depot;
import io.frazil.dms.DmsTask;
import io.frazil.dms.Message;
import io.frazil.dms.Parcel;
import io.frazil.dms.TaskSettings;
import io.frazil.dms.TaskSettings.Detail;
import io.frazil.table.SnapshotInfo;
import io.frazil.table.TableReader;
import io.frazil.table.Warehouse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

/**
 * The example of AWS DMS with a catalog on disk: a topic, to which Kafka's own rule gives the
 * partitions of DMS's keys, a sink, and the table that it keeps. Topic and connector have the same
 * name. Immutable.
 */
final class DmsMirror {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String TABLE = "depot.parcel";
  private static final String FLAG = "_deleted";
  private static final String POSITION = "_position";
  private static final Schema COLUMNS =
      new Schema(
          Types.NestedField.required(1, Parcel.KEY, Types.LongType.get()),
          Types.NestedField.optional(2, "label", Types.StringType.get()),
          Types.NestedField.optional(3, "weight_kg", Types.DecimalType.of(9, 3)),
          Types.NestedField.optional(4, "fragile", Types.BooleanType.get()),
          Types.NestedField.optional(5, "shipped_at", Types.TimestampType.withZone()),
          Types.NestedField.optional(6, "note", Types.StringType.get()),
          Types.NestedField.optional(7, POSITION, Types.StringType.get()),
          Types.NestedField.optional(8, FLAG, Types.BooleanType.get()));

  private final RunningCluster running;
  private final ConnectorRequest sink;
  private final TaskSettings settings;

  private DmsMirror(RunningCluster running, ConnectorRequest sink, TaskSettings settings) {
    this.running = running;
    this.sink = sink;
    this.settings = settings;
  }

  /** The example, for a topic and a catalog of its own; {@link #start} creates them. */
  static DmsMirror of(RunningCluster running, String name, TaskSettings settings) {
    Path folder = running.warehouse().resolve(name);
    Map<String, String> config =
        new HashMap<>(Capture.example("dms-kafka/sink-upsert.json").config());
    config.keySet().removeIf(key -> key.startsWith("iceberg.catalog"));
    config.put("topics", name);
    config.put("iceberg.catalog.type", "jdbc");
    config.put("iceberg.catalog.uri", "jdbc:sqlite:" + folder.resolve("catalog.db"));
    config.put("iceberg.catalog.jdbc.schema-version", "V1");
    config.put("iceberg.catalog.warehouse", "file:" + folder);
    config.put("iceberg.control.commit.interval-ms", "500");
    config.put("iceberg.control.commit.timeout-ms", "5000");
    // Who leads is to be noticed gone soon.
    config.put("iceberg.kafka.session.timeout.ms", "3000");
    config.put("iceberg.kafka.heartbeat.interval.ms", "500");
    return new DmsMirror(running, new ConnectorRequest(name, config), settings);
  }

  /** The same with an option of the sink. */
  DmsMirror with(String option, String value) {
    return new DmsMirror(running, sink.with(option, value), settings);
  }

  /** Creates topic and table, then the sink; returns when that runs. */
  DmsMirror start(int partitions, int tasks) {
    running.cluster().topics().create(sink.name(), partitions);
    try {
      Files.createDirectories(running.warehouse().resolve(sink.name()));
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot create a warehouse.", failure);
    }
    try (Warehouse warehouse = open()) {
      ((SupportsNamespaces) warehouse.catalog()).createNamespace(Namespace.of("depot"));
      warehouse.catalog().createTable(TableIdentifier.parse(TABLE), COLUMNS);
    }
    running
        .cluster()
        .rest()
        .put(sink.name(), sink.with("tasks.max", Integer.toString(tasks)).config());
    running.cluster().rest().awaitRunning(sink.name(), tasks);
    return this;
  }

  /** A task that sends what the source tells. */
  DmsTask newTask() {
    return new DmsTask(settings, Instant::now);
  }

  void send(List<Message> messages) {
    running
        .cluster()
        .topics()
        .send(
            messages.stream()
                .map(each -> new ProducerRecord<>(sink.name(), each.key(), each.value()))
                .toList());
  }

  /** The offsets that the newest snapshot brings the table to. */
  NavigableMap<String, Long> offsets() {
    List<SnapshotInfo> snapshots = look(TableReader::snapshots);
    return snapshots.isEmpty()
        ? new TreeMap<>()
        : snapshots.get(snapshots.size() - 1).offsets(sink.name());
  }

  void awaitProgress() {
    NavigableMap<String, Long> before = offsets();
    await("progress", () -> assertThat(offsets()).isNotEqualTo(before));
  }

  /** Waits until all that was sent is applied. */
  void awaitApplied() {
    Map<String, Long> ends =
        running.cluster().topics().ends(sink.name()).entrySet().stream()
            .filter(end -> end.getValue() > 0)
            .collect(toMap(end -> end.getKey().toString(), Map.Entry::getValue));
    await("the end of the topic", () -> assertThat(offsets()).isEqualTo(ends));
  }

  private void await(String what, ThrowingRunnable check) {
    Awaitility.await("%s in the table of %s".formatted(what, sink.name()))
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(200))
        .failFast("the connector runs", this::throwFailure)
        .untilAsserted(check);
  }

  private void throwFailure() {
    running
        .cluster()
        .rest()
        .status(sink.name())
        .map(ConnectorStatus::failure)
        .filter(failure -> !failure.isEmpty())
        .ifPresent(
            failure -> {
              throw new IllegalStateException(failure);
            });
  }

  /** The table has the rows of the source, as far as messages tell them. */
  void check(Depot source) {
    assertThat(look(TableReader::rows).stream().filter(row -> !Boolean.TRUE.equals(row.get(FLAG))))
        .as("the table of %s", sink.name())
        .extracting(DmsMirror::withoutFacts)
        .containsExactlyInAnyOrderElementsOf(
            source.rows().values().stream().map(this::expected).toList());
  }

  private static NavigableMap<String, Object> withoutFacts(NavigableMap<String, Object> row) {
    NavigableMap<String, Object> rest = new TreeMap<>(row);
    rest.remove(POSITION);
    rest.remove(FLAG);
    return rest;
  }

  private NavigableMap<String, Object> expected(Parcel parcel) {
    NavigableMap<String, Object> row = new TreeMap<>();
    parcel
        .columns()
        .forEach((column, value) -> row.put(column, value.map(this::expected).orElse(null)));
    return row;
  }

  private Object expected(Object value) {
    if (value instanceof BigDecimal number) {
      return number.setScale(3);
    }
    if (value instanceof Instant time) {
      return time.atOffset(ZoneOffset.UTC);
    }
    // Not told: an empty text is not to be told from a null then.
    return value.equals("") && !settings.has(Detail.NULL_AND_EMPTY) ? null : value;
  }

  private <T> T look(Function<TableReader, T> question) {
    try (Warehouse warehouse = open()) {
      return question.apply(warehouse.table(TABLE).orElseThrow());
    }
  }

  private Warehouse open() {
    return Warehouse.of(sink.config(), Map.of());
  }
}
