package io.frazil.connector;

import io.frazil.connector.commit.Coordinator;
import io.frazil.connector.commit.Settler;
import io.frazil.connector.commit.Worker;
import io.frazil.connector.config.ControlOptions;
import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.config.IndexOptions;
import io.frazil.connector.config.WriteOptions;
import io.frazil.connector.connection.Connections;
import io.frazil.connector.control.ControlAddress;
import io.frazil.connector.control.ControlCodec;
import io.frazil.connector.control.ControlReader;
import io.frazil.connector.control.ControlTopic;
import io.frazil.connector.control.ControlWriter;
import io.frazil.connector.control.KafkaClients;
import io.frazil.connector.deletes.PositionCache;
import io.frazil.connector.intake.Intake;
import io.frazil.connector.intake.KnownTables;
import io.frazil.connector.intake.ReachableTables;
import io.frazil.connector.intake.Routing;
import io.frazil.connector.intake.TableCalls;
import io.frazil.connector.intake.TableOpener;
import io.frazil.connector.merge.Merger;
import io.frazil.connector.metrics.JmxMetrics;
import io.frazil.connector.resolve.KeyIndex;
import io.frazil.connector.runtime.AdminSourceTopics;
import io.frazil.connector.runtime.BadRecords;
import io.frazil.connector.runtime.ControlChannel;
import io.frazil.connector.runtime.CoordinatorRunner;
import io.frazil.connector.runtime.FloorMark;
import io.frazil.connector.runtime.Flush;
import io.frazil.connector.runtime.ReadingControl;
import io.frazil.connector.runtime.SourceTopics;
import io.frazil.connector.runtime.StartingPoints;
import io.frazil.connector.runtime.TableSettling;
import io.frazil.connector.runtime.WorkerLimits;
import io.frazil.connector.runtime.WorkerRunner;
import io.frazil.connector.table.Merging;
import io.frazil.connector.table.RuledMerging;
import io.frazil.connector.table.TableCommitter;
import io.frazil.connector.table.VectorUpkeep;
import io.frazil.connector.write.Spooling;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.iceberg.catalog.Catalog;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** A task that runs: the only place where everything is put together. */
final class StartedTask implements AutoCloseable {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  /** How long the files of a delta are taken to exist without a look after it was named. */
  private static final int TRUSTED_INTERVALS = 3;

  private static final int PLANS_PER_ROUND = 4;

  /** For the positions that delete files remove: a bit for each row of the files at most. */
  private static final long MAX_POSITION_BYTES = 64L << 20;

  /**
   * Of all tables together. What takes time is the storage's answers; each file takes some tens of
   * MB.
   */
  private static final int FILES_SCANNED_AT_ONCE = 4;

  /**
   * Which part of the time that Kafka leaves a task it may wait for catalog and storage, in each of
   * the calls that can follow one another between two polls; Kafka's own answers take the rest.
   */
  private static final int CALLS_SHARE = 5;

  private final WorkerRunner worker;
  private final CoordinatorRunner coordinator;
  private final Connections connections;

  private StartedTask(WorkerRunner worker, CoordinatorRunner coordinator, Connections connections) {
    this.worker = worker;
    this.coordinator = coordinator;
    this.connections = connections;
  }

  /** Starts a task; what was opened is closed again if that fails. */
  static StartedTask start(Map<String, String> properties, SinkTaskContext context) {
    FrazilConfig config = FrazilConfig.from(properties);
    Connections connections = new Connections(config);
    boolean isStarted = false;
    try {
      StartedTask task =
          new Wiring(config, new ConnectSettings(properties), context, connections).start();
      isStarted = true;
      return task;
    } finally {
      if (!isStarted) {
        connections.close();
      }
    }
  }

  WorkerRunner worker() {
    return worker;
  }

  CoordinatorRunner coordinator() {
    return coordinator;
  }

  @Override
  public void close() {
    connections.close();
  }

  /** The parts of a task in the order in which they need each other. */
  private static final class Wiring {
    private final FrazilConfig config;
    private final ConnectSettings connect;
    private final SinkTaskContext context;
    private final Connections connections;
    private final Clock clock = Clock.systemUTC();
    private final TaskThreads threads;
    private final Catalog catalog;
    private final KafkaClients clients;
    private final SourceTopics topics;
    private final ControlTopic controlTopic;
    private final TableCommitter tables;
    private final JmxMetrics metrics;

    private Wiring(
        FrazilConfig config,
        ConnectSettings connect,
        SinkTaskContext context,
        Connections connections) {
      this.config = config;
      this.connect = connect;
      this.context = context;
      this.connections = connections;
      this.threads = new TaskThreads(config.connectorName() + "-" + config.task());
      this.metrics = connections.add(JmxMetrics.show(config.connectorName(), config.task(), clock));
      this.catalog = connections.openCatalog();
      this.clients = connections.kafka();
      Admin admin = connections.add(clients.admin());
      this.topics = new AdminSourceTopics(admin);
      this.controlTopic = new ControlTopic(admin, config.control().topic());
      this.tables =
          new TableCommitter(catalog, config.connectorName(), UUID::randomUUID, merging());
    }

    private Merging merging() {
      IndexOptions index = config.index();
      Merger merger =
          new Merger(
              new Merger.Means(
                  KeyIndex.open(
                      index.folder(),
                      index.maxBytes(),
                      scanThreads(),
                      MeteredMerging.index(metrics)),
                  new PositionCache(MAX_POSITION_BYTES),
                  config.write().properties(),
                  Spooling.of(config.write().spoolFolder(), 1)));
      return new MeteredMerging(new RuledMerging(merger, new TableRules(config)), metrics);
    }

    private Executor scanThreads() {
      ExecutorService scans =
          Executors.newFixedThreadPool(FILES_SCANNED_AT_ONCE, threads.named("scan"));
      // What waits is done yet: a commit that is left to itself would wait for it for ever.
      connections.add((AutoCloseable) scans::shutdown);
      return scans;
    }

    /** What does not answer is left behind when the task ends. */
    private Executor callThreads() {
      ExecutorService threadsOfCalls = Executors.newCachedThreadPool(threads.named("call"));
      connections.add((AutoCloseable) threadsOfCalls::shutdownNow);
      return threadsOfCalls;
    }

    private StartedTask start() {
      controlTopic.ensureExists();
      WorkerRunner worker = worker();
      CoordinatorRunner coordinator = connections.add(coordinator());
      coordinator.start();
      return new StartedTask(worker, coordinator, connections);
    }

    private WorkerRunner worker() {
      UUID id = UUID.randomUUID();
      ControlCodec codec = codec(id);
      ControlReader reader =
          connections.add(
              ControlReader.following(clients.consumer(), codec, config.control().topic()));
      ControlChannel channel = connections.add(new ControlChannel(reader, () -> writer(codec)));
      ReachableTables reachable =
          new ReachableTables(
              catalog,
              tables,
              new TableCalls(
                  callThreads(),
                  connect.maxPollInterval().dividedBy(CALLS_SHARE),
                  System::nanoTime));
      KnownTables known = new KnownTables(config);
      Intake intake =
          new Intake(
              known,
              new TableOpener(
                  config, known, reachable, reason -> metrics.skipped(), metrics, UUID::randomUUID),
              Routing.of(config, reason -> metrics.skipped()));
      FloorMark mark = new FloorMark(config.connectorName());
      WriteOptions write = config.write();
      ControlOptions control = config.control();
      return new WorkerRunner(
          new Worker<>(id, intake.listed()),
          intake,
          reachable,
          topics,
          new StartingPoints(
              topics,
              connect.group(config.connectorName()),
              mark,
              config.source(),
              connect.origin()),
          channel,
          new ReadingControl(context),
          new BadRecords(Optional.ofNullable(context.errantRecordReporter()), connect.tolerance()),
          mark,
          new WorkerLimits(
              new Flush(write.flushRows(), write.flushBytes(), write.maxUnacknowledgedBytes()),
              control.commitTimeout().multipliedBy(control.maxConsecutiveFailures()),
              control.maxConsecutiveFailures()),
          metrics);
    }

    private CoordinatorRunner coordinator() {
      ControlOptions control = config.control();
      ControlCodec codec = codec(UUID.randomUUID());
      String group = control.groupPrefix() + config.connectorName() + "-coord";
      ExecutorService pool =
          Executors.newFixedThreadPool(control.commitThreads(), threads.named("commit"));
      return new CoordinatorRunner(
          threads.named("coordinator"),
          () -> writer(codec),
          listener ->
              ControlReader.electing(clients.consumer(group), codec, control.topic(), listener),
          controlTopic::ensureExists,
          () -> topics.ends(connect.topics(topics::names)),
          new TableSettling(
              new Settler<>(
                  new MeteredTables(new VectorUpkeep(tables, clock), metrics),
                  UUID::randomUUID,
                  PLANS_PER_ROUND),
              pool,
              metrics),
          new Coordinator.Settings(
              control.commitInterval(),
              control.commitTimeout(),
              control.commitInterval().multipliedBy(TRUSTED_INTERVALS),
              control.maxConsecutiveFailures()),
          clock,
          metrics);
    }

    private ControlCodec codec(UUID sender) {
      ControlAddress address =
          new ControlAddress(
              config.control().topic(),
              config.connectorName(),
              connect.group(config.connectorName()),
              config.catalog().name(),
              sender.toString());
      return new ControlCodec(address, clients.maxRequestBytes() / 2, clock, UUID::randomUUID);
    }

    private ControlWriter writer(ControlCodec codec) {
      return new ControlWriter(
          clients.producer(), codec, controlTopic::ensureExists, CLOSE_TIMEOUT);
    }
  }
}
