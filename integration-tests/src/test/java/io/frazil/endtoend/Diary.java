package io.frazil.endtoend;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** What was done when, to be read when something went wrong. Thread-safe. */
final class Diary {
  private final Instant begin = Instant.now();
  private final List<String> lines = new CopyOnWriteArrayList<>();

  void note(String what) {
    lines.add(
        String.format(
            Locale.ROOT,
            "%7.1f s  %s  %s",
            Duration.between(begin, Instant.now()).toMillis() / 1000.0,
            Instant.now(),
            what));
  }

  @Override
  public String toString() {
    return String.join(System.lineSeparator(), lines);
  }
}
