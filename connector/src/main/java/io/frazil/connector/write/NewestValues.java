package io.frazil.connector.write;

import io.frazil.connector.key.OrderingColumns;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Optional;
import org.apache.iceberg.data.Record;

/**
 * Holds against each change of a key the ordering values of the last one: the only thing that costs
 * an object per key, and only where there are ordering columns. Not thread-safe.
 */
final class NewestValues {
  private final OrderingColumns columns;
  private final Comparator<Record> comparator;
  // By the number of the key; null where any change is newer.
  private Record[] newest = new Record[0];
  private final BitSet forgotten = new BitSet();
  private long late;

  NewestValues(OrderingColumns columns) {
    this.columns = columns;
    this.comparator = columns.newComparator();
  }

  /** As {@link #accepts(int, Record)}, with the values of a row of the table. */
  boolean acceptsRow(int keyNumber, Record row) {
    return accepts(keyNumber, columns.valuesOf(row));
  }

  /**
   * Whether a change with these values applies to a key: then they are what later changes are held
   * against. Of equal values, the later ones apply.
   */
  boolean accepts(int keyNumber, Record values) {
    makeRoom(keyNumber);
    Record known = newest[keyNumber];
    if (known != null && comparator.compare(values, known) < 0) {
      late++;
      return false;
    }
    newest[keyNumber] = values;
    return true;
  }

  /** Whatever the next change of this key is, it applies. */
  void forget(int keyNumber) {
    makeRoom(keyNumber);
    newest[keyNumber] = null;
    forgotten.set(keyNumber);
  }

  /** Whether a key was ever forgotten: then its last change cannot be late. */
  boolean wasForgotten(int keyNumber) {
    return forgotten.get(keyNumber);
  }

  /** The values of the last change of a key, if it can be late. */
  Optional<Record> ofLast(int keyNumber) {
    return wasForgotten(keyNumber) ? Optional.empty() : Optional.ofNullable(newest[keyNumber]);
  }

  /** How many changes did not apply. */
  long late() {
    return late;
  }

  private void makeRoom(int keyNumber) {
    if (keyNumber >= newest.length) {
      newest = Arrays.copyOf(newest, Math.max(1 << 10, 2 * keyNumber));
    }
  }
}
