package io.frazil.connector.commit;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;
import java.util.UUID;

/**
 * What a worker is told of a source partition that it takes over.
 *
 * @param topicId the present life of the topic
 * @param origin where reading begins when nothing is known: the start of the log, or the configured
 *     start
 * @param floor the consumer group's offset, if it was committed by this connector in this life of
 *     the topic: everything below it is in every table. An offset of any other descent is no floor.
 */
public record Start(UUID topicId, long origin, OptionalLong floor) {
  public Start {
    requireNonNull(topicId, "topicId");
    requireNonNull(floor, "floor");
  }

  /** Where reading begins for a table of which nothing is known. */
  public long offset() {
    return Math.max(origin, floor.orElse(origin));
  }
}
