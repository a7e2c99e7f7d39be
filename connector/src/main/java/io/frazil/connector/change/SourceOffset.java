package io.frazil.connector.change;

import static java.util.Objects.requireNonNull;

import org.apache.kafka.connect.sink.SinkRecord;

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

  /** Where a record stood. */
  public static SourceOffset of(SinkRecord sinkRecord) {
    return new SourceOffset(
        sinkRecord.originalTopic(),
        sinkRecord.originalKafkaPartition(),
        sinkRecord.originalKafkaOffset());
  }

  /** The topic's partition, in which offsets are an order. */
  public String sourcePartition() {
    return topic + "-" + partition;
  }

  @Override
  public String toString() {
    return sourcePartition() + "@" + offset;
  }
}
