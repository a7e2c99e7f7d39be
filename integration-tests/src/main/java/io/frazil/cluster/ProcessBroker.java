package io.frazil.cluster;

import io.frazil.process.ChildProcess;
import io.frazil.process.FreePorts;
import io.frazil.process.JavaProgram;
import io.frazil.process.JvmProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Uuid;
import org.awaitility.Awaitility;

/** A broker that is also its own controller, as a process of this machine. Not thread-safe. */
final class ProcessBroker implements Broker {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  private final ClusterSettings settings;
  private final Path settingsFile;
  private final Path data;
  private final int port = FreePorts.next();
  private final int controllerPort = FreePorts.next();
  private Optional<ChildProcess> process = Optional.empty();

  ProcessBroker(ClusterSettings settings) {
    this.settings = settings;
    this.settingsFile = settings.directory().resolve("broker.properties");
    this.data = settings.directory().resolve("broker");
  }

  @Override
  public void start() {
    SettingsFile.write(settingsFile, ownSettings(), settings.broker());
    if (!Files.exists(data.resolve("meta.properties"))) {
      format();
    }
    ChildProcess started =
        JvmProcess.start(program("broker", "kafka.Kafka", List.of(settingsFile.toString())));
    process = Optional.of(started);
    awaitAnswer(started);
  }

  private void format() {
    List<String> arguments =
        List.of("format", "-t", Uuid.randomUuid().toString(), "-c", settingsFile.toString());
    try (ChildProcess format =
        JvmProcess.start(program("format", "kafka.tools.StorageTool", arguments))) {
      if (format.exitCode() != 0) {
        throw new IllegalStateException(
            "Cannot format the broker's storage. " + format.logTail(20));
      }
    }
  }

  private JavaProgram program(String name, String mainClass, List<String> arguments) {
    return new JavaProgram(
        name,
        mainClass,
        arguments,
        settings.installation().kafkaClassPath(),
        Map.of(),
        settings.log(name));
  }

  private void awaitAnswer(ChildProcess started) {
    Map<String, Object> client =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers(),
            AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
            "100");
    try (Admin admin = Admin.create(client)) {
      Awaitility.await("the broker's answer")
          .atMost(START_LIMIT)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(20))
          .failFast(
              () -> {
                if (!started.isAlive()) {
                  throw new IllegalStateException("The broker ended. " + started.logTail(30));
                }
              })
          .until(() -> answers(admin));
    }
  }

  private static boolean answers(Admin admin) throws InterruptedException {
    try {
      return !admin.describeCluster().nodes().get(500, TimeUnit.MILLISECONDS).isEmpty();
    } catch (ExecutionException | TimeoutException notYet) {
      return false;
    }
  }

  private Map<String, String> ownSettings() {
    Map<String, String> own = new LinkedHashMap<>();
    own.put("process.roles", "broker,controller");
    own.put("node.id", "1");
    own.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
    own.put("controller.listener.names", "CONTROLLER");
    own.put(
        "listeners",
        "PLAINTEXT://%s,CONTROLLER://127.0.0.1:%d".formatted(bootstrapServers(), controllerPort));
    own.put("advertised.listeners", "PLAINTEXT://" + bootstrapServers());
    own.put("log.dirs", data.toString());
    own.put("offsets.topic.replication.factor", "1");
    own.put("offsets.topic.num.partitions", "3");
    own.put("transaction.state.log.replication.factor", "1");
    own.put("transaction.state.log.min.isr", "1");
    own.put("transaction.state.log.num.partitions", "3");
    own.put("group.initial.rebalance.delay.ms", "0");
    own.put("group.min.session.timeout.ms", "500");
    // A broker that was killed may register again only when its old session is over.
    own.put("broker.session.timeout.ms", "3000");
    own.put("broker.heartbeat.interval.ms", "500");
    // Whoever needs a topic has to create it, as in most companies.
    own.put("auto.create.topics.enable", "false");
    return own;
  }

  @Override
  public void stop() {
    process.ifPresent(ChildProcess::stop);
  }

  @Override
  public void kill() {
    process.ifPresent(ChildProcess::kill);
  }

  @Override
  public String bootstrapServers() {
    return "127.0.0.1:" + port;
  }

  @Override
  public String logTail(int lines) {
    return process.map(broker -> broker.logTail(lines)).orElse("The broker was not started.");
  }

  @Override
  public Optional<ChildProcess> process() {
    return process;
  }

  @Override
  public void close() {
    // Nobody will miss its last words, and an orderly end takes seconds.
    kill();
  }

  /** Brokers as processes of this machine. */
  public static final class Provider implements BrokerProvider {
    @Override
    public String name() {
      return "process";
    }

    @Override
    public Broker broker(ClusterSettings settings) {
      return new ProcessBroker(settings);
    }
  }
}
