package io.frazil.connector.table;

import io.frazil.connector.commit.History;
import io.frazil.connector.commit.History.Ancestor;
import io.frazil.connector.commit.History.Marker;
import io.frazil.connector.commit.Offsets;
import io.frazil.connector.commit.Position;
import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.commit.TableRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.util.SnapshotUtil;

/**
 * Where one connector's vectors stand in a table: in the summary of each snapshot that it commits,
 * and in one table property per branch. Another connector's name has other keys, and so starts
 * anew.
 *
 * @param connector the connector's name
 */
record CommittedOffsets(String connector) {
  static final String COMMIT_ID = "kafka.connect.commit-id";
  static final String VALID_THROUGH = "kafka.connect.valid-through-ts";

  /** The key in a snapshot's summary. */
  String summaryKey() {
    return "frazil.offsets." + connector;
  }

  /** The key in the table's properties. */
  String propertyKey(String branch) {
    return "frazil.committed." + connector + "." + branch;
  }

  /** What the table tells of a branch; one that does not exist yet will fork from main. */
  History history(TableMetadata table, String branch, FileIO io) {
    Snapshot head = SnapshotUtil.latestSnapshot(table, branch);
    return history(
        table,
        branch,
        io,
        head == null ? List.of() : SnapshotUtil.ancestorsOf(head.snapshotId(), table::snapshot));
  }

  /** The same, with the branch's ancestry as somebody else walked it, newest first. */
  History history(TableMetadata table, String branch, FileIO io, Iterable<Snapshot> ancestry) {
    List<Snapshot> retained = new ArrayList<>();
    ancestry.forEach(retained::add);
    Optional<Marker> marker = marker(table, existing(table, branch));
    // Reading what was there before is only worth its time where nothing else tells.
    boolean isKnown = marker.isEmpty() || retained.stream().anyMatch(this::carriesVector);
    List<Snapshot> expired =
        isKnown || retained.isEmpty()
            ? List.of()
            : new ExpiredSnapshots(table, io).before(last(retained), this::carriesVector);
    List<Snapshot> known = expired.isEmpty() ? retained : expired;
    return new History(
        ancestors(retained),
        ancestors(expired),
        !known.isEmpty() && last(known).parentId() != null,
        ids(table),
        marker);
  }

  private List<Ancestor> ancestors(List<Snapshot> snapshots) {
    return snapshots.stream()
        .map(each -> new Ancestor(each.snapshotId(), each.sequenceNumber(), vectorOf(each)))
        .toList();
  }

  private boolean carriesVector(Snapshot snapshot) {
    return vectorOf(snapshot).isPresent();
  }

  private static Snapshot last(List<Snapshot> snapshots) {
    return snapshots.get(snapshots.size() - 1);
  }

  /** The highest positions ever committed to a branch, never below {@code committed}. */
  Offsets high(TableMetadata table, String branch, Offsets committed) {
    Offsets left =
        marker(table, branch)
            .or(() -> marker(table, existing(table, branch)))
            .map(Marker::high)
            .orElse(Offsets.none());
    return higher(left, committed);
  }

  /** The snapshot that a commit id made, the newest if it made several. */
  static Optional<Snapshot> committedBy(TableMetadata table, String commitId) {
    return table.snapshots().stream()
        .filter(s -> commitId.equals(s.summary().get(COMMIT_ID)))
        .reduce((a, b) -> b.sequenceNumber() >= a.sequenceNumber() ? b : a);
  }

  /** Entry by entry the higher one; the later vector's where the topic lives another life. */
  static Offsets higher(Offsets earlier, Offsets later) {
    Map<SourcePartition, Position> merged = new TreeMap<>(earlier.positions());
    later
        .positions()
        .forEach((partition, to) -> merged.merge(partition, to, (a, b) -> a.covers(b) ? a : b));
    return new Offsets(merged);
  }

  Optional<Offsets> vectorOf(Snapshot snapshot) {
    return Optional.ofNullable(snapshot.summary().get(summaryKey())).map(OffsetsJson::readOffsets);
  }

  private Optional<Marker> marker(TableMetadata table, String branch) {
    return Optional.ofNullable(table.properties().get(propertyKey(branch)))
        .map(OffsetsJson::readMarker);
  }

  private static String existing(TableMetadata table, String branch) {
    return table.ref(branch) == null ? TableRef.MAIN : branch;
  }

  private static Set<Long> ids(TableMetadata table) {
    return table.snapshots().stream().map(Snapshot::snapshotId).collect(Collectors.toSet());
  }
}
