package io.frazil.connector.config;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;

/**
 * How the connector's own Kafka clients (for the control topic and for offsets) connect.
 *
 * @param properties Kafka's client properties ({@code bootstrap.servers}, {@code security.protocol}
 *     and so on); they may hold secrets
 */
public record KafkaOptions(Map<String, String> properties) {
  static final String GROUP = "Kafka";
  static final String PROPERTIES = "iceberg.kafka.";
  private static final String BOOTSTRAP_SERVERS = "bootstrap.servers";

  /** The option with the brokers' addresses. */
  public static final String BROKERS = PROPERTIES + BOOTSTRAP_SERVERS;

  public KafkaOptions {
    properties = Map.copyOf(properties);
  }

  static KafkaOptions from(Settings settings) {
    return new KafkaOptions(settings.below(PROPERTIES));
  }

  /**
   * These options, and those of the worker that are not among them.
   *
   * @throws ConfigException if neither knows a broker
   */
  public KafkaOptions over(WorkerProperties worker) {
    Map<String, String> merged = new HashMap<>(worker.properties());
    merged.putAll(properties);
    if (!merged.containsKey(BOOTSTRAP_SERVERS)) {
      throw new ConfigException(
          "Cannot reach Kafka: this worker was not started with a properties file that names"
              + " brokers. Set "
              + BROKERS
              + ".");
    }
    return new KafkaOptions(merged);
  }

  /** The secrets that the properties may hold are left out. */
  @Override
  public String toString() {
    return "KafkaOptions[properties=" + properties.keySet() + "]";
  }
}
