package io.frazil.source;

import io.frazil.process.ChildProcess;
import java.util.Map;

/**
 * A database server that keeps a log of row changes, reachable on the loopback interface only.
 * Whoever starts it closes it; without, it ends with this JVM.
 */
public interface SourceDatabase extends AutoCloseable {
  /** A connection of one's own, as a user that may do everything; whoever opens it closes it. */
  Sql connect();

  /** Where connectors find the database, as variables of a worker's environment. */
  Map<String, String> environment();

  /** The server. */
  ChildProcess process();

  @Override
  void close();
}
