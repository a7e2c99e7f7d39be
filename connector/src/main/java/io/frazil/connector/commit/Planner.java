package io.frazil.connector.commit;

import io.frazil.connector.commit.Plan.Layer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Decides what of all that workers reported may be committed to a table now, and in how many
 * snapshots. Pure.
 *
 * <p>Open for tests of the protocol, which leave out one rule at a time to show that it is needed.
 */
class Planner {

  /**
   * The deltas that chain onto the table's committed offsets, or onto each other from there, as
   * layers.
   *
   * @param doubtful those of them whose files may be gone
   * @param validThrough what to claim if all candidates chain
   */
  final <F> Plan<F> plan(
      UUID commitId,
      TableRef table,
      TableState state,
      Collection<Delta<F>> candidates,
      Set<UUID> doubtful,
      Optional<Instant> validThrough) {
    List<Delta<F>> left = new ArrayList<>(candidates);
    left.removeIf(delta -> delta.isIn(state.committed()));
    List<Layer<F>> layers = new ArrayList<>();
    Offsets reached = state.committed();
    for (Optional<Delta<F>> next = next(left, reached);
        next.isPresent();
        next = next(left, reached)) {
      Delta<F> delta = next.get();
      left.remove(delta);
      reached = reached.with(delta.upto());
      if (layers.isEmpty() || needsOwnLayer(delta, state.keyReach())) {
        layers.add(new Layer<>(List.of(delta), reached));
      } else {
        int last = layers.size() - 1;
        List<Delta<F>> deltas = new ArrayList<>(layers.get(last).deltas());
        deltas.add(delta);
        layers.set(last, new Layer<>(deltas, reached));
      }
    }
    return new Plan<>(
        commitId, table, state, layers, doubtful, left.isEmpty() ? validThrough : Optional.empty());
  }

  /**
   * Where keys reach only rows of strictly older snapshots, what they have to reach must lie in
   * one.
   */
  boolean needsOwnLayer(Delta<?> delta, KeyReach reach) {
    return delta.olderRows() != OlderRows.STAY && reach == KeyReach.OLDER_SNAPSHOTS;
  }

  boolean chains(Delta<?> delta, Offsets reached) {
    return delta.chainsOnto(reached);
  }

  private <F> Optional<Delta<F>> next(List<Delta<F>> left, Offsets reached) {
    return left.stream().filter(delta -> chains(delta, reached)).findFirst();
  }
}
