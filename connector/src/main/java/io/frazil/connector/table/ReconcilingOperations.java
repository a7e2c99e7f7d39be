package io.frazil.connector.table;

import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.CommitStateUnknownException;

/**
 * A table's operations that do not take a catalog's "failed" on trust. Iceberg deletes the
 * manifests of a commit that failed; a commit that landed while its answer was lost, and that was
 * then sent again, fails the second time, and the manifests are those of a live snapshot. So a
 * failure is looked up by the commit's id first: there means done, and a table that cannot be read
 * means unknown. So does any failure that does not say that nothing was applied, such as a broken
 * connection: the request may be carried out yet, and then needs every file of the commit.
 *
 * <p>The snapshot may be out of sight already, expired or in a catalog that shows only the newest.
 * The marker that the commit left in the table's properties stays, and names that snapshot.
 */
final class ReconcilingOperations extends ForwardingOperations {
  private final String commitId;
  private final String markerKey;

  /**
   * Operations for one commit.
   *
   * @param markerKey the table property that the commit sets to what no other commit would
   */
  ReconcilingOperations(TableOperations operations, String commitId, String markerKey) {
    super(operations);
    this.commitId = commitId;
    this.markerKey = markerKey;
  }

  @Override
  public void commit(TableMetadata base, TableMetadata metadata) {
    try {
      operations.commit(base, metadata);
    } catch (CommitStateUnknownException e) {
      throw e;
    } catch (RuntimeException e) {
      if (!isCommitted(metadata, e)) {
        throw e instanceof CleanableFailure ? e : new CommitStateUnknownException(e);
      }
    }
  }

  private boolean isCommitted(TableMetadata sent, RuntimeException failure) {
    try {
      TableMetadata now = operations.refresh();
      String marker = sent.properties().get(markerKey);
      return CommittedOffsets.committedBy(now, commitId).isPresent()
          || (marker != null && marker.equals(now.properties().get(markerKey)));
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
      throw new CommitStateUnknownException(failure);
    }
  }

  /** Nothing is cleaned up after a failure that leaves open whether the commit landed. */
  @Override
  public boolean requireStrictCleanup() {
    return true;
  }

  @Override
  public TableOperations temp(TableMetadata uncommitted) {
    return operations.temp(uncommitted);
  }

  @Override
  public long newSnapshotId() {
    return operations.newSnapshotId();
  }
}
