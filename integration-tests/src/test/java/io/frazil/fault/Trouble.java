package io.frazil.fault;

import java.time.Duration;
import org.awaitility.Awaitility;

/**
 * What happens to the next so many requests for an action.
 *
 * @param name what a reader of a failed test sees of it
 * @param <F> what can go wrong with a request
 */
public record Trouble<F>(String name, int count, String action, F fault) {
  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** Waits until all of it has been met. */
  public void befall(Faults<F> faults) {
    faults.next(count, action, fault);
    Awaitility.await(name).atMost(LIMIT).until(() -> faults.pending() == 0);
  }
}
