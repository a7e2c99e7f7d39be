package io.frazil.connector.config;

import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the Connect worker of this process reaches its brokers. Connect does not tell its plugins, so
 * this is read from the properties file on the worker's command line, as the Apache sink does.
 *
 * @param properties addresses and security settings; they may hold secrets
 */
public record WorkerProperties(Map<String, String> properties) {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerProperties.class);
  private static final Pattern WORKER =
      Pattern.compile(".*\\.Connect(Distributed|Standalone)\\s+(\\S+).*");
  private static final Pattern CONNECTION =
      Pattern.compile("bootstrap\\.servers|client\\.dns\\.lookup|(security|sasl|ssl)\\..*");

  public WorkerProperties {
    properties = Map.copyOf(properties);
  }

  /** Those of this process; none if it is not a worker. */
  public static WorkerProperties ofThisProcess() {
    return of(System.getProperty("sun.java.command", ""));
  }

  /**
   * Those of the process that was started by a command.
   *
   * @param command the main class and its arguments
   */
  static WorkerProperties of(String command) {
    return WORKER
        .matcher(command)
        .results()
        .findFirst()
        .map(worker -> connection(read(Path.of(worker.group(2)))))
        .orElseGet(() -> new WorkerProperties(Map.of()));
  }

  private static Map<String, String> read(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException unreadable) {
      LOG.warn("Cannot read the worker's properties file {}", file, unreadable);
    }
    return properties.stringPropertyNames().stream()
        .collect(toMap(name -> name, properties::getProperty));
  }

  private static WorkerProperties connection(Map<String, String> all) {
    List<String> names =
        all.keySet().stream().filter(name -> CONNECTION.matcher(name).matches()).toList();
    boolean hasVariables = names.stream().anyMatch(name -> all.get(name).contains("${"));
    Map<String, ?> values = hasVariables ? resolved(all) : all;
    return new WorkerProperties(
        names.stream().collect(toMap(name -> name, name -> String.valueOf(values.get(name)))));
  }

  /** With variables such as {@code ${env:NAME}} replaced by the worker's config providers. */
  private static Map<String, Object> resolved(Map<String, String> all) {
    return new AbstractConfig(new ConfigDef(), all, false).originals();
  }

  /** The secrets that the properties may hold are left out. */
  @Override
  public String toString() {
    return "WorkerProperties[properties=" + properties.keySet() + "]";
  }
}
