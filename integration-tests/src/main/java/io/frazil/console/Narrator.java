package io.frazil.console;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Tells what happens, one line for each thing, with the time since the start. */
public final class Narrator {
  private final PrintStream output;
  private final Supplier<Instant> clock;
  private final Instant start;
  private boolean isAfterBlank = true;

  public Narrator(PrintStream output, Supplier<Instant> clock) {
    this.output = output;
    this.clock = clock;
    this.start = clock.get();
  }

  /** Something has happened, or begins. */
  public void progress(String message) {
    double seconds = Duration.between(start, clock.get()).toMillis() / 1000.0;
    say(String.format(Locale.ROOT, "[%5.1f s] %s", seconds, message));
  }

  public void say(String message) {
    output.println(message);
    isAfterBlank = message.isEmpty();
  }

  /** A titled block of lines, set off by blank lines. */
  public void show(String title, List<String> lines) {
    if (!isAfterBlank) {
      say("");
    }
    say(title);
    lines.forEach(this::say);
    say("");
  }
}
