package io.frazil.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The processes that {@code --keep} left running, in a file with one line each: id and start time,
 * so that another process that got the same id later is never taken for one of them.
 */
record KeptProcesses(Path file) {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  void write(List<ProcessHandle> processes) {
    try {
      Files.write(
          file, processes.stream().map(process -> process.pid() + " " + start(process)).toList());
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot write '%s'.".formatted(file), failure);
    }
  }

  /** Those that still run. */
  List<ProcessHandle> running() {
    try {
      return Files.exists(file)
          ? Files.readAllLines(file).stream()
              .map(KeptProcesses::process)
              .flatMap(Optional::stream)
              .toList()
          : List.of();
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot read '%s'.".formatted(file), failure);
    }
  }

  /** Ends those that still run, the worker before its broker, and returns how many there were. */
  int stop() {
    List<ProcessHandle> processes = running();
    processes.forEach(KeptProcesses::stop);
    try {
      Files.deleteIfExists(file);
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot delete '%s'.".formatted(file), failure);
    }
    return processes.size();
  }

  private static Optional<ProcessHandle> process(String line) {
    String[] idAndStart = line.split(" ", 2);
    return ProcessHandle.of(Long.parseLong(idAndStart[0]))
        .filter(process -> start(process).equals(idAndStart[1]));
  }

  private static String start(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("unknown");
  }

  private static void stop(ProcessHandle process) {
    process.destroy();
    try {
      process.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException stubborn) {
      process.destroyForcibly();
    } catch (ExecutionException failure) {
      throw new IllegalStateException(
          "Cannot wait for the end of process %d.".formatted(process.pid()), failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
