package io.frazil.connector.commit;

import static java.util.Objects.requireNonNull;

/** What became of a commit. Files that were named are never deleted, whatever the outcome. */
public sealed interface CommitOutcome {

  /**
   * The table holds it, also when the catalog's answer was lost and it was found again by its id.
   *
   * @param snapshotId the newest snapshot of the commit
   */
  record Committed(long snapshotId) implements CommitOutcome {}

  /**
   * The table is not what the plan was computed from: discard the plan, load the table, plan anew.
   *
   * @param reason what differed
   */
  record Stale(String reason) implements CommitOutcome {
    public Stale {
      requireNonNull(reason, "reason");
    }
  }

  /**
   * It did not come about, or nobody can tell yet. The next load of the table tells: the plan must
   * not be committed again, but a new one may be.
   *
   * @param cause why
   */
  record Failed(RuntimeException cause) implements CommitOutcome {
    public Failed {
      requireNonNull(cause, "cause");
    }
  }
}
