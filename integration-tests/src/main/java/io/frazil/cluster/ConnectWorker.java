package io.frazil.cluster;

import io.frazil.process.ChildProcess;
import io.frazil.process.FreePorts;
import io.frazil.process.JavaProgram;
import io.frazil.process.JvmFlags;
import io.frazil.process.JvmProcess;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * One Connect worker, a process of this machine, from its start to its end. Workers of the same
 * cluster form one Connect group.
 */
public final class ConnectWorker implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  private final ChildProcess process;
  private final ConnectRest rest;

  private ConnectWorker(ChildProcess process, ConnectRest rest) {
    this.process = process;
    this.rest = rest;
  }

  /** Starts a worker; {@link #awaitHealth()} says when it has joined its group. */
  static ConnectWorker start(String name, String bootstrapServers, ClusterSettings settings) {
    return start(name, bootstrapServers, settings, JvmFlags.small());
  }

  /** Starts a worker that is not of a {@link KafkaCluster}, and waits until it is healthy. */
  public static ConnectWorker startAlone(
      String name, String bootstrapServers, ClusterSettings settings, JvmFlags flags) {
    ConnectWorker worker = start(name, bootstrapServers, settings, flags);
    try {
      worker.awaitHealth();
      return worker;
    } catch (RuntimeException failure) {
      worker.close();
      throw failure;
    }
  }

  private static ConnectWorker start(
      String name, String bootstrapServers, ClusterSettings settings, JvmFlags flags) {
    Path settingsFile = settings.directory().resolve(name + ".properties");
    URI uri = URI.create("http://127.0.0.1:" + FreePorts.next());
    SettingsFile.write(
        settingsFile,
        ownSettings(bootstrapServers, uri, settings.installation().pluginFolders()),
        settings.worker());
    JavaProgram program =
        new JavaProgram(
            name,
            "org.apache.kafka.connect.cli.ConnectDistributed",
            List.of(settingsFile.toString()),
            settings.installation().workerClassPath(),
            // Some sources are clients of the broker themselves.
            settings.withEnvironment("FRAZIL_KAFKA", bootstrapServers).environment(),
            settings.log(name));
    return new ConnectWorker(JvmProcess.start(program, flags), new ConnectRest(uri));
  }

  private static Map<String, String> ownSettings(
      String bootstrapServers, URI uri, List<Path> pluginFolders) {
    Map<String, String> own = new LinkedHashMap<>();
    own.put("bootstrap.servers", bootstrapServers);
    own.put("group.id", "connect");
    for (String topic : List.of("config", "offset", "status")) {
      own.put(topic + ".storage.topic", "connect-" + topic);
      own.put(topic + ".storage.replication.factor", "1");
    }
    own.put("offset.storage.partitions", "1");
    own.put("status.storage.partitions", "1");
    own.put("listeners", uri.toString());
    own.put("rest.advertised.host.name", uri.getHost());
    own.put(ClusterSettings.PLUGIN_PATH, ClusterSettings.pluginPath(pluginFolders));
    own.put("plugin.discovery", "service_load");
    for (String part : List.of("key", "value")) {
      String converter = part + ".converter";
      own.put(converter, "org.apache.kafka.connect.json.JsonConverter");
      own.put(converter + ".schemas.enable", "false");
      own.put(converter + ".replace.null.with.default", "false");
    }
    own.put("config.providers", "env");
    own.put(
        "config.providers.env.class",
        "org.apache.kafka.common.config.provider.EnvVarConfigProvider");
    // Failures are to be noticed soon,
    own.put("scheduled.rebalance.max.delay.ms", "0");
    own.put("session.timeout.ms", "3000");
    own.put("heartbeat.interval.ms", "500");
    own.put("consumer.session.timeout.ms", "3000");
    own.put("consumer.heartbeat.interval.ms", "500");
    // and what is committed must not depend on when Connect asks for it: this is its default.
    own.put("offset.flush.interval.ms", "60000");
    return own;
  }

  void awaitHealth() {
    Awaitility.await("%s to answer".formatted(name()))
        .atMost(START_LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(20))
        .failFast(
            () -> {
              if (!isAlive()) {
                throw new IllegalStateException(name() + " ended. " + logTail(30));
              }
            })
        .until(rest::isHealthy);
  }

  public String name() {
    return process.name();
  }

  public ConnectRest rest() {
    return rest;
  }

  public ChildProcess process() {
    return process;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Ends it as {@code kill -9} does. */
  public void kill() {
    process.kill();
  }

  /** Ends it in an orderly way: its tasks stop and commit. */
  public void stop() {
    process.stop();
  }

  public String logTail(int lines) {
    return process.logTail(lines);
  }

  @Override
  public void close() {
    kill();
  }
}
