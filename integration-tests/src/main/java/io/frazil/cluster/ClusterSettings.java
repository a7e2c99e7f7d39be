package io.frazil.cluster;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a cluster is made of. Settings named here win over the cluster's own.
 *
 * @param directory for data and logs; created if need be
 * @param broker settings of the broker
 * @param worker settings of each worker
 * @param environment of each worker's process; connectors read it as {@code ${env:NAME}}
 */
public record ClusterSettings(
    Installation installation,
    Path directory,
    int workers,
    Map<String, String> broker,
    Map<String, String> worker,
    Map<String, String> environment) {
  static final String PLUGIN_PATH = "plugin.path";

  public ClusterSettings {
    requireNonNull(installation, "installation");
    directory = directory.toAbsolutePath().normalize();
    if (workers < 0) {
      throw new IllegalArgumentException(
          "Cannot start %d workers: the number is negative.".formatted(workers));
    }
    broker = Map.copyOf(broker);
    worker = Map.copyOf(worker);
    environment = Map.copyOf(environment);
  }

  /** One broker, one worker, of the project we stand in. */
  public static ClusterSettings in(Path directory) {
    return new ClusterSettings(Installation.here(), directory, 1, Map.of(), Map.of(), Map.of());
  }

  public ClusterSettings withWorkers(int count) {
    return new ClusterSettings(installation, directory, count, broker, worker, environment);
  }

  public ClusterSettings withBrokerSetting(String key, String value) {
    return new ClusterSettings(
        installation, directory, workers, plus(broker, key, value), worker, environment);
  }

  public ClusterSettings withWorkerSetting(String key, String value) {
    return new ClusterSettings(
        installation, directory, workers, broker, plus(worker, key, value), environment);
  }

  /** Adds folders of plugins to those that workers have anyway. */
  public ClusterSettings withPlugins(Path... folders) {
    String path = worker.getOrDefault(PLUGIN_PATH, pluginPath(installation.pluginFolders()));
    return withWorkerSetting(PLUGIN_PATH, String.join(",", path, pluginPath(List.of(folders))));
  }

  /** Adds a jar to our own plugin, such as a driver, and leaves other added plugins out. */
  public ClusterSettings withPluginLibrary(Path jar) {
    return withWorkerSetting(PLUGIN_PATH, pluginPath(installation.pluginFoldersWith(jar)));
  }

  static String pluginPath(List<Path> folders) {
    return folders.stream().map(Path::toString).collect(joining(","));
  }

  /** Adds variables to the environment of each worker. */
  public ClusterSettings withEnvironment(Map<String, String> variables) {
    Map<String, String> sum = new HashMap<>(environment);
    sum.putAll(variables);
    return new ClusterSettings(installation, directory, workers, broker, worker, sum);
  }

  public ClusterSettings withEnvironment(String name, String value) {
    return new ClusterSettings(
        installation, directory, workers, broker, worker, plus(environment, name, value));
  }

  Path log(String process) {
    return directory.resolve("logs").resolve(process + ".log");
  }

  private static Map<String, String> plus(Map<String, String> map, String key, String value) {
    Map<String, String> sum = new HashMap<>(map);
    sum.put(key, value);
    return sum;
  }
}
