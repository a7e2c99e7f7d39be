package io.frazil.connector.merge;

import io.frazil.connector.deletes.LiveRows;
import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.patch.Patch;
import io.frazil.connector.patch.PatchColumns;
import io.frazil.connector.resolve.LiveFile;
import io.frazil.connector.write.AppendDeltaWriter;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntPredicate;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.roaringbitmap.RoaringBitmap;

/**
 * Writes the rows of keys whose last change is a patch: what the patches say, over the row that
 * held before them. That is the row of the last change before them that is none, where the same
 * commit has such a change, else the table's newest live row. Used once it is decided which changes
 * win.
 *
 * <p>The rows that they replace are not its business. Not thread-safe.
 */
final class PatchedRows {
  /** The patched row is the table's. */
  private static final int TABLE = -1;

  private final Table table;
  private final Merger.Means means;
  private final UUID commitId;
  private final List<KeyedDelta> deltas;
  private final Changes changes;
  private final WrittenFiles written;
  private final LiveRows liveRows;
  private final KeyColumns key;
  private long incomplete;

  PatchedRows(
      Table table,
      Merger.Means means,
      UUID commitId,
      List<KeyedDelta> deltas,
      Changes changes,
      WrittenFiles written) {
    this.table = table;
    this.means = means;
    this.commitId = commitId;
    this.deltas = deltas;
    this.changes = changes;
    this.written = written;
    this.liveRows = new LiveRows(table, means.positions());
    this.key = KeyColumns.of(table.schema(), changes.keyColumns());
  }

  /** How many of the rows lack values that no change told, since there was no row to patch. */
  long incomplete() {
    return incomplete;
  }

  /**
   * Writes the rows whose last change is of some deltas, which are next to each other.
   *
   * @param end the number of the first delta behind them
   * @param inTable rows of the keys in the table
   * @param inDeltas and in each delta
   */
  List<DataFile> write(int start, int end, Hits inTable, Hits.LiveFiles live, List<Hits> inDeltas) {
    Map<Integer, Integer> bases = bases(start, end);
    if (bases.isEmpty()) {
      return List.of();
    }
    Map<Integer, Patch> patches = patches(bases, end);
    UUID id = UUID.nameUUIDFromBytes((commitId + "-" + start).getBytes(StandardCharsets.UTF_8));
    List<ContentFile<?>> files;
    try (AppendDeltaWriter writer =
        AppendDeltaWriter.open(table, means.writeProperties(), means.spooling(), id)) {
      for (int delta = 0; delta < end; delta++) {
        int base = delta;
        patch(
            inDeltas.get(delta).rows(LiveFile::new, number -> isBase(bases, number, base)),
            patches,
            writer);
      }
      patchTable(inTable.rows(live, number -> isBase(bases, number, TABLE)), patches, writer);
      patches.values().forEach(patch -> writer.append(newRow(patch)));
      files = writer.complete().files();
    }
    files.forEach(file -> written.add(file.location()));
    return files.stream().map(DataFile.class::cast).toList();
  }

  private static boolean isBase(Map<Integer, Integer> bases, int number, int base) {
    Integer known = bases.get(number);
    return known != null && known == base;
  }

  /** Of each key whose row is to be written, the delta that its patches begin behind. */
  private Map<Integer, Integer> bases(int start, int end) {
    Map<Integer, Integer> bases = new HashMap<>();
    for (int delta = start; delta < end; delta++) {
      int last = delta;
      changes.patchedKeys().patched(delta).stream()
          .filter(number -> changes.isWonBy(last, number))
          .forEach(number -> bases.put(number, base(last, number)));
    }
    return bases;
  }

  private int base(int last, int number) {
    int base = last - 1;
    while (base >= 0
        && (!changes.patchedKeys().isWhole(base, number) || changes.late(base).get(number))) {
      base--;
    }
    return base < 0 ? TABLE : base;
  }

  private Map<Integer, Patch> patches(Map<Integer, Integer> bases, int end) {
    Map<Integer, Patch> patches = new HashMap<>();
    Schema columns = PatchColumns.of(table.schema());
    KeyColumns keyOfPatch = KeyColumns.of(columns, changes.keyColumns());
    for (int delta = 0; delta < end; delta++) {
      int number = delta;
      if (changes.patchedKeys().patched(delta).isEmpty()) {
        continue;
      }
      IntPredicate counts =
          patched ->
              bases.containsKey(patched)
                  && bases.get(patched) < number
                  && changes.patchedKeys().isPatched(number, patched)
                  && !changes.late(number).get(patched);
      KeyFiles.readAndKeep(
          table,
          deltas.get(delta).keys().orElseThrow(),
          columns,
          row -> {
            int patched = changes.numberOf(keyOfPatch.keyOf(row));
            if (counts.test(patched)) {
              patches.merge(
                  patched,
                  PatchColumns.patch(table.schema().asStruct(), row),
                  (earlier, later) -> later.over(earlier));
            }
          });
    }
    return patches;
  }

  /** Where the table has several rows of a key, the newest one counts. */
  private void patchTable(
      Map<LiveFile, RoaringBitmap> rows, Map<Integer, Patch> patches, AppendDeltaWriter writer) {
    rows.entrySet().stream()
        .sorted(
            Comparator.comparing(
                    (Map.Entry<LiveFile, RoaringBitmap> entry) ->
                        entry.getKey().file().dataSequenceNumber())
                .reversed())
        .forEach(entry -> patch(newestOf(entry, patches), patches, writer));
  }

  private Map<LiveFile, RoaringBitmap> newestOf(
      Map.Entry<LiveFile, RoaringBitmap> rows, Map<Integer, Patch> patches) {
    Map<Integer, Long> newest = new HashMap<>();
    liveRows.read(
        rows.getKey(),
        rows.getValue(),
        changes.columnsOfRows(),
        (position, row) -> {
          int number = changes.number(row);
          if (patches.containsKey(number)) {
            newest.put(number, position);
          }
        });
    RoaringBitmap positions = new RoaringBitmap();
    newest.values().forEach(position -> positions.add(position.intValue()));
    return Map.of(rows.getKey(), positions);
  }

  private void patch(
      Map<LiveFile, RoaringBitmap> rows, Map<Integer, Patch> patches, AppendDeltaWriter writer) {
    rows.forEach(
        (file, positions) ->
            liveRows.read(
                file,
                positions,
                table.schema(),
                (position, row) -> {
                  Patch patch = patches.remove(changes.numberOf(key.keyOf(row)));
                  writer.append(patch.over(row));
                }));
  }

  private Record newRow(Patch patch) {
    incomplete += patch.isIncomplete() ? 1 : 0;
    return patch.newRow(table.name(), table.schema().asStruct());
  }
}
