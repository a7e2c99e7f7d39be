package io.frazil.connector.commit;

import io.frazil.connector.commit.History.Ancestor;
import io.frazil.connector.commit.History.Marker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A table in a model catalog: snapshots with their ancestry, a marker among its properties, and its
 * owner's doings.
 */
final class SimTable {
  static final long NOTHING = 0;

  private final TableRef ref;
  private UUID uuid;
  private final KeyReach reach;
  private final Set<Rule> omitted;
  private final Map<Long, Snap> snapshots = new LinkedHashMap<>();
  private final Set<SimRow.Source> everApplied = new HashSet<>();
  private Optional<Marker> marker = Optional.empty();
  private long head = NOTHING;
  private long lastSequenceNumber;
  private boolean isAway;
  private boolean isReplaced;

  SimTable(TableRef ref, UUID uuid, KeyReach reach, Set<Rule> omitted) {
    this.ref = ref;
    this.uuid = uuid;
    this.reach = reach;
    this.omitted = omitted;
  }

  TableRef ref() {
    return ref;
  }

  /** Which rows keys reach in this table. */
  KeyReach reach() {
    return reach;
  }

  Set<SimRow.Source> everApplied() {
    return everApplied;
  }

  /** Renames the table away, or back. */
  void move() {
    isAway = !isAway;
  }

  /** Drops the table and creates another of its name. */
  void replace(UUID newUuid) {
    uuid = newUuid;
    snapshots.clear();
    marker = Optional.empty();
    head = NOTHING;
    isReplaced = true;
  }

  /** Whether the table is another than at the beginning: tasks then stop loudly. */
  boolean isReplaced() {
    return isReplaced;
  }

  boolean isAway() {
    return isAway;
  }

  TableState load() {
    if (isAway) {
      throw new SimWorld.TableAwayException(ref);
    }
    History history = history();
    Offsets committed = committed(history).orElseThrow(() -> new UnknownOffsetsException(ref));
    Offsets high = omitted.contains(Rule.ROLLBACK_LIFTS_FLOOR) ? Offsets.none() : history.high();
    return new TableState(uuid, committed, high, lastSequenceNumber, reach);
  }

  private Optional<Offsets> committed(History history) {
    boolean isSilent = history.ancestors().stream().allMatch(a -> a.committed().isEmpty());
    if (isSilent && omitted.contains(Rule.MARKER_IS_ASKED)) {
      return Optional.of(Offsets.none());
    }
    if (isSilent && omitted.contains(Rule.MARKER_IS_GUARDED)) {
      return Optional.of(marker.map(Marker::committed).orElse(Offsets.none()));
    }
    Optional<Offsets> committed = history.committed();
    return omitted.contains(Rule.UNKNOWN_STOPS)
        ? committed.or(() -> Optional.of(Offsets.none()))
        : committed;
  }

  History history() {
    List<Ancestor> ancestors =
        retained().stream().map(s -> new Ancestor(s.id, s.sequenceNumber, s.committed)).toList();
    return new History(ancestors, List.of(), isCut(), Set.copyOf(snapshots.keySet()), marker);
  }

  /** The retained ancestry, newest first. */
  private List<Snap> retained() {
    List<Snap> ancestry = new ArrayList<>();
    for (long id = head;
        id != NOTHING && snapshots.containsKey(id);
        id = snapshots.get(id).parent) {
      ancestry.add(snapshots.get(id));
    }
    return ancestry;
  }

  private boolean isCut() {
    List<Snap> retained = retained();
    long last = retained.isEmpty() ? head : retained.get(retained.size() - 1).parent;
    return last != NOTHING;
  }

  /** Whether the plan may be committed to the table as it is. */
  boolean allows(Plan<SimFile> plan) {
    boolean areFilesThere =
        omitted.contains(Rule.FILES_ARE_LOOKED_FOR)
            || plan.layers().stream()
                .flatMap(layer -> layer.deltas().stream())
                .filter(delta -> plan.doubtful().contains(delta.id()))
                .flatMap(delta -> delta.files().stream())
                .noneMatch(SimFile::isGone);
    if (omitted.contains(Rule.WHOLE_STATE_IS_COMPARED)) {
      Offsets committed = load().committed();
      return areFilesThere
          && plan.layers().get(0).deltas().stream().allMatch(delta -> delta.chainsOnto(committed));
    }
    return areFilesThere && plan.base().equals(load());
  }

  /**
   * Applies the plan; every snapshot's lineage is kept by value, since expiry takes snapshots but
   * not rows.
   */
  long apply(Plan<SimFile> plan) {

    for (Plan.Layer<SimFile> layer : plan.layers()) {
      List<List<SimRow>> changes = new ArrayList<>();
      List<SimFile> files = new ArrayList<>();
      for (Delta<SimFile> delta : layer.deltas()) {
        if (!delta.tableUuid().equals(uuid)) {
          throw new AssertionError("Written for another table than " + ref);
        }
        files.addAll(delta.files());
        changes.add(delta.files().stream().flatMap(f -> f.rows().stream()).toList());
      }
      changes.forEach(rows -> rows.forEach(row -> everApplied.add(row.source())));
      add(Optional.of(layer.upto()), changes, files, Optional.of(plan.commitId()));
    }
    Offsets high = marker.map(Marker::high).orElse(Offsets.none()).with(higher(plan.upto()));
    marker = Optional.of(new Marker(head, lastSequenceNumber, plan.upto(), high));
    return head;
  }

  private Offsets higher(Offsets upto) {
    Offsets high = Offsets.none();
    for (Map.Entry<SourcePartition, Position> entry : upto.positions().entrySet()) {
      Optional<Position> before = marker.flatMap(m -> m.high().get(entry.getKey()));
      if (before.isEmpty() || !before.get().covers(entry.getValue())) {
        high = high.with(entry.getKey(), entry.getValue());
      }
    }
    return high;
  }

  private void add(
      Optional<Offsets> committed,
      List<List<SimRow>> changes,
      List<SimFile> files,
      Optional<UUID> commitId) {
    lastSequenceNumber++;
    List<Snap> lineage = new ArrayList<>(head == NOTHING ? List.of() : snapshots.get(head).lineage);
    Snap snap =
        new Snap(
            lastSequenceNumber,
            head,
            lastSequenceNumber,
            committed,
            changes,
            files,
            commitId,
            lineage);
    lineage.add(snap);
    snapshots.put(snap.id, snap);
    head = snap.id;
  }

  boolean has(UUID commitId) {
    return snapshots.values().stream().anyMatch(s -> s.commitId.equals(Optional.of(commitId)));
  }

  /**
   * What Iceberg does after a validation has failed: it deletes what the attempt wrote, the
   * manifests.
   */
  void cleanUp(UUID commitId) {
    snapshots.values().stream()
        .filter(s -> s.commitId.equals(Optional.of(commitId)))
        .forEach(s -> s.isBroken = true);
  }

  void commitByOther() {
    add(Optional.empty(), List.of(), List.of(), Optional.empty());
  }

  /**
   * The ids that the table can be rolled back to, {@link #NOTHING} among them if its first snapshot
   * is retained.
   */
  List<Long> earlier() {
    List<Long> ids = new ArrayList<>(retained().stream().map(s -> s.id).toList());
    if (ids.isEmpty()) {
      return ids;
    }
    ids.remove(0);
    if (!isCut()) {
      ids.add(NOTHING);
    }
    return ids;
  }

  void rollBack(long to) {

    head = to;
  }

  /**
   * Expires all but the newest snapshots; files that only expired snapshots refer to are deleted.
   *
   * <p>Not done where it would leave the marker of a rolled-back snapshot as the only word: nobody
   * can know that then.
   */
  void expire(int keep) {
    List<Snap> retained = retained();
    Set<Snap> kept = new HashSet<>(retained.subList(0, Math.min(keep, retained.size())));
    boolean isMarkerRolledBack =
        marker.isPresent() && lineage().stream().noneMatch(s -> s.id == marker.get().snapshotId());
    if (isMarkerRolledBack && kept.stream().allMatch(s -> s.committed.isEmpty())) {
      return;
    }
    Set<SimFile> live = liveFiles();
    for (Snap snap : List.copyOf(snapshots.values())) {
      if (!kept.contains(snap)) {
        snapshots.remove(snap.id);
        snap.files.stream().filter(f -> !live.contains(f)).forEach(SimFile::delete);
      }
    }
  }

  private Set<SimFile> liveFiles() {
    Set<SimFile> live = Collections.newSetFromMap(new IdentityHashMap<>());
    lineage().forEach(s -> live.addAll(s.files));
    return live;
  }

  /** The files that some retained snapshot refers to. */
  Set<SimFile> referredFiles() {
    Set<SimFile> referred = liveFiles();
    snapshots.values().forEach(s -> s.lineage.forEach(l -> referred.addAll(l.files)));
    return referred;
  }

  /** Every snapshot that led to the present content, oldest first, expired or not. */
  List<Snap> lineage() {
    return head == NOTHING ? List.of() : snapshots.get(head).lineage;
  }

  /** The committed offsets, as far as they are known. */
  Optional<Offsets> knownOffsets() {
    return committed(history());
  }

  /** A snapshot. */
  static final class Snap {
    private final long id;
    private final long parent;
    private final long sequenceNumber;
    private final Optional<Offsets> committed;
    private final List<List<SimRow>> changes;
    private final List<SimFile> files;
    private final Optional<UUID> commitId;
    private final List<Snap> lineage;
    private boolean isBroken;

    private Snap(
        long id,
        long parent,
        long sequenceNumber,
        Optional<Offsets> committed,
        List<List<SimRow>> changes,
        List<SimFile> files,
        Optional<UUID> commitId,
        List<Snap> lineage) {
      this.id = id;
      this.parent = parent;
      this.sequenceNumber = sequenceNumber;
      this.committed = committed;
      this.changes = changes;
      this.files = files;
      this.commitId = commitId;
      this.lineage = lineage;
    }

    List<List<SimRow>> changes() {
      return changes;
    }

    boolean isReadable() {
      return !isBroken && files.stream().noneMatch(SimFile::isGone);
    }
  }

  /** The table stops loudly: its committed offsets can't be known. */
  static final class UnknownOffsetsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownOffsetsException(TableRef table) {
      super("Cannot know the committed offsets of " + table);
    }
  }
}
