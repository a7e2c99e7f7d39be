package io.frazil.connector;

import io.frazil.connector.runtime.BadRecords.Tolerance;
import io.frazil.connector.runtime.StartingPoints.Origin;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What Connect itself reads of a sink's configuration and the task has to know too: its consumer's
 * group and start, its topics, and what is to become of bad records.
 */
record ConnectSettings(Map<String, String> properties) {
  private static final String OVERRIDE = "consumer.override.";
  private static final Duration DEFAULT_MAX_POLL_INTERVAL = Duration.ofMinutes(5);

  ConnectSettings {
    properties = Map.copyOf(properties);
  }

  /** The consumer group, as far as the connector's own configuration tells. */
  String group(String connectorName) {
    return properties.getOrDefault(OVERRIDE + "group.id", "connect-" + connectorName);
  }

  /** How long Kafka waits for the task, as far as the connector's own configuration tells. */
  Duration maxPollInterval() {
    String configured = properties.get(OVERRIDE + "max.poll.interval.ms");
    return configured == null
        ? DEFAULT_MAX_POLL_INTERVAL
        : Duration.ofMillis(Long.parseLong(configured.trim()));
  }

  Origin origin() {
    return "latest".equals(properties.get(OVERRIDE + "auto.offset.reset"))
        ? Origin.LOG_END
        : Origin.LOG_START;
  }

  Tolerance tolerance() {
    return "all".equals(properties.get("errors.tolerance")) ? Tolerance.ALL : Tolerance.NONE;
  }

  /**
   * The source topics that exist now.
   *
   * @param all gives the names of all topics
   */
  Set<String> topics(Supplier<Set<String>> all) {
    String regex = properties.getOrDefault("topics.regex", "");
    if (regex.isBlank()) {
      return Arrays.stream(properties.getOrDefault("topics", "").split(",", -1))
          .map(String::strip)
          .filter(topic -> !topic.isEmpty())
          .collect(Collectors.toSet());
    }
    Pattern pattern = Pattern.compile(regex);
    return all.get().stream()
        .filter(topic -> pattern.matcher(topic).matches())
        .collect(Collectors.toSet());
  }
}
