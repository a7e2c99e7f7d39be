package io.frazil.engine;

import static java.util.Objects.requireNonNull;

import io.frazil.process.ChildProcess;
import io.frazil.process.JavaProgram;
import io.frazil.process.JvmFlags;
import io.frazil.process.JvmProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What an engine's process is made of.
 *
 * @param name what people call the engine, also in messages
 * @param engineClass a function from statements to rows, as {@link QueryServer} wants it
 * @param javaHome the Java that it runs in
 */
record EngineProgram(
    String name,
    String engineClass,
    List<String> classPath,
    JvmFlags flags,
    Path javaHome,
    Path log) {
  EngineProgram {
    requireNonNull(name, "name");
    requireNonNull(engineClass, "engineClass");
    classPath = List.copyOf(classPath);
    requireNonNull(flags, "flags");
    requireNonNull(javaHome, "javaHome");
    requireNonNull(log, "log");
  }

  /** Starts the process, which will call back the port. */
  ChildProcess start(int port) {
    List<String> arguments = List.of(engineClass, Integer.toString(port));
    return JvmProcess.start(
        new JavaProgram(name, QueryServer.class.getName(), arguments, classPath, Map.of(), log),
        flags,
        javaHome);
  }
}
