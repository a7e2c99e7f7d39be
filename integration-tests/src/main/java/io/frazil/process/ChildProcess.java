package io.frazil.process;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process tethered to this one by its standard input: it ends when it is stopped or killed, or
 * when this JVM ends in whatever way, unless it was released.
 */
public final class ChildProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  // Programs that end by themselves have work to do, perhaps on a busy machine.
  private static final Duration WORK_LIMIT = Duration.ofMinutes(2);

  private final String name;
  private final Path log;
  private final Process process;

  private ChildProcess(String name, Path log, Process process) {
    this.name = requireNonNull(name, "name");
    this.log = requireNonNull(log, "log");
    this.process = process;
  }

  /** Starts a command that keeps to the tether; its output goes to the log, appended. */
  static ChildProcess start(String name, Path log, ProcessBuilder command) {
    try {
      Files.createDirectories(log.toAbsolutePath().getParent());
      command.redirectErrorStream(true);
      command.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      return new ChildProcess(name, log, command.start());
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot start %s.".formatted(name), failure);
    }
  }

  public String name() {
    return name;
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  public Path log() {
    return log;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for the program to end by itself, and returns its exit code. */
  public int exitCode() {
    if (!hasEnded(WORK_LIMIT)) {
      kill();
      throw new IllegalStateException(
          "%s did not end within %s; it was killed. %s".formatted(name(), WORK_LIMIT, logTail(20)));
    }
    return process.exitValue();
  }

  /** Ends the process as {@code kill -9} does, and waits until it is gone. */
  public void kill() {
    process.destroyForcibly();
    hasEnded(PATIENCE);
  }

  /** Asks the process to end, and kills it if it does not. */
  public void stop() {
    // Not process.destroy: it closes the child's standard input as well, and that is the tether.
    process.toHandle().destroy();
    if (!hasEnded(PATIENCE)) {
      kill();
    }
  }

  /** Ends the process as the death of this JVM would, and waits until it is gone. */
  public void cut() {
    try {
      process.getOutputStream().close();
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot cut the tether of %s.".formatted(name()), failure);
    }
    if (!hasEnded(PATIENCE)) {
      kill();
    }
  }

  /** Lets the process live on after this JVM. */
  public void release() {
    try {
      process.getOutputStream().write(Tether.RELEASE);
      process.getOutputStream().flush();
    } catch (IOException failure) {
      throw new UncheckedIOException(
          "Cannot release %s: it no longer listens.".formatted(name()), failure);
    }
  }

  /** The last lines of its log, headed by where it lies. */
  public String logTail(int lines) {
    try {
      List<String> all = Files.exists(log()) ? Files.readAllLines(log()) : List.of();
      List<String> last = all.subList(Math.max(0, all.size() - lines), all.size());
      return "Log of %s (%s), last lines:%n  %s%n"
          .formatted(name(), log(), String.join(System.lineSeparator() + "  ", last));
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot read the log of %s.".formatted(name()), failure);
    }
  }

  @Override
  public void close() {
    stop();
  }

  private boolean hasEnded(Duration patience) {
    try {
      return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      throw new IllegalStateException(
          "Interrupted while %s was ending; it was killed.".formatted(name()), interrupted);
    }
  }
}
