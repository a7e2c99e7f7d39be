package io.frazil.connector.write;

import io.frazil.connector.key.FingerprintMap;
import io.frazil.connector.key.Fingerprinter;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/**
 * Numbers the changes of a delta, and knows which of them are the last of their key. Some 24 to 32
 * bytes a key, a bit a change, and no objects. Not thread-safe.
 */
final class LastChanges {
  /** What {@link #lastOf} says of a key without a change. */
  static final int NONE = -1;

  // Looked up together, keys that lie apart in memory are waited for together.
  private static final int KEYS_AT_ONCE = 256;

  private final Schema schema;
  private final Fingerprinter fingerprints;
  private final FingerprintMap keys;
  // By the number of the key.
  private int[] last = new int[0];
  private final BitSet superseded = new BitSet();
  private int changes;
  // The keys of the newest changes, which were not looked up yet.
  private final long[] firsts = new long[KEYS_AT_ONCE];
  private final long[] seconds = new long[KEYS_AT_ONCE];
  private int waiting;

  /**
   * No changes yet.
   *
   * @param schema of the keys
   */
  LastChanges(Schema schema) {
    this.schema = schema;
    this.fingerprints = new Fingerprinter(schema);
    this.keys = new FingerprintMap(fingerprints.words());
  }

  /**
   * Takes a key, whose changes are then added.
   *
   * @throws IllegalArgumentException if a column of it is null
   */
  void take(Record key) {
    if (!fingerprints.take(key)) {
      throw new IllegalArgumentException(
          "Cannot write a change without a key: column '%s' is null.".formatted(nullColumns(key)));
    }
  }

  /** Gives a number to a change of the key that was taken, whose last it is from now on. */
  int add() {
    if (waiting == KEYS_AT_ONCE) {
      lookUp();
    }
    firsts[waiting] = fingerprints.first();
    seconds[waiting] = fingerprints.second();
    waiting++;
    int change = changes;
    changes = Math.incrementExact(changes);
    return change;
  }

  /** The number of the key that was taken: 0, 1, 2 and so on, in the order in which they came. */
  int keyNumber() {
    lookUp();
    return keys.add(fingerprints.first(), fingerprints.second());
  }

  /** The last change of the key of this number so far, {@link #NONE} if there was none. */
  int lastOf(int keyNumber) {
    return keyNumber < last.length ? last[keyNumber] : NONE;
  }

  /** Whether no later change has the key of this one. */
  boolean isLast(int change) {
    if (waiting > 0) {
      lookUp();
    }
    return !superseded.get(change);
  }

  private void lookUp() {
    for (int next = 0; next < waiting; next++) {
      replaceLast(keys.add(firsts[next], seconds[next]), changes - waiting + next);
    }
    waiting = 0;
  }

  private void replaceLast(int keyNumber, int change) {
    if (keyNumber >= last.length) {
      int known = last.length;
      last = Arrays.copyOf(last, Math.max(1 << 10, 2 * keyNumber));
      Arrays.fill(last, known, last.length, NONE);
    }
    if (last[keyNumber] != NONE) {
      superseded.set(last[keyNumber]);
    }
    last[keyNumber] = change;
  }

  private String nullColumns(Record key) {
    return schema.columns().stream()
        .map(Types.NestedField::name)
        .filter(name -> key.getField(name) == null)
        .collect(Collectors.joining("', '"));
  }
}
