package io.frazil.connector.merge;

import io.frazil.connector.key.OrderingColumns;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import org.apache.iceberg.data.Record;

/**
 * Of each key, by its number, the delta whose change wins; a delta has one change of a key at most.
 * Not thread-safe.
 *
 * <p>Without ordering columns the last one wins. With them, a change that is older than what holds
 * by then is late and changes nothing; of equal ones the later wins; a delete that does not say
 * when it happened cannot be late.
 */
final class Winners {
  /** No delta: what the table has stays. */
  static final int NONE = -1;

  private final Optional<Comparator<Record>> ordering;
  private int[] winners = new int[0];
  // What holds of each key after the changes so far; null where nothing does. Only with ordering.
  private Record[] holding = new Record[0];
  private long late;

  Winners(Optional<OrderingColumns> ordering) {
    this.ordering = ordering.map(OrderingColumns::newComparator);
  }

  /** The table has a live row of this key, with these ordering values. */
  void tableHas(int key, Record values) {
    makeRoom(key);
    if (holding[key] == null || compare(values, holding[key]) > 0) {
      holding[key] = values;
    }
  }

  /** The next change of a key is of this delta. */
  void change(int key, int delta) {
    makeRoom(key);
    winners[key] = delta;
  }

  /**
   * The next change of a key is of this delta, with these ordering values.
   *
   * @return whether it wins over what holds by now
   */
  boolean change(int key, int delta, Record values, boolean canBeLate) {
    makeRoom(key);
    if (canBeLate && isLate(key, values)) {
      late++;
      return false;
    }
    holding[key] = values;
    winners[key] = delta;
    return true;
  }

  /** Whether what holds of a key by now is newer than these ordering values. */
  boolean isLate(int key, Record values) {
    makeRoom(key);
    return holding[key] != null && compare(values, holding[key]) < 0;
  }

  /** The delta whose change of the key wins, or {@link #NONE}. */
  int of(int key) {
    return key < winners.length ? winners[key] : NONE;
  }

  /** How many changes were late. */
  long late() {
    return late;
  }

  private int compare(Record one, Record other) {
    return ordering.orElseThrow().compare(one, other);
  }

  private void makeRoom(int key) {
    if (key >= winners.length) {
      int room = Math.max(1024, 2 * key);
      int known = winners.length;
      winners = Arrays.copyOf(winners, room);
      Arrays.fill(winners, known, room, NONE);
      if (ordering.isPresent()) {
        holding = Arrays.copyOf(holding, room);
      }
    }
  }
}
