package io.frazil.connector.change;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * What a record tells of its change beside the rows.
 *
 * @param position where it stood in the source's own log
 * @param time when it happened in the source
 * @param recordTime the time of the record in Kafka
 */
public record SourceFacts(
    Optional<String> position, Optional<ConnectValue> time, Optional<Instant> recordTime) {
  /** Nothing is told, or nobody wants to know. */
  public static final SourceFacts NONE =
      new SourceFacts(Optional.empty(), Optional.empty(), Optional.empty());

  public SourceFacts {
    requireNonNull(position, "position");
    requireNonNull(time, "time");
    requireNonNull(recordTime, "recordTime");
  }
}
