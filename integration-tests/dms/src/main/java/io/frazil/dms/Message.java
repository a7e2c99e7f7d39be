package io.frazil.dms;

import static java.util.Objects.requireNonNull;

/**
 * What DMS sends to Kafka.
 *
 * @param key DMS's partition key, by which Kafka chooses the partition
 * @param value JSON
 */
public record Message(String key, String value) {
  /** Checks the parts. */
  public Message {
    requireNonNull(key, "key");
    requireNonNull(value, "value");
  }
}
