package io.frazil.connector;

import java.util.Map;
import java.util.concurrent.ThreadFactory;
import org.slf4j.MDC;

/**
 * Makes a task's own threads: daemons that log in the context that the thread had which made this,
 * so that Connect tells connector and task of their lines too.
 */
final class TaskThreads {
  private final String task;
  private final Map<String, String> context;

  /** For the task of this name, whose thread calls. */
  TaskThreads(String task) {
    this.task = task;
    Map<String, String> present = MDC.getCopyOfContextMap();
    this.context = present == null ? Map.of() : Map.copyOf(present);
  }

  /**
   * Makes threads for one purpose.
   *
   * @param purpose ends their names
   */
  ThreadFactory named(String purpose) {
    return work -> {
      Thread thread =
          new Thread(
              () -> {
                MDC.setContextMap(context);
                work.run();
              },
              task + "-" + purpose);
      thread.setDaemon(true);
      return thread;
    };
  }
}
