package io.frazil.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A child JVM, tethered to this one: it ends when it is stopped or killed, or when this JVM ends in
 * whatever way, unless it was released.
 */
public final class JvmProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final List<String> PROPERTIES =
      List.of(
          "-Djava.net.preferIPv4Stack=true",
          "-Dlog4j2.configurationFile=classpath:io/frazil/process/log4j2.properties");

  private final JavaProgram program;
  private final Process process;

  private JvmProcess(JavaProgram program, Process process) {
    this.program = program;
    this.process = process;
  }

  /** Starts the program in a small JVM; it has not necessarily come up when this returns. */
  public static JvmProcess start(JavaProgram program) {
    return start(program, JvmFlags.small());
  }

  /** Starts the program; it has not necessarily come up when this returns. */
  public static JvmProcess start(JavaProgram program, JvmFlags flags) {
    return start(program, flags, Path.of(System.getProperty("java.home")));
  }

  /**
   * Starts the program in another Java than this one's, of the same version or newer; it has not
   * necessarily come up when this returns.
   */
  public static JvmProcess start(JavaProgram program, JvmFlags flags, Path javaHome) {
    List<String> command = new ArrayList<>();
    command.add(javaHome.resolve("bin").resolve("java").toString());
    command.addAll(flags.flags());
    command.addAll(PROPERTIES);
    List<String> classPath = new ArrayList<>(program.classPath());
    classPath.add(tetherLocation().toString());
    command.add("-cp");
    command.add(String.join(File.pathSeparator, classPath));
    command.add(Tether.class.getName());
    command.add(program.mainClass());
    command.addAll(program.arguments());
    try {
      Files.createDirectories(program.log().toAbsolutePath().getParent());
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().putAll(program.environment());
      builder.redirectErrorStream(true);
      builder.redirectOutput(ProcessBuilder.Redirect.appendTo(program.log().toFile()));
      return new JvmProcess(program, builder.start());
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot start %s.".formatted(program.name()), failure);
    }
  }

  private static Path tetherLocation() {
    try {
      return Path.of(Tether.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException("Cannot find the class path of this class.", impossible);
    }
  }

  public String name() {
    return program.name();
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  public Path log() {
    return program.log();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for the program to end by itself, and returns its exit code. */
  public int exitCode() {
    if (!hasEnded(PATIENCE)) {
      kill();
      throw new IllegalStateException(
          "%s did not end within %s; it was killed. %s".formatted(name(), PATIENCE, logTail(20)));
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
