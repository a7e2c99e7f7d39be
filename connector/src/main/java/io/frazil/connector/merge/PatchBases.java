package io.frazil.connector.merge;

import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.patch.Patch;
import io.frazil.connector.patch.Patch.OwnRow;
import io.frazil.connector.patch.PatchColumns;
import io.frazil.connector.patch.PatchReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;

/**
 * Follows the patches of a commit back to what they are over. Used once it is decided which changes
 * win. Not thread-safe.
 */
final class PatchBases {
  private final Changes changes;
  private final UnaryOperator<Base> places;
  // Of each delta, by the number of the key.
  private final List<Map<Integer, Patch>> patches = new ArrayList<>();

  /**
   * A place where the row may be that patches are over.
   *
   * @param place the number of a delta, {@link #TABLE}, or {@link #NOWHERE}
   * @param key the number of the row's key
   * @param patch what becomes of the row, or of none
   */
  record Base(int place, int key, Patch patch) {
    static final int TABLE = -1;
    static final int NOWHERE = -2;
  }

  /** Reads the patches of the deltas' key files. */
  PatchBases(Table table, List<KeyedDelta> deltas, Changes changes, UnaryOperator<Base> places) {
    this.changes = changes;
    this.places = places;
    Schema columns = PatchColumns.of(table.schema());
    KeyColumns key = KeyColumns.of(columns, changes.keyColumns());
    for (int delta = 0; delta < deltas.size(); delta++) {
      Map<Integer, Patch> ofDelta = new HashMap<>();
      patches.add(ofDelta);
      if (!changes.changedKeys().patched(delta).isEmpty()) {
        PatchReader reader = new PatchReader(table.schema().asStruct(), key::keyOf);
        KeyFiles.readAndKeep(
            table,
            deltas.get(delta).keys().orElseThrow(),
            columns,
            row ->
                reader
                    .next(row)
                    .ifPresent(patch -> ofDelta.put(changes.numberOf(key.keyOf(row)), patch)));
      }
    }
  }

  /**
   * Where the row may be that a delta's patch of a key is over, the likeliest first. The patches of
   * the last one are all that there are, where there is no row at all.
   */
  Deque<Base> of(int key, int delta) {
    Deque<Base> found = new ArrayDeque<>();
    follow(key, delta + 1, Optional.empty(), found);
    return found;
  }

  /** What held of a key before a delta, and what became of that later. */
  private void follow(int key, int before, Optional<Patch> later, Deque<Base> found) {
    int delta = lastChange(key, before);
    if (delta != Base.TABLE && changes.changedKeys().isPatched(delta, key)) {
      Patch patch = patches.get(delta).get(key);
      Patch all = later.map(next -> next.over(patch)).orElse(patch);
      patch
          .former()
          .ifPresentOrElse(
              former -> followFormer(former, key, delta, all, found),
              () -> follow(key, delta, Optional.of(all), found));
    } else {
      found.add(places.apply(new Base(delta, key, later.orElseThrow())));
    }
  }

  private void followFormer(Patch.Former former, int key, int delta, Patch all, Deque<Base> found) {
    List<Integer> keys = new ArrayList<>();
    if (former.ownRow() == OwnRow.FIRST) {
      keys.add(key);
    }
    former.keys().stream()
        .map(changes::numberOf)
        // What came later than the row went is of another row.
        .filter(number -> !changes.hasLeftLate(delta, number))
        .forEach(keys::add);
    for (int number : keys) {
      follow(number, delta, Optional.of(all), found);
      int change = lastChange(number, delta);
      if (change != Base.TABLE && changes.changedKeys().isPatched(change, number)) {
        // There is such a row for sure.
        return;
      }
    }
    if (keys.isEmpty()) {
      found.add(new Base(Base.NOWHERE, key, all));
    }
  }

  /** The last delta before this that changes a key in time, or the table. */
  private int lastChange(int key, int before) {
    int delta = before - 1;
    while (delta >= 0
        && (!changes.changedKeys().isChanged(delta, key) || changes.late(delta).get(key))) {
      delta--;
    }
    return delta;
  }
}
