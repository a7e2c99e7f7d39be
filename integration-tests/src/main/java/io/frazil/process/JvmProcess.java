package io.frazil.process;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts JVMs that end with this one, see {@link Tether}. */
public final class JvmProcess {
  private static final List<String> PROPERTIES =
      List.of(
          "-Djava.net.preferIPv4Stack=true",
          "-Dlog4j2.configurationFile=classpath:io/frazil/process/log4j2.properties");

  private JvmProcess() {}

  /** Starts the program in a small JVM; it has not necessarily come up when this returns. */
  public static ChildProcess start(JavaProgram program) {
    return start(program, JvmFlags.small());
  }

  /** Starts the program; it has not necessarily come up when this returns. */
  public static ChildProcess start(JavaProgram program, JvmFlags flags) {
    return start(program, flags, Path.of(System.getProperty("java.home")));
  }

  /**
   * Starts the program in another Java than this one's, of the same version or newer; it has not
   * necessarily come up when this returns.
   */
  public static ChildProcess start(JavaProgram program, JvmFlags flags, Path javaHome) {
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
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(program.environment());
    return ChildProcess.start(program.name(), program.log(), builder);
  }

  private static Path tetherLocation() {
    try {
      return Path.of(Tether.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException("Cannot find the class path of this class.", impossible);
    }
  }
}
