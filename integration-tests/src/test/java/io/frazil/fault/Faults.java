package io.frazil.fault;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is to go wrong with the requests to come. Thread-safe.
 *
 * @param <F> what can go wrong with a request
 */
public final class Faults<F> {
  private final Map<String, Deque<F>> next = new HashMap<>();
  private final Map<String, F> lasting = new HashMap<>();
  private final Map<String, F> ofTables = new HashMap<>();
  private int met;

  /** The next so many requests for an action, such as UpdateTable, meet this fault each. */
  public synchronized void next(int count, String action, F fault) {
    next.computeIfAbsent(action, any -> new ArrayDeque<>())
        .addAll(Collections.nCopies(count, fault));
  }

  /** All requests for an action meet this fault until it {@link #end}s. */
  public synchronized void begin(String action, F fault) {
    lasting.put(action, fault);
  }

  /** What has begun for an action ends, if anything has. */
  public synchronized void end(String action) {
    lasting.remove(action);
  }

  /** Each request about a table of this name, in any database, meets this fault. */
  public synchronized void beginFor(String table, F fault) {
    ofTables.put(table, fault);
  }

  /** No table has a fault of its own any more. */
  public synchronized void endForAll() {
    ofTables.clear();
  }

  /** How many faults are still to be met. */
  public synchronized int pending() {
    return next.values().stream().mapToInt(Deque::size).sum();
  }

  /** How many requests met a fault until now. */
  public synchronized int met() {
    return met;
  }

  /** What goes wrong with a request for an action that is there now, if anything does. */
  public Optional<F> take(String action) {
    return take(action, Optional.empty());
  }

  /**
   * What goes wrong with a request for an action on a table that is there now, if anything does.
   */
  public synchronized Optional<F> take(String action, Optional<String> table) {
    Optional<F> fault =
        table
            .map(ofTables::get)
            .or(() -> Optional.ofNullable(lasting.get(action)))
            .or(() -> Optional.ofNullable(next.get(action)).map(Deque::poll));
    if (fault.isPresent()) {
      met++;
    }
    return fault;
  }
}
