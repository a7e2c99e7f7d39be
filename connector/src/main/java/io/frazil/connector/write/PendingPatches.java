package io.frazil.connector.write;

import io.frazil.connector.patch.Patch;
import io.frazil.connector.patch.Patch.Former;
import io.frazil.connector.patch.Patch.OwnRow;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/**
 * The patches of a delta, held in memory until it is complete. Not thread-safe.
 *
 * <pre>
 * before in the delta | what a patch becomes
 * nothing             | a patch in the key file
 * a patch             | one patch with that one
 * a row               | the row, patched
 * a delete            | a row
 * </pre>
 *
 * <p>Where the row had another key before, and the delta has nothing of the new key but deletes,
 * what counts is what there was of the former key before it went.
 */
final class PendingPatches implements DeltaPart {
  // They wait in memory, of which there is less than disk, for which the limits are meant.
  private static final int WEIGHT = 16;
  private static final long OBJECT_BYTES = 32;

  private final Table table;
  private final Types.StructType columns;
  private final KeyRows keyRows;
  private final Optional<NewestValues> newest;
  private final LastChanges lastChanges;
  private final SpooledRows rows;
  private final KeyFile keyFile;
  private final BitSet deletes = new BitSet();
  private final BitSet flagged = new BitSet();
  // By the number of the key: the change that its newest delete removed.
  private int[] removed = new int[0];
  private final Map<Integer, Pending> pending = new HashMap<>();
  private long bytes;
  private long incomplete;

  private record Pending(int base, Patch patch) {
    private Pending then(Patch next) {
      return new Pending(base, next.over(patch));
    }
  }

  PendingPatches(
      Table table,
      KeyRows keyRows,
      Optional<NewestValues> newest,
      LastChanges lastChanges,
      SpooledRows rows,
      KeyFile keyFile) {
    this.table = table;
    this.columns = table.schema().asStruct();
    this.keyRows = keyRows;
    this.newest = newest;
    this.lastChanges = lastChanges;
    this.rows = rows;
    this.keyFile = keyFile;
  }

  /** Adds a change that deletes the key that was taken. */
  int delete() {
    int number = lastChanges.keyNumber();
    int before = lastChanges.lastOf(number);
    if (before != LastChanges.NONE && !deletes.get(before)) {
      if (number >= removed.length) {
        int known = removed.length;
        removed = Arrays.copyOf(removed, Math.max(1 << 10, 2 * number));
        Arrays.fill(removed, known, removed.length, LastChanges.NONE);
      }
      removed[number] = before;
    }
    int change = lastChanges.add();
    deletes.set(change);
    return change;
  }

  /** The row that a change leaves is a deleted one. */
  void flagged(int change) {
    flagged.set(change);
  }

  /** Adds a patch of the key of this number, which was taken. */
  void add(Record taken, int number, Patch patch) {
    int before = lastChanges.lastOf(number);
    boolean isGone = before != LastChanges.NONE && deletes.get(before);
    OwnRow ownRow = isGone ? OwnRow.GONE : OwnRow.FIRST;
    Patch ofOwnKey = patch.of(Optional.empty());
    Optional<Pending> moved =
        before == LastChanges.NONE || isGone
            ? patch.former().flatMap(former -> moved(former.keys().get(0), ownRow, ofOwnKey))
            : Optional.empty();
    lastChanges.take(taken);
    if (isGone && moved.isEmpty()) {
      Record row = ofOwnKey.newRow(table.name(), columns);
      incomplete += patch.isIncomplete() ? 1 : 0;
      rows.add(lastChanges.add(), row);
      return;
    }
    Optional<Pending> earlier = moved.isPresent() ? Optional.empty() : remove(before);
    Pending now =
        moved
            .or(() -> earlier.map(pending -> pending.then(ofOwnKey)))
            .orElseGet(() -> new Pending(before, ofOwnKey));
    pending.put(lastChanges.add(), now);
    bytes += WEIGHT * bytes(patch.row());
  }

  /** What a patch is of a row that has left its key; empty if it is not known to have left. */
  private Optional<Pending> moved(Record former, OwnRow ownRow, Patch patch) {
    lastChanges.take(former);
    int number = lastChanges.keyNumber();
    int last = lastChanges.lastOf(number);
    boolean isDeleted = last != LastChanges.NONE && deletes.get(last);
    if (!isDeleted && (last == LastChanges.NONE || !flagged.get(last))) {
      return Optional.empty();
    }
    int left = isDeleted ? removedBy(number) : last;
    Pending patches = pending.get(left);
    if (patches == null && left != LastChanges.NONE) {
      return Optional.of(new Pending(left, patch));
    }
    if (patches != null && patches.base != LastChanges.NONE) {
      return Optional.of(patches.then(patch));
    }
    Optional<Patch> earlier = Optional.ofNullable(patches).map(Pending::patch);
    Former all = new Former(keysOf(number, former, earlier), ownRow);
    Patch whole = earlier.map(patch::over).orElse(patch);
    return Optional.of(new Pending(LastChanges.NONE, whole.of(Optional.of(all))));
  }

  /**
   * Where the row may be that has left a key: under that key, or those that it had before; each
   * with the ordering values with which it left.
   */
  private List<Record> keysOf(int number, Record former, Optional<Patch> patch) {
    List<Record> keys = new ArrayList<>();
    Optional<Former> before = patch.flatMap(Patch::former);
    if (before.isEmpty() || before.get().ownRow() == OwnRow.FIRST) {
      keys.add(keyRows.of(former, newest.flatMap(values -> values.ofLast(number))).copy());
    }
    before.ifPresent(earlier -> keys.addAll(earlier.keys()));
    return keys;
  }

  private int removedBy(int keyNumber) {
    return keyNumber < removed.length ? removed[keyNumber] : LastChanges.NONE;
  }

  private Optional<Pending> remove(int change) {
    return Optional.ofNullable(pending.remove(change));
  }

  /** How many rows lack values. */
  long incomplete() {
    return incomplete;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  /** Puts the patches where they belong. */
  @Override
  public List<ContentFile<?>> complete() {
    Map<Integer, List<Patch>> ofRows = new HashMap<>();
    pending.forEach(
        (change, last) -> {
          if (!lastChanges.isLast(change)) {
            return;
          }
          if (last.base == LastChanges.NONE) {
            keyFile.patch(last.patch);
          } else {
            ofRows.computeIfAbsent(last.base, base -> new ArrayList<>()).add(last.patch);
          }
        });
    if (!ofRows.isEmpty()) {
      rows.pick(
          ofRows::containsKey,
          (base, row) -> ofRows.get(base).forEach(patch -> addRow(patch.over(row))));
    }
    pending.clear();
    return List.of();
  }

  private void addRow(Record row) {
    lastChanges.take(keyRows.key().keyOf(row));
    rows.add(lastChanges.add(), row);
  }

  @Override
  public void close() {
    pending.clear();
  }

  /** An estimate of what a value takes in memory. */
  private static long bytes(Object value) {
    if (value instanceof Record row) {
      long all = OBJECT_BYTES;
      for (int column = 0; column < row.size(); column++) {
        all += bytes(row.get(column));
      }
      return all;
    }
    if (value instanceof CharSequence text) {
      return OBJECT_BYTES + text.length();
    }
    if (value instanceof ByteBuffer buffer) {
      return OBJECT_BYTES + buffer.remaining();
    }
    if (value instanceof Map<?, ?> map) {
      return bytes(map.keySet()) + bytes(map.values());
    }
    return value instanceof Collection<?> all
        ? OBJECT_BYTES + all.stream().mapToLong(PendingPatches::bytes).sum()
        : OBJECT_BYTES;
  }
}
