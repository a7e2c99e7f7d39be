package io.frazil.connector.merge;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A commit's deltas, merged into the table as it was at one snapshot. What was written for that is
 * this object's until it is told what became of the commit: {@link #landed}, {@link #discard}, or
 * nothing, if nobody knows; then files may be left that no snapshot has.
 *
 * @param snapshots what the commit's snapshots change, oldest first
 * @param readAt the snapshot whose rows were looked for: the commit must be its child; empty if
 *     none were, or the branch had no snapshot
 * @param figures what it came to; empty if nothing was looked for
 * @param leftovers the files on storage that are not needed if it lands, or not if it does not
 */
public record Merge(
    List<SnapshotContent> snapshots,
    OptionalLong readAt,
    Optional<Figures> figures,
    Leftovers leftovers) {
  public Merge {
    snapshots = List.copyOf(snapshots);
    requireNonNull(readAt, "readAt");
    requireNonNull(figures, "figures");
    requireNonNull(leftovers, "leftovers");
  }

  /** A merge that only adds the deltas' files: nothing was looked for, nothing written. */
  public static Merge adding(List<SnapshotContent> snapshots) {
    return new Merge(snapshots, OptionalLong.empty(), Optional.empty(), Leftovers.NONE);
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

  /**
   * What a merge came to.
   *
   * @param keys how many different keys changed
   * @param rowsFound how many rows of these keys were found in the table, dead ones included
   * @param late how many changes were older than what the table had already
   * @param incomplete how many rows were written that lack values which no change told
   * @param deleteDebt the share of the table's rows that delete files removed before this, from 0
   *     to 1
   */
  public record Figures(long keys, long rowsFound, long late, long incomplete, double deleteDebt) {}

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
