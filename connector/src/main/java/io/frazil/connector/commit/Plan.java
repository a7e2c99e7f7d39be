package io.frazil.connector.commit;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * One commit to one table, atomic: layers of deltas, oldest first, each a snapshot of its own,
 * bound to the state of the table that it was computed from. Any difference from that state at any
 * attempt voids it: it is discarded and built anew.
 *
 * @param <F> a file; opaque here
 * @param commitId unique; put into every snapshot, so that a commit whose answer was lost is found
 *     again
 * @param table the table
 * @param base the state that the plan was computed from
 * @param layers the snapshots to make; none when no delta chains
 * @param doubtful the deltas whose files may have gone since they were named, and are looked for
 *     once more at every attempt
 * @param validThrough the source time up to which the table will be complete, where known
 */
public record Plan<F>(
    UUID commitId,
    TableRef table,
    TableState base,
    List<Layer<F>> layers,
    Set<UUID> doubtful,
    Optional<Instant> validThrough) {
  public Plan {
    requireNonNull(commitId, "commitId");
    requireNonNull(table, "table");
    requireNonNull(base, "base");
    layers = List.copyOf(layers);
    doubtful = Set.copyOf(doubtful);
    requireNonNull(validThrough, "validThrough");
  }

  /** Whether there is nothing to commit. */
  public boolean isEmpty() {
    return layers.isEmpty();
  }

  /** The committed offsets after this plan. */
  public Offsets upto() {
    return layers.isEmpty() ? base.committed() : layers.get(layers.size() - 1).upto();
  }

  /**
   * What becomes one snapshot.
   *
   * @param deltas the deltas in it, in order
   * @param upto the table's whole vector after it
   */
  public record Layer<F>(List<Delta<F>> deltas, Offsets upto) {
    public Layer {
      deltas = List.copyOf(deltas);
      requireNonNull(upto, "upto");
    }
  }
}
