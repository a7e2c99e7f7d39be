package io.frazil.connector.commit;

import java.util.Collection;
import java.util.Set;
import java.util.UUID;

/**
 * The tables, as the protocol sees them: the truth about committed offsets.
 *
 * <p>Called from several threads at once, for different tables. Any exception means that the table
 * can't be reached or used; it is counted and told to the operator when it lasts.
 *
 * @param <F> a file; opaque here
 */
public interface Tables<F> {

  /** The table's present state, refreshed. Fails when the committed offsets cannot be known. */
  TableState load(TableRef table);

  /**
   * Of these deltas the ids of those that lost a file: to somebody's clean-up, or to a rollback and
   * expiry.
   */
  Set<UUID> missingFiles(TableRef table, Collection<Delta<F>> deltas);

  /**
   * Commits all layers of the plan or nothing, and only if the table is still in the state that the
   * plan was made from.
   */
  CommitOutcome commit(Plan<F> plan);
}
