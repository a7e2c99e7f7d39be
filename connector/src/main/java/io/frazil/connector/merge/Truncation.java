package io.frazil.connector.merge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.util.DeleteFileSet;

/**
 * A delta of a commit that begins with an empty table: what the table has goes, and so does what
 * earlier deltas of the commit bring.
 *
 * @param layer the number of the snapshot that the delta is to be in
 * @param delta its number among the deltas of that snapshot
 */
record Truncation(int layer, int delta) {

  /** The last one, if there is any. */
  static Optional<Truncation> lastOf(List<List<KeyedDelta>> layers) {
    for (int layer = layers.size() - 1; layer >= 0; layer--) {
      List<KeyedDelta> deltas = layers.get(layer);
      for (int delta = deltas.size() - 1; delta >= 0; delta--) {
        if (deltas.get(delta).isTruncation()) {
          return Optional.of(new Truncation(layer, delta));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The deltas that count: the truncating one, whose keys find nothing to remove and are only kept
   * where there are patches among them, and later ones.
   */
  List<List<KeyedDelta>> kept(List<List<KeyedDelta>> layers) {
    List<List<KeyedDelta>> kept = new ArrayList<>();
    for (int number = 0; number < layers.size(); number++) {
      List<KeyedDelta> deltas = layers.get(number);
      if (number < layer) {
        kept.add(List.of());
      } else if (number == layer) {
        List<KeyedDelta> rest = new ArrayList<>(deltas.subList(delta, deltas.size()));
        rest.set(0, rest.get(0).withoutKeys());
        kept.add(rest);
      } else {
        kept.add(deltas);
      }
    }
    return kept;
  }

  /** The files of deltas that no snapshot will have. */
  List<ContentFile<?>> dropped(List<List<KeyedDelta>> layers) {
    List<ContentFile<?>> dropped = new ArrayList<>();
    layers.subList(0, layer).stream()
        .flatMap(List::stream)
        .forEach(before -> dropped.addAll(before.files()));
    layers.get(layer).subList(0, delta).forEach(before -> dropped.addAll(before.files()));
    KeyedDelta first = layers.get(layer).get(delta);
    first.keys().filter(keys -> !first.hasPatches()).ifPresent(dropped::add);
    return dropped;
  }

  /** The content of the delta's snapshot, which also takes away all that the table has. */
  static SnapshotContent emptying(Table table, Snapshot head, SnapshotContent content) {
    List<DataFile> rows = new ArrayList<>();
    Set<DeleteFile> deletes = DeleteFileSet.create();
    try (CloseableIterable<FileScanTask> tasks =
        table.newScan().useSnapshot(head.snapshotId()).planFiles()) {
      for (FileScanTask task : tasks) {
        rows.add(task.file());
        deletes.addAll(task.deletes());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the files of table " + table.name(), e);
    }
    return new SnapshotContent(
        content.addedRows(), rows, content.addedDeletes(), List.copyOf(deletes));
  }
}
