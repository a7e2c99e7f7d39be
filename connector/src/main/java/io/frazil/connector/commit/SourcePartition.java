package io.frazil.connector.commit;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;

/**
 * A Kafka topic-partition that changes are read from, by the names it had in Kafka before any
 * transform renamed it.
 *
 * @param topic the topic's name
 * @param partition the partition's number, from 0
 */
public record SourcePartition(String topic, int partition) implements Comparable<SourcePartition> {
  private static final Comparator<SourcePartition> ORDER =
      Comparator.comparing(SourcePartition::topic).thenComparingInt(SourcePartition::partition);

  public SourcePartition {
    requireNonNull(topic, "topic");
  }

  @Override
  public int compareTo(SourcePartition other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return topic + "-" + partition;
  }
}
