package io.frazil.connector.config;

import java.util.Map;

/**
 * How the connector's own Kafka clients (for the control topic and for offsets) connect.
 *
 * @param properties Kafka's client properties ({@code bootstrap.servers}, {@code security.protocol}
 *     and so on); they may hold secrets
 */
public record KafkaOptions(Map<String, String> properties) {
  static final String GROUP = "Kafka";
  static final String PROPERTIES = "iceberg.kafka.";

  public KafkaOptions {
    properties = Map.copyOf(properties);
  }

  static KafkaOptions from(Settings settings) {
    return new KafkaOptions(settings.below(PROPERTIES));
  }

  /** The secrets that the properties may hold are left out. */
  @Override
  public String toString() {
    return "KafkaOptions[properties=" + properties.keySet() + "]";
  }
}
