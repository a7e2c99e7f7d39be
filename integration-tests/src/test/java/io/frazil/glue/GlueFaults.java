package io.frazil.glue;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What is to go wrong with the requests to come. Thread-safe. */
public final class GlueFaults {
  private final Map<String, Deque<Fault>> next = new HashMap<>();
  private final Map<String, Fault> lasting = new HashMap<>();
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

  synchronized Optional<Fault> take(String action) {
    Optional<Fault> fault =
        Optional.ofNullable(lasting.get(action))
            .or(() -> Optional.ofNullable(next.get(action)).map(Deque::poll));
    if (fault.isPresent()) {
      met++;
    }
    return fault;
  }
}
