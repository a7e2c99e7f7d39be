package io.frazil.connector.merge;

import io.frazil.connector.deletes.LiveRows;
import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.merge.PatchBases.Base;
import io.frazil.connector.patch.Patch;
import io.frazil.connector.resolve.LiveFile;
import io.frazil.connector.write.AppendDeltaWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.roaringbitmap.RoaringBitmap;

/**
 * Writes the rows of keys whose last change is a patch: what the patches say, over the row that
 * held before them. That is the row of the last change before them that is none, where the same
 * commit has such a change, else the table's newest live row; of a key that had no row, that of the
 * key before. Used once it is decided which changes win.
 *
 * <p>The rows that they replace are not its business. Not thread-safe.
 */
final class PatchedRows {
  private final Table table;
  private final Merger.Means means;
  private final UUID commitId;
  private final List<KeyedDelta> deltas;
  private final Changes changes;
  private final WrittenFiles written;
  private final Merger merger;
  private final LiveRows liveRows;
  private final KeyColumns key;
  private Optional<PatchBases> bases = Optional.empty();
  private long incomplete;

  PatchedRows(
      Table table,
      Merger.Means means,
      UUID commitId,
      List<KeyedDelta> deltas,
      Changes changes,
      WrittenFiles written,
      Merger merger) {
    this.table = table;
    this.means = means;
    this.commitId = commitId;
    this.deltas = deltas;
    this.changes = changes;
    this.written = written;
    this.merger = merger;
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
    List<Deque<Base>> open = open(start, end);
    if (open.isEmpty()) {
      return List.of();
    }
    UUID id = UUID.nameUUIDFromBytes((commitId + "-" + start).getBytes(StandardCharsets.UTF_8));
    List<ContentFile<?>> files;
    try (AppendDeltaWriter writer =
        AppendDeltaWriter.open(table, means.writeProperties(), means.spooling(), id)) {
      while (!open.isEmpty()) {
        Sought sought = new Sought(open);
        for (int delta = 0; delta < end; delta++) {
          patch(delta, inDeltas.get(delta).rows(LiveFile::new, sought.in(delta)), sought, writer);
        }
        patchTable(inTable.rows(live, sought.in(Base.TABLE)), sought, writer);
        open = others(sought.notFound(), writer);
      }
      files = writer.complete().files();
    }
    files.forEach(file -> written.add(file.location()));
    return files.stream().map(DataFile.class::cast).toList();
  }

  /** Of each key whose row is to be written, where the row may be that its patches are over. */
  private List<Deque<Base>> open(int start, int end) {
    List<Deque<Base>> open = new ArrayList<>();
    for (int delta = start; delta < end; delta++) {
      int last = delta;
      changes.changedKeys().patched(delta).stream()
          .filter(number -> changes.isWonBy(last, number))
          .forEach(number -> open.add(bases().of(number, last)));
    }
    return open;
  }

  private PatchBases bases() {
    if (bases.isEmpty()) {
      bases = Optional.of(new PatchBases(table, deltas, changes, merger::place));
    }
    return bases.get();
  }

  /** Those that may be elsewhere too; of the rest, there is no row. */
  private List<Deque<Base>> others(List<Deque<Base>> notFound, AppendDeltaWriter writer) {
    List<Deque<Base>> open = new ArrayList<>();
    for (Deque<Base> places : notFound) {
      Base last = places.remove();
      if (places.isEmpty()) {
        writer.append(newRow(last.patch()));
      } else {
        open.add(places);
      }
    }
    return open;
  }

  /** Where the table has several rows of a key, the newest one counts. */
  private void patchTable(
      Map<LiveFile, RoaringBitmap> rows, Sought sought, AppendDeltaWriter writer) {
    rows.entrySet().stream()
        .sorted(
            Comparator.comparing(
                    (Map.Entry<LiveFile, RoaringBitmap> entry) ->
                        entry.getKey().file().dataSequenceNumber())
                .reversed())
        .forEach(entry -> patch(Base.TABLE, newestOf(entry, sought), sought, writer));
  }

  private Map<LiveFile, RoaringBitmap> newestOf(
      Map.Entry<LiveFile, RoaringBitmap> rows, Sought sought) {
    Map<Integer, Long> newest = new HashMap<>();
    liveRows.read(
        rows.getKey(),
        rows.getValue(),
        changes.columnsOfRows(),
        (position, row) -> {
          int number = changes.number(row);
          if (sought.in(Base.TABLE).test(number)) {
            newest.put(number, position);
          }
        });
    RoaringBitmap positions = new RoaringBitmap();
    newest.values().forEach(position -> positions.add(position.intValue()));
    return Map.of(rows.getKey(), positions);
  }

  private void patch(
      int place, Map<LiveFile, RoaringBitmap> rows, Sought sought, AppendDeltaWriter writer) {
    Schema columns = table.schema();
    rows.forEach(
        (file, positions) ->
            liveRows.read(
                file,
                positions,
                columns,
                (position, row) ->
                    sought
                        .take(place, changes.numberOf(key.keyOf(row)))
                        .forEach(patch -> writer.append(patch.over(row)))));
  }

  private Record newRow(Patch patch) {
    incomplete += patch.isIncomplete() ? 1 : 0;
    return patch.newRow(table.name(), table.schema().asStruct());
  }

  /** What is looked for at once: of each row to be written, the likeliest place. */
  private static final class Sought {
    private final Map<Integer, Map<Integer, List<Deque<Base>>>> places = new HashMap<>();

    Sought(List<Deque<Base>> all) {
      for (Deque<Base> bases : all) {
        Base first = bases.element();
        places
            .computeIfAbsent(first.place(), place -> new HashMap<>())
            .computeIfAbsent(first.key(), key -> new ArrayList<>())
            .add(bases);
      }
    }

    Hits.KeyTest in(int place) {
      Map<Integer, List<Deque<Base>>> keys = places.getOrDefault(place, Map.of());
      return keys::containsKey;
    }

    /** The patches of a row that was found, which is not looked for any more. */
    List<Patch> take(int place, int key) {
      return places.get(place).remove(key).stream().map(bases -> bases.element().patch()).toList();
    }

    List<Deque<Base>> notFound() {
      return places.values().stream()
          .flatMap(keys -> keys.values().stream())
          .flatMap(List::stream)
          .toList();
    }
  }
}
