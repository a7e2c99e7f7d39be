package io.frazil.connector.table;

import io.frazil.connector.commit.CommitOutcome;
import io.frazil.connector.commit.Plan;
import io.frazil.connector.merge.Merge;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.util.SnapshotUtil;

/**
 * One try to commit a plan, and the truth about what became of it: after any failure the table
 * itself is asked. Used once, by one thread.
 */
final class CommitAttempt {
  private final Plan<ContentFile<?>> plan;
  private final Merge merge;
  private final LayeredCommit commit;
  private final Supplier<Table> tables;

  /**
   * @param merge what the plan changes; told what became of it, where that is known
   * @param tables loads the table
   */
  CommitAttempt(
      Plan<ContentFile<?>> plan, Merge merge, LayeredCommit commit, Supplier<Table> tables) {
    this.plan = plan;
    this.merge = merge;
    this.commit = commit;
    this.tables = tables;
  }

  /** Tries. */
  CommitOutcome run() {
    try {
      Table table = tables.get();
      long snapshotId = commit.run(table.name(), ((HasTableOperations) table).operations());
      merge.landed();
      return new CommitOutcome.Committed(snapshotId);
    } catch (RuntimeException e) {
      return afterFailure(e);
    }
  }

  private CommitOutcome afterFailure(RuntimeException failure) {
    Optional<CommitOutcome> found;
    try {
      found = lookUp();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
      return new CommitOutcome.Failed(failure);
    }
    if (found.isPresent()) {
      found.filter(CommitOutcome.Committed.class::isInstance).ifPresent(landed -> merge.landed());
      return found.get();
    }
    if (!(failure instanceof CommitStateUnknownException)) {
      // A request that nobody answered may be carried out yet, and would need the files.
      merge.discard();
    }
    if (commit.staleness().isPresent()) {
      return new CommitOutcome.Stale(commit.staleness().get());
    }
    return failure instanceof ValidationException
        ? new CommitOutcome.Stale(failure.getMessage())
        : new CommitOutcome.Failed(failure);
  }

  /** What the table itself says of the commit; empty if it does not know it. */
  private Optional<CommitOutcome> lookUp() {
    return lookUp(((HasTableOperations) tables.get()).operations().current(), plan);
  }

  /** What a table says of a plan's commit; empty if it does not know it. */
  static Optional<CommitOutcome> lookUp(TableMetadata metadata, Plan<?> plan) {
    return CommittedOffsets.committedBy(metadata, plan.commitId().toString())
        .map(
            snapshot ->
                isInBranch(metadata, plan.table().branch(), snapshot)
                    ? new CommitOutcome.Committed(snapshot.snapshotId())
                    : new CommitOutcome.Stale("the commit has been rolled back"));
  }

  private static boolean isInBranch(TableMetadata metadata, String branch, Snapshot snapshot) {
    Snapshot head = SnapshotUtil.latestSnapshot(metadata, branch);
    return head != null
        && SnapshotUtil.isAncestorOf(head.snapshotId(), snapshot.snapshotId(), metadata::snapshot);
  }
}
