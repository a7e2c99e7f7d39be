package io.frazil.endtoend;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.table.SnapshotInfo;
import io.frazil.table.TableReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.SupportsPrefixOperations;
import org.apache.iceberg.util.SnapshotUtil;

/** Snapshots of a table, each the parent of the next, from the first to one without a child. */
record SnapshotTrail(String table, List<Step> steps) {
  SnapshotTrail {
    steps = List.copyOf(steps);
  }

  /**
   * A snapshot and its files.
   *
   * @param added what came with it
   * @param held all that it refers to, each as often as it does
   */
  record Step(SnapshotInfo snapshot, List<FilePart> added, List<FilePart> held) {
    Step {
      added = List.copyOf(added);
      held = List.copyOf(held);
    }
  }

  /** The trail of the present snapshot, if there is one, and those that were rolled back. */
  static List<SnapshotTrail> of(TableReader reader) {
    reader.table().refresh();
    SnapshotFiles files = new SnapshotFiles(reader.table());
    return lastOnes(reader.table()).stream().map(last -> endingWith(last, files)).toList();
  }

  private static List<Snapshot> lastOnes(Table table) {
    Set<Long> parents =
        snapshots(table).map(Snapshot::parentId).filter(Objects::nonNull).collect(toSet());
    return snapshots(table)
        .filter(
            snapshot ->
                snapshot.equals(table.currentSnapshot())
                    || !parents.contains(snapshot.snapshotId()))
        .toList();
  }

  private static Stream<Snapshot> snapshots(Table table) {
    return StreamSupport.stream(table.snapshots().spliterator(), false);
  }

  private static SnapshotTrail endingWith(Snapshot last, SnapshotFiles files) {
    Table table = files.table();
    List<Step> steps = new ArrayList<>();
    SnapshotUtil.ancestorsOf(last.snapshotId(), table::snapshot)
        .forEach(snapshot -> steps.add(files.step(snapshot)));
    Collections.reverse(steps);
    return new SnapshotTrail(table.name(), steps);
  }

  List<SnapshotInfo> snapshots() {
    return steps.stream().map(Step::snapshot).toList();
  }

  boolean endsWith(Snapshot snapshot) {
    return steps.get(steps.size() - 1).snapshot().id() == snapshot.snapshotId();
  }

  /** The offsets that a connector had brought the table to at a step; later ones may be others'. */
  NavigableMap<String, Long> offsetsAt(int step, String connector) {
    NavigableMap<String, Long> reached = new TreeMap<>();
    snapshots().subList(0, step + 1).forEach(told -> reached.putAll(told.offsets(connector)));
    return reached;
  }

  /** What to call a step in messages. */
  String nameOf(int step) {
    return "%s, snapshot %d of %d".formatted(table, step + 1, steps.size());
  }

  /** No file was added twice, and no snapshot refers to one twice. */
  void checkFiles() {
    assertThat(steps.stream().flatMap(step -> step.added().stream()))
        .as("Files that were added to %s", table)
        .doesNotHaveDuplicates();
    steps.forEach(
        step ->
            assertThat(step.held())
                .as("Files of snapshot %d of %s", step.snapshot().id(), table)
                .doesNotHaveDuplicates());
  }

  /** Every file that was ever added is there, and none in a folder without a name. */
  void checkPresence(Table owner) {
    Set<String> present = new HashSet<>();
    ((SupportsPrefixOperations) owner.io())
        .listPrefix(owner.location())
        .forEach(file -> present.add(file.location()));
    List<String> added =
        steps.stream().flatMap(step -> step.added().stream()).map(FilePart::location).toList();
    assertThat(present).as("Files of %s", table).containsAll(added);
    assertThat(added).noneMatch(location -> location.contains("/data//"));
  }

  /** No snapshot went back behind one before; those of others, such as compactions, tell none. */
  void checkOffsets(String connector) {
    NavigableMap<String, Long> reached = new TreeMap<>();
    for (SnapshotInfo snapshot : snapshots()) {
      NavigableMap<String, Long> offsets = snapshot.offsets(connector);
      if (offsets.isEmpty()) {
        continue;
      }
      reached.forEach(
          (partition, offset) ->
              assertThat(offsets.getOrDefault(partition, 0L))
                  .as("%s in snapshot %d of %s", partition, snapshot.id(), table)
                  .isGreaterThanOrEqualTo(offset));
      reached.putAll(offsets);
    }
  }

  /** In a table of all records, each snapshot has as many rows as there are records before it. */
  void checkCounts(String connector) {
    long reached = 0;
    for (SnapshotInfo snapshot : snapshots()) {
      NavigableMap<String, Long> offsets = snapshot.offsets(connector);
      if (!offsets.isEmpty()) {
        reached = offsets.values().stream().mapToLong(Long::longValue).sum();
      }
      assertThat(Long.parseLong(snapshot.summary().getOrDefault("total-records", "0")))
          .as("Rows in snapshot %d of %s, at %s", snapshot.id(), table, offsets)
          .isEqualTo(reached);
    }
  }
}
