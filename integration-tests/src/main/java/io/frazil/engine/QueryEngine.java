package io.frazil.engine;

import java.util.List;
import java.util.NavigableMap;

/**
 * An SQL engine that knows nothing of the connector. It may still be coming up at the first
 * question, which waits; it ends when it is closed, in no case later than this JVM. Safe for
 * several threads; it answers one at a time.
 */
public interface QueryEngine extends AutoCloseable {
  /** Makes the tables of a catalog known, as {@code name.namespace.table}, if they are not yet. */
  void attach(EmbeddedCatalog catalog);

  /**
   * Runs one statement and returns its rows in their order, each by column name. Whole numbers are
   * {@code Long}, text and booleans are themselves, a column that is null has the value null, and
   * everything else is text as the engine prints it.
   *
   * @throws RefusedStatementException if the engine cannot run it
   */
  List<NavigableMap<String, Object>> query(String statement);

  @Override
  void close();
}
