package io.frazil.glue;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is to go wrong with the requests to come. Thread-safe. */
public final class GlueFaults {
  private final Map<String, Deque<Fault>> next = new HashMap<>();
  private final Map<String, Fault> lasting = new HashMap<>();
  private final Set<String> hidden = new HashSet<>();
  private int met;

  GlueFaults() {}

  /** The next so many requests for an action, such as UpdateTable, meet this fault each. */
  public synchronized void next(int count, String action, Fault fault) {
    next.computeIfAbsent(action, any -> new ArrayDeque<>())
        .addAll(Collections.nCopies(count, fault));
  }

  /** All requests for an action meet this fault until it {@link #end}s. */
  public synchronized void begin(String action, Fault fault) {
    lasting.put(action, fault);
  }

  /** What has begun for an action ends, if anything has. */
  public synchronized void end(String action) {
    lasting.remove(action);
  }

  /** Nobody finds a table of this name, in any database, until it is shown again. */
  public synchronized void hide(String table) {
    hidden.add(table);
  }

  /** All tables are found that exist. */
  public synchronized void showAll() {
    hidden.clear();
  }

  /** Nobody may do this until that {@link #end}s. */
  public void deny(String action) {
    begin(action, new Fault.Refused(GlueError.denied(action)));
  }

  /** How many faults are still to be met. */
  public synchronized int pending() {
    return next.values().stream().mapToInt(Deque::size).sum();
  }

  /** How many requests met a fault until now. */
  public synchronized int met() {
    return met;
  }

  synchronized Optional<Fault> take(String action, Optional<String> table) {
    Optional<Fault> fault =
        table
            .filter(hidden::contains)
            .<Fault>map(name -> new Fault.Refused(GlueError.notFound("Entity Not Found")))
            .or(() -> Optional.ofNullable(lasting.get(action)))
            .or(() -> Optional.ofNullable(next.get(action)).map(Deque::poll));
    if (fault.isPresent()) {
      met++;
    }
    return fault;
  }
}
