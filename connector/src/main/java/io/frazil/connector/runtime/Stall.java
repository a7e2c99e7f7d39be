package io.frazil.connector.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A time in which a table or Kafka can't be reached: what failed is tried again after a rest, until
 * patience ends. For a task's thread.
 */
final class Stall {
  private static final Logger LOG = LoggerFactory.getLogger(Stall.class);
  private static final Duration REST = Duration.ofSeconds(1);

  private final Duration patience;
  private Optional<Instant> since = Optional.empty();
  private Instant next = Instant.EPOCH;

  Stall(Duration patience) {
    this.patience = patience;
  }

  /**
   * Something could not be reached.
   *
   * @throws ConnectException when that has been so for too long
   */
  void failed(RuntimeException cause, Instant now) {
    Instant began = since.orElse(now);
    if (now.isAfter(began.plus(patience))) {
      throw new ConnectException(
          "Cannot reach the tables for %d seconds: %s"
              .formatted(patience.toSeconds(), cause.getMessage()),
          cause);
    }
    if (since.isEmpty()) {
      LOG.warn("Cannot reach a table, trying again: {}", cause.getMessage(), cause);
    } else {
      LOG.debug("Still cannot reach a table: {}", cause.getMessage());
    }
    since = Optional.of(began);
    next = now.plus(REST);
  }

  /** What failed before has been done. */
  void end() {
    since.ifPresent(began -> LOG.info("Could not reach a table since {}, and now can", began));
    since = Optional.empty();
  }

  boolean isOn() {
    return since.isPresent();
  }

  /** Whether it is too early to try again. */
  boolean isResting(Instant now) {
    return isOn() && now.isBefore(next);
  }
}
