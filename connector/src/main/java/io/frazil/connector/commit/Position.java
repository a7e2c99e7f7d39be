package io.frazil.connector.commit;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * How far a source partition has been applied, in one life of its topic: a topic that was deleted
 * and created again has another id, and its offsets say nothing about the old one's. Comparing
 * whole positions is what keeps records of an old life from being applied after those of a new one.
 *
 * @param topicId the id that Kafka gave the topic (KIP-516)
 * @param offset the next offset to apply: everything below it is applied
 */
public record Position(UUID topicId, long offset) {
  public Position {
    requireNonNull(topicId, "topicId");
    if (offset < 0) {
      throw new IllegalArgumentException("Cannot make a position of negative offset " + offset);
    }
  }

  /**
   * Whether everything below {@code other} is also below this; never so for another life of the
   * topic.
   */
  public boolean covers(Position other) {
    return topicId.equals(other.topicId) && offset >= other.offset;
  }
}
