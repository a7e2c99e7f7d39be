package io.frazil.connector.runtime;

import io.frazil.connector.intake.UnreachableTableException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A time in which a table, its storage or Kafka can't be reached: what failed is tried again after
 * a rest, until patience ends: that is, for so long and so many times. For a task's thread.
 */
final class Stall {
  private static final Logger LOG = LoggerFactory.getLogger(Stall.class);

  private final Duration patience;
  private final int maxFailures;
  private final Duration firstRest;
  private final Duration maxRest;
  private int failures;
  private Duration rest;
  private Optional<Instant> since = Optional.empty();
  private Instant next = Instant.EPOCH;

  /**
   * What has not failed yet.
   *
   * @param firstRest the rest after the first failure; each following one is twice as long
   * @param maxRest but not longer than this
   */
  Stall(Duration patience, int maxFailures, Duration firstRest, Duration maxRest) {
    this.patience = patience;
    this.maxFailures = maxFailures;
    this.firstRest = firstRest;
    this.maxRest = maxRest;
    this.rest = firstRest;
  }

  /**
   * Something could not be reached.
   *
   * @throws ConnectException when that has been so for too long
   */
  void failed(String what, UnreachableTableException cause, Instant now) {
    Instant began = since.orElse(now);
    if (!cause.isUnderWay()) {
      failures++;
    }
    if (now.isAfter(began.plus(patience)) && failures > maxFailures) {
      throw new ConnectException(
          "Cannot %s for %d seconds: %s. The offsets stay where they are, nothing is lost; mend the cause and restart the task."
              .formatted(what, patience.toSeconds(), cause.getMessage()),
          cause);
    }
    if (since.isEmpty()) {
      LOG.warn("Cannot {}, trying again: {}", what, cause.getMessage(), cause);
    } else {
      LOG.debug("Still cannot {}: {}", what, cause.getMessage());
    }
    since = Optional.of(began);
    next = now.plus(rest);
    Duration doubled = rest.multipliedBy(2);
    rest = doubled.compareTo(maxRest) < 0 ? doubled : maxRest;
  }

  /** What failed before has been done. */
  void end() {
    since.ifPresent(began -> LOG.info("What failed since {} has been done", began));
    since = Optional.empty();
    failures = 0;
    rest = firstRest;
  }

  boolean isOn() {
    return since.isPresent();
  }

  /** Whether it is too early to try again. */
  boolean isResting(Instant now) {
    return isOn() && now.isBefore(next);
  }
}
