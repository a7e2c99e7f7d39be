package io.frazil.connector.control;

import java.util.OptionalInt;

/** What is needed of a broker to make sure of a topic; each call is one request, and blocks. */
interface ControlTopics {

  /**
   * How many partitions a topic has; empty if it does not exist.
   *
   * @throws org.apache.kafka.common.KafkaException if the broker refuses or cannot be reached
   */
  OptionalInt partitions(String topic);

  /**
   * Creates a topic with one partition and the broker's own replication; one that exists stays as
   * it is.
   *
   * @throws org.apache.kafka.common.KafkaException if the broker refuses or cannot be reached
   */
  void create(String topic);
}
