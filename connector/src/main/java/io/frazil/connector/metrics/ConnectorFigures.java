package io.frazil.connector.metrics;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Counts the rounds of one term of a leader. Thread-safe. */
final class ConnectorFigures implements ConnectorMetricsMXBean {
  private final int task;
  private final Clock clock;
  private final Instant elected;
  private final Spans rounds = new Spans();
  private volatile Optional<Instant> began = Optional.empty();
  private volatile Optional<Instant> ended = Optional.empty();

  /** Figures of a term that begins. */
  ConnectorFigures(int task, Clock clock) {
    this.task = task;
    this.clock = clock;
    this.elected = clock.instant();
  }

  void roundBegan() {
    began = Optional.of(clock.instant());
  }

  void roundEnded() {
    Instant now = clock.instant();
    began.ifPresent(then -> rounds.add(Duration.between(then, now)));
    ended = Optional.of(now);
  }

  @Override
  public int getLeadingTask() {
    return task;
  }

  @Override
  public long getSecondsLeading() {
    return Duration.between(elected, clock.instant()).toSeconds();
  }

  @Override
  public long getRounds() {
    return rounds.count();
  }

  @Override
  public long getRoundMillis() {
    return rounds.millis();
  }

  @Override
  public long getLastRoundMillis() {
    return rounds.lastMillis();
  }

  @Override
  public long getSecondsSinceRound() {
    return Spans.secondsSince(ended, clock.instant());
  }
}
