package io.frazil.connector.runtime;

import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.commit.ControlEvent.CommitToTable;
import io.frazil.connector.commit.ControlEvent.DataComplete;
import io.frazil.connector.commit.ControlEvent.DataWritten;
import io.frazil.connector.commit.ControlEvent.StartCommit;
import io.frazil.connector.commit.CoordinatorAction.SettleTable;
import io.frazil.connector.commit.CoordinatorAction.SettleTable.Candidate;
import io.frazil.connector.commit.Delta;
import io.frazil.connector.commit.Offsets;
import io.frazil.connector.commit.Settlement;
import io.frazil.connector.commit.Settlement.Settled;
import io.frazil.connector.commit.Settlement.Unsettled;
import io.frazil.connector.commit.Settler;
import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.commit.Worker;
import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.config.MirrorSettings;
import io.frazil.connector.intake.Intake;
import io.frazil.connector.intake.KnownTables;
import io.frazil.connector.intake.ReachableTables;
import io.frazil.connector.intake.Routing;
import io.frazil.connector.intake.TableCalls;
import io.frazil.connector.intake.TableOpener;
import io.frazil.connector.merge.DeleteMode;
import io.frazil.connector.merge.MergeRules;
import io.frazil.connector.merge.Merger;
import io.frazil.connector.metrics.TaskListener;
import io.frazil.connector.runtime.BadRecords.Tolerance;
import io.frazil.connector.runtime.StartingPoints.Origin;
import io.frazil.connector.table.LocalMeans;
import io.frazil.connector.table.Merging;
import io.frazil.connector.table.RuledMerging;
import io.frazil.connector.table.TableCommitter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/** A worker with its tables in memory; the test is Connect, the coordinator and the clock. */
final class RunningWorker {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  static final Duration PATIENCE = Duration.ofSeconds(30);
  static final UUID TOPIC_ID = new UUID(1, 1);

  final FlakyCatalog catalog;
  final KnownTopics topics = new KnownTopics();
  final KnownContext context = new KnownContext();
  final ControlLog control = new ControlLog();
  final List<Future<Void>> reports = new ArrayList<>();
  final FloorMark mark;
  final WorkerRunner runner;
  int skips;
  private final TableCommitter tables;
  private final Settler<ContentFile<?>> settler;
  private Instant now = START;

  private RunningWorker(
      FrazilConfig config,
      Tolerance tolerance,
      Merging merging,
      FlakyCatalog tablesOf,
      TableCalls calls) {
    catalog = tablesOf;
    mark = new FloorMark(config.connectorName());
    tables = new TableCommitter(catalog, config.connectorName(), UUID::randomUUID, merging);
    settler = new Settler<>(tables, UUID::randomUUID, 4);
    topics.ids.put("orders", TOPIC_ID);
    ReachableTables reachable = new ReachableTables(catalog, tables, calls);
    KnownTables known = new KnownTables(config);
    Intake intake =
        new Intake(
            known,
            new TableOpener(
                config, known, reachable, reason -> skips++, TaskListener.NONE, UUID::randomUUID),
            Routing.of(config, reason -> skips++));
    runner =
        new WorkerRunner(
            new Worker<>(UUID.randomUUID(), intake.listed()),
            intake,
            reachable,
            topics,
            new StartingPoints(
                topics,
                "connect-" + config.connectorName(),
                mark,
                config.source(),
                Origin.LOG_START),
            control.channel(),
            new ReadingControl(context),
            new BadRecords(
                Optional.of(
                    (sinkRecord, problem) -> {
                      Reported reported = new Reported();
                      reports.add(reported);
                      return reported;
                    }),
                tolerance),
            mark,
            new WorkerLimits(
                new Flush(
                    config.write().flushRows(),
                    config.write().flushBytes(),
                    config.write().maxUnacknowledgedBytes()),
                PATIENCE,
                5),
            TaskListener.NONE);
  }

  /** A worker that mirrors into {@code db.t}, or what else the settings say. */
  static RunningWorker with(Tolerance tolerance, String... settings) {
    return new RunningWorker(
        config(settings), tolerance, Merging.AS_WRITTEN, new FlakyCatalog(), inTime());
  }

  /** The same with calls that take their time, beside the worker. */
  static RunningWorker calling(TableCalls calls, String... settings) {
    return new RunningWorker(
        config(settings), Tolerance.NONE, Merging.AS_WRITTEN, new FlakyCatalog(), calls);
  }

  private static TableCalls inTime() {
    return new TableCalls(Runnable::run, Duration.ofMinutes(1), System::nanoTime);
  }

  /** The same; deltas are merged into tables as in a task. */
  static RunningWorker merging(Path index, DeleteMode mode, String... settings) {
    return merging(new FlakyCatalog(), index, mode, settings);
  }

  /** The same with tables that others may write to as well. */
  static RunningWorker merging(
      FlakyCatalog catalog, Path index, DeleteMode mode, String... settings) {
    Merger.Means means = LocalMeans.in(index, Path.of("unused"));
    Merging merging =
        new RuledMerging(
            new Merger(means),
            new RuledMerging.Rules() {
              @Override
              public DeleteMode deleteMode(TableRef ref) {
                return mode;
              }

              @Override
              public MergeRules of(TableRef ref, Table table) {
                return new MergeRules(mode, List.of());
              }
            });
    return new RunningWorker(config(settings), Tolerance.NONE, merging, catalog, inTime());
  }

  private static FrazilConfig config(String... settings) {
    Map<String, String> all = MirrorSettings.with(settings);
    all.putIfAbsent("iceberg.tables.auto-create-enabled", "true");
    return FrazilConfig.from(all);
  }

  void open(int... partitions) {
    List<TopicPartition> opened = Arrays.stream(partitions).mapToObj(RunningWorker::kafka).toList();
    context.assigned.addAll(opened);
    runner.open(opened);
  }

  void close(int... partitions) {
    List<TopicPartition> closed = Arrays.stream(partitions).mapToObj(RunningWorker::kafka).toList();
    runner.close(closed);
    context.assigned.removeAll(closed);
  }

  void put(SinkRecord... records) {
    context.seeks.clear();
    runner.put(List.of(records), now);
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  /** What the group is told when Connect has read up to here. */
  Map<TopicPartition, OffsetAndMetadata> preCommit(long read) {
    return runner.preCommit(Map.of(kafka(0), new OffsetAndMetadata(read)));
  }

  /** Asks for a report, and hears it. */
  List<ControlEvent<ContentFile<?>>> startCommit() {
    control.tell(new StartCommit<>(UUID.randomUUID()));
    put();
    return control.said();
  }

  /** A whole round: the worker reports, its deltas are committed, and it hears of that. */
  void commit() {
    settle(startCommit());
  }

  /** Commits what the worker has said, to tables that are not refused, and lets it hear of that. */
  void settle(List<ControlEvent<ContentFile<?>>> events) {
    Set<TableRef> named = new LinkedHashSet<>();
    events.forEach(
        event -> {
          if (event instanceof DataComplete<ContentFile<?>> complete) {
            named.addAll(complete.tables());
          }
        });
    named.removeIf(table -> catalog.refusedTables.containsKey(identifier(table.table())));
    for (TableRef table : named) {
      List<Candidate<ContentFile<?>>> candidates =
          written(events).stream()
              .filter(w -> w.delta().table().equals(table))
              .map(w -> new Candidate<>(w.delta(), false))
              .collect(Collectors.toList());
      Settled settled =
          settled(
              settler.settle(
                  new SettleTable<>(UUID.randomUUID(), table, candidates, Optional.empty())));
      control.tell(
          new CommitToTable<>(
              UUID.randomUUID(),
              table,
              settled.snapshotId(),
              settled.committed(),
              settled.voided(),
              Optional.empty()));
    }
    put();
  }

  private static Settled settled(Settlement settlement) {
    if (settlement instanceof Unsettled unsettled) {
      throw unsettled.cause();
    }
    return (Settled) settlement;
  }

  /** Lets the worker hear a vector that the table does not have. */
  void publish(String table, Offsets committed) {
    control.tell(
        new CommitToTable<>(
            UUID.randomUUID(),
            TableRef.main(table),
            OptionalLong.empty(),
            committed,
            Set.of(),
            Optional.empty()));
    put();
  }

  Offsets committed(String table) {
    return tables.load(TableRef.main(table)).committed();
  }

  /** The rows of a table: each id with its name. */
  Map<Integer, String> rows(String table) {
    Map<Integer, String> rows = new TreeMap<>();
    try (CloseableIterable<Record> records =
        IcebergGenerics.read(catalog.loadTable(TableIdentifier.parse(table))).build()) {
      records.forEach(row -> rows.put((Integer) row.getField("id"), (String) row.getField("name")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  /** From now on a table can't be reached by anybody. */
  void refuse(String table) {
    catalog.refusedTables.put(identifier(table), new ForbiddenException("no access"));
  }

  /** The table can be reached again, and it is late enough to try. */
  void allow(String table) {
    catalog.refusedTables.remove(identifier(table));
    pass(Duration.ofSeconds(2));
  }

  private static TableIdentifier identifier(String table) {
    return TableIdentifier.parse(table);
  }

  /** How many rows a table has, doubled ones included. */
  int rowCount(String table) {
    return Rows.of(table(table)).size();
  }

  Table table(String name) {
    return catalog.loadTable(TableIdentifier.parse(name));
  }

  boolean hasTable(String table) {
    return catalog.tableExists(TableIdentifier.parse(table));
  }

  /** The deltas that were named, each whole: files of several partition types come in parts. */
  static List<DataWritten<ContentFile<?>>> written(List<ControlEvent<ContentFile<?>>> events) {
    Map<UUID, DataWritten<ContentFile<?>>> written = new LinkedHashMap<>();
    events.forEach(
        event -> {
          if (event instanceof DataWritten<ContentFile<?>> one) {
            written.merge(one.delta().id(), one, RunningWorker::whole);
          }
        });
    return List.copyOf(written.values());
  }

  private static DataWritten<ContentFile<?>> whole(
      DataWritten<ContentFile<?>> one, DataWritten<ContentFile<?>> other) {
    Delta<ContentFile<?>> delta = one.delta();
    List<ContentFile<?>> files = new ArrayList<>(delta.files());
    files.addAll(other.delta().files());
    return new DataWritten<>(one.round(), delta.withFiles(files), 0, 1, one.sends());
  }

  static TopicPartition kafka(int partition) {
    return new TopicPartition("orders", partition);
  }

  static SourcePartition source(int partition) {
    return new SourcePartition("orders", partition);
  }

  static SinkRecord upsert(int partition, long offset, int id, String name) {
    return change(partition, offset, "U", id, name);
  }

  static SinkRecord delete(int partition, long offset, int id) {
    return change(partition, offset, "D", id, "");
  }

  static SinkRecord bad(int partition, long offset) {
    return change(partition, offset, "no such operation", 0, "");
  }

  private static SinkRecord change(
      int partition, long offset, String operation, int id, String name) {
    Schema schema =
        SchemaBuilder.struct()
            .field("op", Schema.STRING_SCHEMA)
            .field("id", Schema.INT32_SCHEMA)
            .field("name", Schema.OPTIONAL_STRING_SCHEMA)
            .build();
    return new SinkRecord(
        "orders",
        partition,
        null,
        null,
        schema,
        new Struct(schema).put("op", operation).put("id", id).put("name", name),
        offset,
        START.toEpochMilli(),
        TimestampType.CREATE_TIME);
  }

  /** A report to the dead-letter topic; its future is done when somebody has waited for it. */
  static final class Reported extends CompletableFuture<Void> {
    @Override
    public Void get() {
      complete(null);
      return null;
    }
  }
}
