package io.frazil.connector.merge;

import io.frazil.connector.deletes.DeleteForm;
import io.frazil.connector.deletes.LiveRows;
import io.frazil.connector.deletes.Removal;
import io.frazil.connector.deletes.RowRemover;
import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.patch.PatchColumns;
import io.frazil.connector.resolve.LiveFile;
import io.frazil.connector.resolve.TableFiles;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.util.DataFileSet;
import org.roaringbitmap.RoaringBitmap;

/**
 * One merge: the rows of all changed keys are looked for, in the table and in the deltas, it is
 * decided which change of each key wins, and the rows of the others are removed.
 *
 * <pre>
 * mode     | rows of the table             | rows of a delta
 * equality | by the delta's key file       | late ones by position, in the delta's own snapshot
 * others   | by position, or by rewriting, as soon as another change of their key wins
 * </pre>
 *
 * Used once, by one thread.
 */
final class TableMerge {
  private final Table table;
  private final DeleteMode mode;
  private final Merger.Means means;
  private final UUID commitId;
  private final List<KeyedDelta> deltas;
  private final Changes changes;
  private final Merger merger;
  private final WrittenFiles written;
  private final PatchedRows patched;

  TableMerge(
      Table table,
      MergeRules rules,
      KeyColumns key,
      List<KeyedDelta> deltas,
      Merger.Means means,
      UUID commitId,
      Merger merger) {
    this.table = table;
    this.mode = rules.deleteMode().in(TableUtil.formatVersion(table));
    this.means = means;
    this.commitId = commitId;
    this.merger = merger;
    this.deltas = deltas;
    this.changes = new Changes(table, key, rules.orderingColumns(), deltas.size());
    this.written = new WrittenFiles(table);
    this.patched = new PatchedRows(table, means, commitId, deltas, changes, written, merger);
  }

  /**
   * Merges.
   *
   * @param files what is live in the table; brought to the snapshot by this
   * @param head the branch's newest snapshot
   * @param layers how many deltas each snapshot has
   */
  Merge merge(TableFiles files, Optional<Snapshot> head, List<Integer> layers) {
    try {
      files.sync(table, head);
      if (canReplace(files)) {
        takeChanges();
      }
      Hits inTable = find(files.files().stream().map(LiveFile::file).toList());
      List<Hits> inDeltas = findInDeltas(inTable);
      if (changes.areOrdered()) {
        decide(inTable.rows(file -> live(files, file), number -> true), inDeltas);
      }
      List<SnapshotContent> snapshots =
          mode == DeleteMode.EQUALITY
              ? byKey(files, layers, inTable, inDeltas)
              : List.of(byPosition(files, inTable, inDeltas));
      Merge.Figures figures =
          new Merge.Figures(
              changes.keys().size(),
              inTable.size(),
              changes.late(),
              patched.incomplete(),
              DeleteDebt.of(files.files()));
      OptionalLong readAt =
          head.map(Snapshot::snapshotId).map(OptionalLong::of).orElse(OptionalLong.empty());
      return new Merge(snapshots, readAt, Optional.of(figures), written);
    } catch (RuntimeException e) {
      written.deleteAfterFailure();
      throw e;
    }
  }

  /** A lone delta, which has each key once, replaces nothing in a table without rows. */
  private boolean canReplace(TableFiles files) {
    return deltas.size() > 1 || deltas.get(0).hasPatches() || !files.files().isEmpty();
  }

  private void takeChanges() {
    for (int delta = 0; delta < deltas.size(); delta++) {
      int number = delta;
      deltas.get(delta).keys().ifPresent(file -> takeChanges(number, file));
    }
  }

  private void takeChanges(int delta, DeleteFile keys) {
    if (KeyFiles.havePatches(keys)) {
      KeyFiles.read(
          table,
          keys,
          PatchColumns.withMarks(changes.columns()),
          row -> {
            if (PatchColumns.isPatch(row)) {
              changes.takePatch(delta, row);
            } else if (PatchColumns.isFormer(row)) {
              changes.takeFormer(delta, row);
            } else {
              changes.take(delta, row);
            }
          });
    } else {
      KeyFiles.read(table, keys, changes.columns(), row -> changes.take(delta, row));
    }
  }

  private Hits find(List<DataFile> files) {
    Hits hits = new Hits();
    means.index().find(table, files, changes.keys(), hits::add);
    return hits;
  }

  private List<Hits> findInDeltas(Hits inTable) {
    List<Hits> hits = new ArrayList<>();
    for (int delta = 0; delta < deltas.size(); delta++) {
      boolean mayLoseRows =
          changes.areOrdered()
              ? inTable.size() > 0 || isContested(delta, 0)
              : isContested(delta, delta + 1);
      hits.add(mayLoseRows ? find(deltas.get(delta).rows()) : new Hits());
    }
    return hits;
  }

  /** Whether another delta from this number on may change a row that a delta has. */
  private boolean isContested(int delta, int from) {
    return IntStream.range(from, deltas.size())
        .filter(other -> other != delta)
        .anyMatch(
            other ->
                deltas.get(delta).keys().isEmpty() || changes.changedKeys().overlap(delta, other));
  }

  private void decide(Map<LiveFile, RoaringBitmap> inTable, List<Hits> inDeltas) {
    LiveRows rows = new LiveRows(table, means.positions());
    inTable.forEach(
        (file, positions) ->
            rows.read(
                file,
                positions,
                changes.columnsOfRows(),
                (position, row) -> changes.tableHas(row)));
    for (int delta = 0; delta < deltas.size(); delta++) {
      int number = delta;
      inDeltas
          .get(delta)
          .rows(LiveFile::new, changes.undated(delta)::get)
          .forEach(
              (file, positions) ->
                  rows.read(
                      file,
                      positions,
                      changes.columnsOfRows(),
                      (position, row) -> changes.deltaHas(number, row)));
    }
    changes.decide();
  }

  private SnapshotContent byPosition(TableFiles files, Hits inTable, List<Hits> inDeltas) {
    Map<LiveFile, RoaringBitmap> gone =
        new HashMap<>(inTable.rows(file -> live(files, file), changes::isReplaced));
    for (int delta = 0; delta < deltas.size(); delta++) {
      int number = delta;
      gone.putAll(inDeltas.get(delta).rows(LiveFile::new, key -> isGone(number, key)));
    }
    List<DataFile> rows = deltas.stream().flatMap(delta -> delta.rows().stream()).toList();
    SnapshotContent content = without(gone, rows, List.of(), commitId.toString());
    deltas.forEach(delta -> delta.keys().ifPresent(written::consumed));
    return content.adding(
        patched.write(0, deltas.size(), inTable, file -> live(files, file), inDeltas));
  }

  /** A delta without a key file changes no key: its rows give way to later changes only. */
  private boolean isGone(int delta, int key) {
    return deltas.get(delta).keys().isPresent()
        ? !changes.isWonBy(delta, key)
        : changes.isWonAfter(delta, key);
  }

  /**
   * Keys of late changes must not reach what the table has, nor may their rows be seen; nor may
   * rows that others of the same snapshot patch.
   */
  private List<SnapshotContent> byKey(
      TableFiles files, List<Integer> layers, Hits inTable, List<Hits> inDeltas) {
    List<SnapshotContent> snapshots = new ArrayList<>();
    int delta = 0;
    for (int size : layers) {
      Map<LiveFile, RoaringBitmap> gone = new HashMap<>();
      List<DataFile> rows = new ArrayList<>();
      List<DeleteFile> keys = new ArrayList<>();
      int start = delta;
      for (int end = delta + size; delta < end; delta++) {
        int number = delta;
        BitSet late = changes.late(delta);
        gone.putAll(
            inDeltas
                .get(delta)
                .rows(
                    LiveFile::new,
                    key -> late.get(key) || changes.isPatchedElsewhere(number, key)));
        rows.addAll(deltas.get(delta).rows());
        deltas.get(delta).keys().flatMap(file -> inTime(file, late)).ifPresent(keys::add);
      }
      snapshots.add(
          without(gone, rows, keys, commitId + "-" + snapshots.size())
              .adding(patched.write(start, delta, inTable, file -> live(files, file), inDeltas)));
    }
    return snapshots;
  }

  /** The key file without the keys of late changes, and without patches; none if no key is left. */
  private Optional<DeleteFile> inTime(DeleteFile keyFile, BitSet late) {
    if (late.isEmpty() && !KeyFiles.havePatches(keyFile)) {
      return Optional.of(keyFile);
    }
    written.consumed(keyFile);
    if (late.cardinality() == keyFile.recordCount()) {
      return Optional.empty();
    }
    return Optional.of(
        KeyFiles.copy(
            table,
            keyFile,
            changes.columns(),
            row -> !late.get(changes.number(row)),
            means.writeProperties(),
            written::add));
  }

  /** The content of a snapshot that adds these files, and in which these rows are gone. */
  private SnapshotContent without(
      Map<LiveFile, RoaringBitmap> gone,
      List<DataFile> rows,
      List<DeleteFile> deletes,
      String operationId) {
    if (gone.isEmpty()) {
      return new SnapshotContent(rows, List.of(), deletes, List.of());
    }
    RowRemover remover =
        written.add(
            RowRemover.of(form(), table, means.writeProperties(), operationId, means.positions()));
    Removal removal = remover.remove(gone);
    removal.supersededRows().forEach(written::consumed);
    Set<DataFile> added = DataFileSet.of(rows);
    added.removeAll(removal.supersededRows());
    added.addAll(removal.addedRows());
    List<DeleteFile> addedDeletes = new ArrayList<>(deletes);
    addedDeletes.addAll(removal.addedDeletes());
    return new SnapshotContent(
        List.copyOf(added), removal.removedRows(), addedDeletes, removal.replacedDeletes());
  }

  private DeleteForm form() {
    return switch (mode.ofNewRows(TableUtil.formatVersion(table))) {
      case DELETION_VECTOR -> DeleteForm.DELETION_VECTORS;
      case COPY_ON_WRITE -> DeleteForm.COPY_ON_WRITE;
      case AUTO, POSITION, EQUALITY -> DeleteForm.POSITION_DELETES;
    };
  }

  private LiveFile live(TableFiles files, DataFile file) {
    return files
        .file(file.location())
        .map(merger::known)
        .orElseThrow(() -> new IllegalStateException("Not a live file: " + file.location()));
  }
}
