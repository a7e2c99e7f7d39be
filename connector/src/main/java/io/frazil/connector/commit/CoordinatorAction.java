package io.frazil.connector.commit;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What the runner of a coordinator has to do, in the order given.
 *
 * @param <F> a file; opaque here
 */
public sealed interface CoordinatorAction<F> {

  /** Send the event to all. */
  record Send<F>(ControlEvent<F> event) implements CoordinatorAction<F> {}

  /**
   * Let a {@link Settler} settle the table, beside others, and hand the result to {@link
   * Coordinator#settled}.
   *
   * @param validThrough what to claim if all candidates can be committed
   */
  record SettleTable<F>(
      UUID round, TableRef table, List<Candidate<F>> candidates, Optional<Instant> validThrough)
      implements CoordinatorAction<F> {
    public SettleTable {
      requireNonNull(round, "round");
      requireNonNull(table, "table");
      candidates = List.copyOf(candidates);
      requireNonNull(validThrough, "validThrough");
    }

    /**
     * A delta, complete.
     *
     * @param isDoubtful whether its files may be gone, since it was named some time ago
     */
    public record Candidate<F>(Delta<F> delta, boolean isDoubtful) {}
  }

  /** Fail loudly: the table could not be settled for too many rounds in a row. */
  record GiveUp<F>(TableRef table, int rounds, RuntimeException cause)
      implements CoordinatorAction<F> {}
}
