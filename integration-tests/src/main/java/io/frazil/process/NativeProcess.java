package io.frazil.process;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts programs that are no Java, so that they end with this JVM. A shell stands in for what
 * {@link Tether} is to a JVM: it leaves a watch on standard input and becomes the program.
 */
public final class NativeProcess {
  // Servers take QUIT as "end at once, and leave no shared memory behind".
  private static final String TETHER =
      """
      exec 3<&0
      (
        read -r word <&3
        if [ "$word" != %s ]; then
          kill -QUIT $$
          tenths=0
          while kill -0 $$ && [ $tenths -lt 100 ]; do sleep 0.1; tenths=$((tenths + 1)); done
          kill -KILL $$
        fi
        exit 0
      ) > /dev/null 2>&1 &
      exec 3<&- "$@" < /dev/null
      """
          .formatted((char) Tether.RELEASE);

  private NativeProcess() {}

  /** Starts a server, which has not necessarily come up when this returns. */
  public static ChildProcess start(NativeProgram program) {
    List<String> command = new ArrayList<>(List.of("sh", "-c", TETHER, "sh"));
    command.addAll(program.command());
    return start(program, new ProcessBuilder(command));
  }

  /**
   * Runs a program that ends by itself, and returns when it has.
   *
   * @param input the file that it reads as its standard input
   */
  public static void run(NativeProgram program, Path input) {
    run(program, new ProcessBuilder(program.command()).redirectInput(input.toFile()));
  }

  /** Runs a program that reads nothing and ends by itself, and returns when it has. */
  public static void run(NativeProgram program) {
    run(program, Path.of("/dev/null"));
  }

  private static void run(NativeProgram program, ProcessBuilder command) {
    try (ChildProcess process = start(program, command)) {
      int exitCode = process.exitCode();
      if (exitCode != 0) {
        throw new IllegalStateException(
            "%s ended with %d. %s".formatted(program.name(), exitCode, process.logTail(20)));
      }
    }
  }

  private static ChildProcess start(NativeProgram program, ProcessBuilder command) {
    File folder = program.folder().toFile();
    return ChildProcess.start(program.name(), program.log(), command.directory(folder));
  }
}
