package io.frazil.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/**
 * A process stands still, as in a long pause of its machine, until this is closed or this JVM ends
 * in whatever way.
 */
public final class Freeze implements AutoCloseable {
  private static final String FROZEN = "frozen";
  // Its standard input is a tether: it ends when this JVM does, and the process goes on.
  private static final String COMMAND =
      "kill -STOP \"$0\" && echo %s; read -r end; kill -CONT \"$0\"".formatted(FROZEN);
  private static final long PATIENCE_SECONDS = 20;

  private final String name;
  private final Process holder;

  private Freeze(String name, Process holder) {
    this.name = name;
    this.holder = holder;
  }

  /** Stops a process that lives; returns when it stands still. */
  public static Freeze of(ChildProcess process) {
    try {
      Process holder =
          new ProcessBuilder("sh", "-c", COMMAND, Long.toString(process.handle().pid()))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      BufferedReader answer = holder.inputReader();
      if (!FROZEN.equals(answer.readLine())) {
        throw new IllegalStateException("Cannot freeze %s.".formatted(process.name()));
      }
      return new Freeze(process.name(), holder);
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot freeze %s.".formatted(process.name()), failure);
    }
  }

  /** Lets the process go on; returns when it was told. */
  @Override
  public void close() {
    try {
      holder.getOutputStream().close();
      if (!holder.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("Cannot let %s go on.".formatted(name));
      }
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot let %s go on.".formatted(name), failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "Interrupted while %s was told to go on.".formatted(name), interrupted);
    }
  }
}
