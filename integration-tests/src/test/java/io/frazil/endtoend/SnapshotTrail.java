package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.table.SnapshotInfo;
import io.frazil.table.TableReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.SupportsPrefixOperations;

/** The snapshots of a table from first to last, and the files that each has added. */
record SnapshotTrail(String table, List<SnapshotInfo> snapshots, List<String> addedFiles) {
  SnapshotTrail {
    snapshots = List.copyOf(snapshots);
    addedFiles = List.copyOf(addedFiles);
  }

  static SnapshotTrail of(TableReader reader) {
    return of(reader, reader.snapshots(), reader.table().snapshots());
  }

  /** Without the snapshots that were rolled back. */
  static SnapshotTrail ofHistory(TableReader reader) {
    return of(reader, reader.history(), reader.ancestors());
  }

  private static SnapshotTrail of(
      TableReader reader, List<SnapshotInfo> infos, Iterable<Snapshot> snapshots) {
    List<String> files = new ArrayList<>();
    for (Snapshot snapshot : snapshots) {
      SnapshotChanges changes =
          SnapshotChanges.builderFor(reader.table()).snapshot(snapshot).build();
      addLocations(changes.addedDataFiles(), files);
      addLocations(changes.addedDeleteFiles(), files);
    }
    return new SnapshotTrail(reader.table().name(), infos, files);
  }

  private static void addLocations(
      Iterable<? extends ContentFile<?>> files, List<String> locations) {
    files.forEach(file -> locations.add(file.location()));
  }

  /** No file was added twice. */
  void checkFiles() {
    assertThat(addedFiles).as("Files of %s", table).doesNotHaveDuplicates();
  }

  /** Every file that was added is there, and none in a folder without a name. */
  void checkPresence(Table owner) {
    Set<String> present = new HashSet<>();
    ((SupportsPrefixOperations) owner.io())
        .listPrefix(owner.location())
        .forEach(file -> present.add(file.location()));
    assertThat(present).as("Files of %s", table).containsAll(addedFiles);
    assertThat(addedFiles).noneMatch(location -> location.contains("/data//"));
  }

  /** No snapshot went back behind one before; those of others, such as compactions, tell none. */
  void checkOffsets(String connector) {
    NavigableMap<String, Long> reached = new TreeMap<>();
    for (SnapshotInfo snapshot : snapshots) {
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
}
