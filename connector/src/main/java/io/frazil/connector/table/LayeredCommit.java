package io.frazil.connector.table;

import io.frazil.connector.commit.Delta;
import io.frazil.connector.commit.History.Marker;
import io.frazil.connector.commit.Offsets;
import io.frazil.connector.commit.Plan;
import io.frazil.connector.merge.Merge;
import io.frazil.connector.merge.SnapshotContent;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.iceberg.BaseTransaction;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotAncestryValidator;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.Transactions;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.util.SnapshotUtil;

/**
 * One plan as one Iceberg transaction: a snapshot per layer, oldest first, and last the marker in
 * the table's properties. At every attempt, Iceberg's own retries included, the table must be what
 * the plan was computed from; {@link #staleness()} then tells what differed.
 *
 * <p>Used once, by one thread.
 */
final class LayeredCommit {
  private final CommittedOffsets offsets;
  private final Plan<ContentFile<?>> plan;
  private final Base base;
  private final List<Delta<ContentFile<?>>> checked;
  private final Merge merge;
  private final RowDeltas rowDeltas;
  private Optional<String> staleness = Optional.empty();

  /**
   * What the branch must still have.
   *
   * @param committed the vector, empty where it must be unknown
   * @param head the newest snapshot, empty where there must be none
   */
  record Base(Optional<Offsets> committed, OptionalLong head) {}

  /**
   * @param base what the plan was computed from
   * @param checked deltas whose files must exist
   * @param merge what each layer of the plan changes
   */
  LayeredCommit(
      CommittedOffsets offsets,
      Plan<ContentFile<?>> plan,
      Base base,
      List<Delta<ContentFile<?>>> checked,
      Merge merge,
      RowDeltas rowDeltas) {
    this.offsets = offsets;
    this.plan = plan;
    this.base = base;
    this.checked = List.copyOf(checked);
    this.merge = merge;
    this.rowDeltas = rowDeltas;
  }

  /** What made the last attempt stale, if anything did. */
  Optional<String> staleness() {
    return staleness;
  }

  /**
   * Commits; any exception leaves open what happened, see {@link #staleness()}.
   *
   * @return the id of the newest snapshot that it made
   */
  long run(String tableName, TableOperations operations) {
    Transaction transaction =
        Transactions.newTransaction(
            tableName,
            new ReconcilingOperations(
                operations,
                plan.commitId().toString(),
                offsets.propertyKey(plan.table().branch())));
    for (int layer = 0; layer < plan.layers().size(); layer++) {
      addLayer(transaction, layer);
    }
    Marker marker = marker(metadata(transaction));
    transaction
        .updateProperties()
        .set(offsets.propertyKey(plan.table().branch()), OffsetsJson.write(marker))
        .commit();
    transaction.commitTransaction();
    return marker.snapshotId();
  }

  /** Whether a file that was written once is still there. */
  static boolean exists(FileIO io, ContentFile<?> file) {
    try {
      return io.newInputFile(file.location()).exists();
    } catch (NotFoundException e) {
      return false;
    }
  }

  private void addLayer(Transaction transaction, int number) {
    Plan.Layer<ContentFile<?>> layer = plan.layers().get(number);
    SnapshotContent content = merge.snapshots().get(number);
    SnapshotUpdate<?> update =
        content.isEmpty() ? transaction.newFastAppend() : rowDelta(transaction, content);
    update.set(offsets.summaryKey(), OffsetsJson.write(layer.upto()));
    update.set(CommittedOffsets.COMMIT_ID, plan.commitId().toString());
    if (number == plan.layers().size() - 1) {
      plan.validThrough()
          .ifPresent(
              time ->
                  update.set(
                      CommittedOffsets.VALID_THROUGH, time.atOffset(ZoneOffset.UTC).toString()));
    }
    update.toBranch(plan.table().branch());
    update.validateWith(new Unchanged(transaction, number));
    update.commit();
  }

  private RowDelta rowDelta(Transaction transaction, SnapshotContent content) {
    RowDelta rowDelta = transaction.newRowDelta();
    rowDeltas.fill(rowDelta, content, merge.readAt());
    return rowDelta;
  }

  /** The newest snapshot of a branch; of main, while there is no such branch. */
  static OptionalLong head(TableMetadata table, String branch) {
    Snapshot head = SnapshotUtil.latestSnapshot(table, branch);
    return head == null ? OptionalLong.empty() : OptionalLong.of(head.snapshotId());
  }

  private Marker marker(TableMetadata staged) {
    Snapshot head = SnapshotUtil.latestSnapshot(staged, plan.table().branch());
    Offsets high = CommittedOffsets.higher(plan.base().high(), plan.upto());
    return new Marker(head.snapshotId(), head.sequenceNumber(), plan.upto(), high);
  }

  private static TableMetadata metadata(Transaction transaction) {
    return ((BaseTransaction) transaction).currentMetadata();
  }

  /** Whether the table, with the layers before this one, is still what the plan builds on. */
  private final class Unchanged implements SnapshotAncestryValidator {
    private final Transaction transaction;
    private final int layer;

    Unchanged(Transaction transaction, int layer) {
      this.transaction = transaction;
      this.layer = layer;
    }

    @Override
    public boolean validate(Iterable<Snapshot> ancestry) {
      TableMetadata table = metadata(transaction);
      if (layer == 0
          && CommittedOffsets.committedBy(table, plan.commitId().toString()).isPresent()) {
        // Any other exception would make Iceberg delete the manifests of that live snapshot.
        throw new CommitStateUnknownException(
            new IllegalStateException(
                "Commit %s to table '%s' is in the table already."
                    .formatted(plan.commitId(), plan.table())));
      }
      staleness = difference(table, ancestry);
      return staleness.isEmpty();
    }

    @Override
    public String errorMessage() {
      return staleness.orElse("");
    }

    private Optional<String> difference(TableMetadata table, Iterable<Snapshot> ancestry) {
      if (!plan.base().tableUuid().toString().equals(table.uuid())) {
        return Optional.of(
            "the table's UUID is %s, not %s".formatted(table.uuid(), plan.base().tableUuid()));
      }
      Optional<Offsets> vector =
          offsets
              .history(table, plan.table().branch(), transaction.table().io(), ancestry)
              .committed();
      Optional<Offsets> planned =
          layer == 0 ? base.committed() : Optional.of(plan.layers().get(layer - 1).upto());
      if (!vector.equals(planned)) {
        return Optional.of(
            "the committed offsets are %s, not %s".formatted(print(vector), print(planned)));
      }
      if (rowDeltas.insistsOnSameTable()) {
        Optional<String> moved = moved(table);
        if (moved.isPresent()) {
          return moved;
        }
      }
      return layer == 0 ? missingFile() : Optional.empty();
    }

    private Optional<String> moved(TableMetadata table) {
      long sequenceNumber = plan.base().lastSequenceNumber() + snapshotsBefore(table);
      if (table.lastSequenceNumber() != sequenceNumber) {
        return Optional.of(
            "the last sequence number is %d, not %d"
                .formatted(table.lastSequenceNumber(), sequenceNumber));
      }
      OptionalLong head = head(table, plan.table().branch());
      // Sequence numbers tell nothing of a rollback, and in format v1 nothing at all.
      if (layer == 0 && !head.equals(base.head())) {
        return Optional.of("the newest snapshot is %s, not %s".formatted(head, base.head()));
      }
      return Optional.empty();
    }

    // Format v1 has no sequence numbers: the last one stays 0.
    private int snapshotsBefore(TableMetadata table) {
      return table.formatVersion() == 1 ? 0 : layer;
    }

    private Optional<String> missingFile() {
      return checked.stream()
          .flatMap(delta -> delta.files().stream())
          .filter(file -> !exists(transaction.table().io(), file))
          .map(ContentFile::location)
          .findFirst()
          .map("file '%s' is gone"::formatted);
    }

    private static String print(Optional<Offsets> vector) {
      return vector.map(OffsetsJson::write).orElse("unknown");
    }
  }
}
