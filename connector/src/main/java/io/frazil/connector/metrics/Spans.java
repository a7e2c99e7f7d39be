package io.frazil.connector.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** How long something took, each time. Thread-safe. */
final class Spans {
  /** What is shown where there is nothing to show yet. */
  static final long NONE = -1;

  private final LongAdder count = new LongAdder();
  private final LongAdder millis = new LongAdder();
  private final AtomicLong last = new AtomicLong(NONE);

  void add(Duration time) {
    count.increment();
    millis.add(time.toMillis());
    last.set(time.toMillis());
  }

  /** How often. */
  long count() {
    return count.sum();
  }

  /** All together. */
  long millis() {
    return millis.sum();
  }

  /** The last time; {@link #NONE} if there was none. */
  long lastMillis() {
    return last.get();
  }

  /** From the moment, if there was one, until now; else {@link #NONE}. */
  static long secondsSince(Optional<Instant> moment, Instant now) {
    return moment.map(then -> Duration.between(then, now).toSeconds()).orElse(NONE);
  }
}
