package io.frazil.connector.change;

import static java.util.Objects.requireNonNull;

/**
 * Where a change stood in Kafka, by the names it had there before any transform renamed its topic
 * (KIP-793).
 *
 * @param topic the topic
 * @param partition the topic's partition
 * @param offset the record's offset
 */
public record SourceOffset(String topic, int partition, long offset) {
  public SourceOffset {
    requireNonNull(topic, "topic");
  }

  @Override
  public String toString() {
    return topic + "-" + partition + "@" + offset;
  }
}
