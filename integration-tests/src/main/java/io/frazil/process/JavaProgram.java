package io.frazil.process;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What to run in a JVM of its own.
 *
 * @param name what people call the process, also in messages
 * @param classPath as {@code java -cp} takes it, entry by entry, {@code lib/*} included
 * @param environment added to this process's environment
 * @param log where its standard output and error go, appended
 */
public record JavaProgram(
    String name,
    String mainClass,
    List<String> arguments,
    List<String> classPath,
    Map<String, String> environment,
    Path log) {
  public JavaProgram {
    requireNonNull(name, "name");
    requireNonNull(mainClass, "mainClass");
    requireNonNull(log, "log");
    arguments = List.copyOf(arguments);
    classPath = List.copyOf(classPath);
    environment = Map.copyOf(environment);
  }
}
