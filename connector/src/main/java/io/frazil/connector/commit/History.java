package io.frazil.connector.commit;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where a table's committed offsets are read from: the snapshots of a branch, and the marker that
 * each commit leaves in the table's properties.
 *
 * <p>The newest snapshot of the ancestry that carries a vector has the word, since a rollback must
 * take the offsets back with the rows; snapshots that have expired count as far as they are known.
 * The marker has it only where the ancestry cannot speak: when the marker's own snapshot is gone,
 * the retained ancestry is cut, and the marker is older than all that is retained. A table with a
 * marker but no snapshot was replaced, or rolled back to nothing, and holds nothing. Cut, and not
 * proven, means unknown.
 *
 * @param ancestors the retained ancestry of the branch, newest first
 * @param expired the ancestors of those that are still known, newest first
 * @param isCut whether the oldest ancestor that is known names a parent that is not
 * @param snapshots the ids of all retained snapshots, of any branch
 * @param marker what the last commit left in the table's properties
 */
public record History(
    List<Ancestor> ancestors,
    List<Ancestor> expired,
    boolean isCut,
    Set<Long> snapshots,
    Optional<Marker> marker) {
  public History {
    ancestors = List.copyOf(ancestors);
    expired = List.copyOf(expired);
    snapshots = Set.copyOf(snapshots);
  }

  /** The committed offsets; empty when they cannot be known. */
  public Optional<Offsets> committed() {
    Optional<Offsets> carried =
        Stream.concat(ancestors.stream(), expired.stream())
            .flatMap(ancestor -> ancestor.committed().stream())
            .findFirst();
    if (carried.isPresent()) {
      return carried;
    }
    if (!isCut || marker.isEmpty()) {
      return Optional.of(Offsets.none());
    }
    return marker.filter(this::isOlderThanAllRetained).map(Marker::committed);
  }

  /** The highest positions ever committed. */
  public Offsets high() {
    return marker.map(Marker::high).orElse(Offsets.none());
  }

  private boolean isOlderThanAllRetained(Marker left) {
    return !snapshots.contains(left.snapshotId())
        && left.sequenceNumber() < ancestors.get(ancestors.size() - 1).sequenceNumber();
  }

  /** A snapshot of the branch, with the vector that it carries, if any. */
  public record Ancestor(long snapshotId, long sequenceNumber, Optional<Offsets> committed) {}

  /**
   * What a commit leaves in the table's properties: which snapshot it made, the vector, and the
   * highest ever.
   */
  public record Marker(long snapshotId, long sequenceNumber, Offsets committed, Offsets high) {}
}
