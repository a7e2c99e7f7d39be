package io.frazil.endtoend;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.ConnectRest;
import io.frazil.cluster.ConnectWorker;
import io.frazil.cluster.ConnectorStatus.State;
import io.frazil.cluster.KafkaCluster;
import io.frazil.process.Freeze;
import io.frazil.table.Warehouse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import javax.management.JMException;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;

/**
 * A connector that keeps two mirrors and a history during a load, while anything happens to it that
 * it has to get over. Not thread-safe.
 */
final class Chaos implements AutoCloseable {
  private static final int ENOUGH_FAILURES = 3;
  private static final Duration LONGEST_OUTAGE = Duration.ofSeconds(10);
  private static final int MAX_TASKS = 4;

  private final KafkaCluster cluster;
  private final ChaosTables tables;
  private final Random random;
  private final Diary diary = new Diary();
  private final Operator operator;
  private int tasks = 3;

  private Chaos(KafkaCluster cluster, ChaosTables tables, Random random) {
    this.cluster = cluster;
    this.tables = tables;
    this.random = random;
    this.operator = new Operator(tables.pipeline().name(), diary);
  }

  /** Creates topic and tables, and nothing goes wrong yet. */
  static Chaos of(KafkaCluster cluster, ChaosTables tables, long seed) {
    return new Chaos(cluster, tables, new Random(seed));
  }

  /** One round, and what is to be true of the tables after it. */
  void run() {
    try {
      operator.insist("a connector", () -> tables.pipeline().configure(tasks));
      Load load = Load.of(() -> tables.pipeline().send(5));
      try (load) {
        awaitProgress(ChaosTables.NAMES);
        Adversity.round(random).forEach(this::suffer);
      }
      settle();
      tables.check(random);
      checkFigures();
      checkFailures();
    } finally {
      System.out.printf("%s:%n%s%n", tables.pipeline().name(), diary);
    }
  }

  private void suffer(Adversity adversity) {
    diary.note(adversity.toString());
    int failures = tables.failures();
    adversity.outage().ifPresent(this::begin);
    adversity.incident().ifPresent(incident -> befall(incident, adversity.outage()));
    adversity.outage().ifPresent(outage -> end(outage, failures));
    operator.attend(rest());
    // Else the next trouble comes before the connector is over this one.
    if (random.nextBoolean()) {
      awaitProgress(ChaosTables.NAMES);
    }
  }

  /** Comes back when the outage is felt, so that what happens next happens during it. */
  private void begin(Outage outage) {
    int failures = tables.failures();
    tables.begin(outage);
    awaitFailures(failures + 1);
  }

  private void end(Outage outage, int failures) {
    awaitProgress(outage.spared());
    awaitFailures(failures + ENOUGH_FAILURES);
    tables.endOutages();
    diary.note("  %d requests failed".formatted(tables.failures() - failures));
  }

  private void awaitFailures(int count) {
    Instant begin = Instant.now();
    Awaitility.await("an outage that is felt")
        .atMost(Pipeline.LIMIT)
        .pollDelay(Duration.ZERO)
        .until(
            () -> tables.failures() >= count || begin.plus(LONGEST_OUTAGE).isBefore(Instant.now()));
  }

  private void befall(Incident incident, Optional<Outage> outage) {
    switch (incident) {
      case WORKER_KILLED -> replace(any(workers()), ConnectWorker::kill);
      case LEADER_KILLED -> replace(leader(), ConnectWorker::kill);
      case WORKER_STOPPED -> replace(any(workers()), ConnectWorker::stop);
      case LEADER_FROZEN -> freeze(leader());
      case BROKER_KILLED -> {
        cluster.broker().kill();
        cluster.broker().start();
        awaitTasks();
      }
      case TASKS_CHANGED -> changeTasks();
      case CONTROL_TOPIC_DELETED -> cluster.topics().delete(tables.controlTopic());
      case GROUP_MOVED -> moveGroup(outage);
      case TABLE_COMPACTED -> compact(any(ChaosTables.NAMES));
      case TABLE_ROLLED_BACK -> rollBack(any(ChaosTables.NAMES));
    }
  }

  /** The worker whose task leads, as JMX tells. */
  private ConnectWorker leader() {
    return Awaitility.await("a leader of " + tables.pipeline().name())
        .atMost(Pipeline.LIMIT)
        .pollDelay(Duration.ZERO)
        // A worker that has only just begun can't be looked into yet.
        .ignoreExceptionsInstanceOf(IllegalStateException.class)
        .until(() -> workers().stream().filter(this::isLeading).findAny(), Optional::isPresent)
        .orElseThrow();
  }

  private boolean isLeading(ConnectWorker worker) {
    try {
      return ConnectorFigures.of(List.of(worker), tables.pipeline().name()).count("connector") > 0;
    } catch (IOException | JMException failure) {
      throw new IllegalStateException("Cannot look into " + worker.name(), failure);
    }
  }

  private void replace(ConnectWorker lost, Consumer<ConnectWorker> end) {
    diary.note("  losing " + lost.name());
    if (random.nextBoolean()) {
      cluster.addWorker();
      end.accept(lost);
    } else {
      end.accept(lost);
      cluster.addWorker();
    }
    awaitTasks();
  }

  private void freeze(ConnectWorker frozen) {
    diary.note("  freezing " + frozen.name());
    List<ConnectWorker> others = workers().stream().filter(w -> w != frozen).toList();
    Freeze freeze = Freeze.of(frozen.process());
    try (freeze) {
      operator.awaitRunning(tasks, others);
    }
  }

  private void changeTasks() {
    tasks = 1 + (tasks + random.nextInt(MAX_TASKS - 1)) % MAX_TASKS;
    diary.note("  now %d tasks".formatted(tasks));
    operator.insist("a configuration", () -> tables.pipeline().configure(tasks));
    awaitTasks();
  }

  /** What is out of order meanwhile is so again when the connector begins anew. */
  private void moveGroup(Optional<Outage> outage) {
    String name = tables.pipeline().name();
    String group = tables.pipeline().group();
    operator.insist("a stop", () -> rest().stop(name));
    rest().await(name, now -> now.isAll(State.STOPPED, 0));
    // A task that waits for a table's metadata leaves the group only when it has them.
    tables.endOutages();
    Runnable move =
        any(
            List.<Runnable>of(
                () -> cluster.topics().deleteGroup(group),
                () -> cluster.topics().alterGroup(group, moved(end -> 0)),
                () -> cluster.topics().alterGroup(group, moved(end -> end))));
    Awaitility.await("no members in " + group)
        .atMost(Pipeline.LIMIT)
        .ignoreExceptionsInstanceOf(IllegalStateException.class)
        .until(
            () -> {
              move.run();
              return true;
            });
    outage.ifPresent(tables::begin);
    operator.insist("a resumption", () -> rest().resume(name));
    awaitTasks();
  }

  private Map<TopicPartition, OffsetAndMetadata> moved(LongUnaryOperator where) {
    return cluster.topics().ends(tables.pipeline().name()).entrySet().stream()
        .collect(
            toMap(
                Map.Entry::getKey,
                end -> new OffsetAndMetadata(where.applyAsLong(end.getValue()))));
  }

  private void compact(String name) {
    try (Warehouse warehouse = tables.pipeline().open()) {
      Table table = warehouse.catalog().loadTable(TableIdentifier.parse(name));
      boolean isRefused = Compaction.of(table).commit().isPresent();
      diary.note("  %s: %s".formatted(name, isRefused ? "refused" : "landed"));
    }
  }

  private void rollBack(String name) {
    try (Warehouse warehouse = tables.pipeline().open()) {
      Table table = warehouse.catalog().loadTable(TableIdentifier.parse(name));
      operator.await("a change of %s to take back".formatted(name), rest(), () -> hasParent(table));
      long parent = table.currentSnapshot().parentId();
      table.manageSnapshots().rollbackTo(parent).commit();
      diary.note("  %s: back to %d".formatted(name, parent));
    }
  }

  private static boolean hasParent(Table table) {
    table.refresh();
    return Optional.ofNullable(table.currentSnapshot()).map(Snapshot::parentId).isPresent();
  }

  /** Waits until each of these tables has been brought further. */
  private void awaitProgress(List<String> names) {
    Map<String, NavigableMap<String, Long>> before = new TreeMap<>();
    names.forEach(table -> before.put(table, tables.offsets(table)));
    before.forEach(
        (table, offsets) ->
            operator.await(
                "progress of " + table, rest(), () -> !tables.offsets(table).equals(offsets)));
  }

  /** Waits until all that was sent is in the tables. */
  private void settle() {
    diary.note("the load has ended");
    awaitTasks();
    Map<String, Long> ends = tables.pipeline().ends();
    ChaosTables.NAMES.forEach(
        table ->
            operator.await(
                "the end in " + table, rest(), () -> tables.offsets(table).equals(ends)));
    tables.pipeline().awaitTold();
    diary.note("all is applied");
  }

  /** JMX shows one leader, and nothing that waits to be committed. */
  private void checkFigures() {
    Awaitility.await("figures of " + tables.pipeline().name())
        .atMost(Pipeline.LIMIT)
        .untilAsserted(
            () -> {
              ConnectorFigures figures = ConnectorFigures.of(workers(), tables.pipeline().name());
              assertThat(figures.sum("task", "UnacknowledgedDeltas")).isZero();
              assertThat(figures.count("task")).isEqualTo(tasks);
              assertThat(figures.count("connector")).isEqualTo(1);
            });
  }

  /** Nothing of all this is a reason for a task to fail. */
  private void checkFailures() {
    assertThat(operator.failures()).as("traces of failed tasks").isEmpty();
  }

  private void awaitTasks() {
    operator.awaitRunning(tasks, workers());
  }

  private ConnectRest rest() {
    return cluster.rest();
  }

  private List<ConnectWorker> workers() {
    return cluster.workers().stream().filter(ConnectWorker::isAlive).toList();
  }

  private <T> T any(List<T> choice) {
    return choice.get(random.nextInt(choice.size()));
  }

  @Override
  public void close() throws IOException {
    tables.close();
  }
}
