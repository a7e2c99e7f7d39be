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
  private final Set<String> denied = new HashSet<>();

  GlueFaults() {}

  /** The next so many requests for an action, such as UpdateTable, meet this fault each. */
  public synchronized void next(int count, String action, Fault fault) {
    next.computeIfAbsent(action, any -> new ArrayDeque<>())
        .addAll(Collections.nCopies(count, fault));
  }

  /** Nobody may do this until it is allowed. */
  public synchronized void deny(String action) {
    denied.add(action);
  }

  public synchronized void allow(String action) {
    denied.remove(action);
  }

  /** How many faults are still to be met. */
  public synchronized int pending() {
    return next.values().stream().mapToInt(Deque::size).sum();
  }

  synchronized Optional<Fault> take(String action) {
    if (denied.contains(action)) {
      return Optional.of(new Fault.Refused(GlueError.denied(action)));
    }
    return Optional.ofNullable(next.get(action)).map(Deque::poll);
  }
}
