package io.frazil.process;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Main class that runs another main class and ends this JVM as soon as the process that started it
 * is gone, even if that one was killed.
 *
 * <p>Standard input is the tether: the operating system closes it when the parent dies. The parent
 * may let go of its child by writing {@link #RELEASE} first.
 */
public final class Tether {
  static final int RELEASE = 'r';

  private static final int EXIT_CODE_OF_AN_ORPHAN = 3;

  private Tether() {}

  /** Runs the main class named by the first argument with the other arguments. */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    Thread watch = new Thread(Tether::watch, "tether");
    watch.setDaemon(true);
    watch.start();
    String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
    try {
      Class.forName(arguments[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
    } catch (InvocationTargetException failure) {
      throw new IllegalStateException(
          "Cannot run '%s': its main method failed.".formatted(arguments[0]), failure.getCause());
    }
  }

  private static void watch() {
    if (!isReleased(System.in)) {
      // Not exit: a shutdown hook could wait for a broker that is gone as well.
      Runtime.getRuntime().halt(EXIT_CODE_OF_AN_ORPHAN);
    }
  }

  private static boolean isReleased(InputStream input) {
    try {
      int next = input.read();
      while (next != -1 && next != RELEASE) {
        next = input.read();
      }
      return next == RELEASE;
    } catch (IOException broken) {
      return false;
    }
  }
}
