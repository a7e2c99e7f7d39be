package io.frazil.connector.runtime;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * What the connector writes beside the offsets that it tells the consumer group, so that it knows
 * them again: only these are a floor. Whoever moves the group's offsets by other means leaves no
 * mark.
 */
public final class FloorMark {
  private static final String VERSION = "frazil/1";
  private final String connector;

  public FloorMark(String connector) {
    this.connector = connector;
  }

  OffsetAndMetadata marked(long offset, UUID topicId) {
    return new OffsetAndMetadata(offset, Optional.empty(), text(topicId));
  }

  /** The offset, if it has the mark of this connector and of this life of the topic. */
  OptionalLong floor(OffsetAndMetadata committed, UUID topicId) {
    return text(topicId).equals(committed.metadata())
        ? OptionalLong.of(committed.offset())
        : OptionalLong.empty();
  }

  private String text(UUID topicId) {
    return VERSION + " " + topicId + " " + connector;
  }
}
