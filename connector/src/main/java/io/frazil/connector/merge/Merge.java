package io.frazil.connector.merge;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.OptionalLong;

/**
 * A commit's deltas, merged into the table as it was at one snapshot. What was written for that is
 * this object's until it is told what became of the commit: {@link #landed}, {@link #discard}, or
 * nothing, if nobody knows; then files may be left that no snapshot has.
 *
 * @param snapshots what the commit's snapshots change, oldest first
 * @param readAt the snapshot whose rows were looked for: the commit must be its child; empty if
 *     none were, or the branch had no snapshot
 * @param leftovers the files on storage that are not needed if it lands, or not if it does not
 */
public record Merge(List<SnapshotContent> snapshots, OptionalLong readAt, Leftovers leftovers) {
  public Merge {
    snapshots = List.copyOf(snapshots);
    requireNonNull(readAt, "readAt");
    requireNonNull(leftovers, "leftovers");
  }

  /** A merge that only adds the deltas' files: nothing was looked for, nothing written. */
  public static Merge adding(List<SnapshotContent> snapshots) {
    return new Merge(snapshots, OptionalLong.empty(), Leftovers.NONE);
  }

  /** The commit is in the table: deletes the deltas' files that no snapshot needs. */
  public void landed() {
    leftovers.deleteAfterLanding();
  }

  /**
   * The commit is not in the table and never will be: deletes what was written for it, and leaves
   * the deltas' files.
   */
  public void discard() {
    leftovers.deleteAfterFailure();
  }

  /** Files that are not needed any more. */
  public interface Leftovers {
    /** There are none. */
    Leftovers NONE =
        new Leftovers() {
          @Override
          public void deleteAfterLanding() {}

          @Override
          public void deleteAfterFailure() {}
        };

    /** These and others. */
    default Leftovers and(Leftovers others) {
      Leftovers these = this;
      return new Leftovers() {
        @Override
        public void deleteAfterLanding() {
          these.deleteAfterLanding();
          others.deleteAfterLanding();
        }

        @Override
        public void deleteAfterFailure() {
          these.deleteAfterFailure();
          others.deleteAfterFailure();
        }
      };
    }

    /** Deletes what a commit that landed does not need. */
    void deleteAfterLanding();

    /** Deletes what was written for a commit that did not land. */
    void deleteAfterFailure();
  }
}
