package io.frazil.connector.commit;

/** What became of an attempt to commit a plan. */
public sealed interface CommitOutcome {

  /** It is in the table, by this attempt or by an earlier one whose answer was lost. */
  record Committed(long snapshotId) implements CommitOutcome {}

  /** The table is not as it was when the plan was made: the plan is void, nothing was changed. */
  record Stale() implements CommitOutcome {}

  /**
   * It is not known to be in the table. It may be there all the same: its files must never be
   * deleted.
   */
  record Failed(RuntimeException cause) implements CommitOutcome {}
}
