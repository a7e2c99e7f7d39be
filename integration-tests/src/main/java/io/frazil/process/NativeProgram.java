package io.frazil.process;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;

/**
 * What to run that is no Java.
 *
 * @param name what people call the process, also in messages
 * @param command the program and its arguments
 * @param folder where it runs
 * @param log where its standard output and error go, appended
 */
public record NativeProgram(String name, List<String> command, Path folder, Path log) {
  public NativeProgram {
    requireNonNull(name, "name");
    command = List.copyOf(command);
    requireNonNull(folder, "folder");
    requireNonNull(log, "log");
  }
}
