package io.frazil.connector.write;

import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.patch.Patch;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 */
final class PendingPatches implements DeltaPart {
  // They wait in memory, of which there is less than disk, for which the limits are meant.
  private static final int WEIGHT = 16;
  private static final long OBJECT_BYTES = 32;

  private final Table table;
  private final Types.StructType columns;
  private final KeyColumns key;
  private final LastChanges lastChanges;
  private final SpooledRows rows;
  private final KeyFile keyFile;
  private final BitSet deletes = new BitSet();
  private final Map<Integer, Pending> pending = new HashMap<>();
  private long bytes;
  private long incomplete;

  private record Pending(int base, Patch patch) {}

  PendingPatches(
      Table table, KeyColumns key, LastChanges lastChanges, SpooledRows rows, KeyFile keyFile) {
    this.table = table;
    this.columns = table.schema().asStruct();
    this.key = key;
    this.lastChanges = lastChanges;
    this.rows = rows;
    this.keyFile = keyFile;
  }

  /** A change is a delete. */
  void deletes(int change) {
    deletes.set(change);
  }

  /**
   * Adds a patch of the key that was taken.
   *
   * @param before the last change of the key, {@link LastChanges#NONE} if there was none
   */
  void add(int before, Patch patch) {
    if (before != LastChanges.NONE && deletes.get(before)) {
      Record row = patch.newRow(table.name(), columns);
      incomplete += patch.isIncomplete() ? 1 : 0;
      rows.add(lastChanges.add(), row);
      return;
    }
    Pending earlier = pending.remove(before);
    Pending now =
        earlier == null
            ? new Pending(before, patch)
            : new Pending(earlier.base, patch.over(earlier.patch));
    pending.put(lastChanges.add(), now);
    bytes += WEIGHT * bytes(patch.row());
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
    Map<Integer, Patch> ofRows = new HashMap<>();
    pending.forEach(
        (change, last) -> {
          if (!lastChanges.isLast(change)) {
            return;
          }
          if (last.base == LastChanges.NONE) {
            keyFile.patch(last.patch);
          } else {
            ofRows.put(last.base, last.patch);
          }
        });
    if (!ofRows.isEmpty()) {
      rows.pick(ofRows::containsKey, (base, row) -> addRow(ofRows.get(base).over(row)));
    }
    pending.clear();
    return List.of();
  }

  private void addRow(Record row) {
    lastChanges.take(key.keyOf(row));
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
