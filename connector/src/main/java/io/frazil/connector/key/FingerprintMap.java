package io.frazil.connector.key;

import java.util.Arrays;

/**
 * Numbers fingerprints in the order in which they come first: 0, 1, 2 and so on, so that what is
 * known of each key can lie in arrays beside this. It holds some 20 bytes a key where fingerprints
 * have one word, 28 where they have two, and no objects. Not thread-safe.
 */
public final class FingerprintMap {
  /** What {@link #find} says of a fingerprint that was never added. */
  public static final int NONE = -1;

  private static final int FIRST_CAPACITY = 1 << 10;

  private final boolean hasSecond;
  private long[] firsts;
  private long[] seconds;
  // Numbers plus one, 0 where free: twice as many slots as there is room for numbers.
  private int[] slots;
  private int size;

  /**
   * An empty map.
   *
   * @param words of each fingerprint, see {@link Fingerprinter#words()}
   */
  public FingerprintMap(int words) {
    this.hasSecond = words == 2;
    this.firsts = new long[FIRST_CAPACITY];
    this.seconds = new long[hasSecond ? FIRST_CAPACITY : 0];
    this.slots = new int[2 * FIRST_CAPACITY];
  }

  /** How many fingerprints there are; the next new one gets this number. */
  public int size() {
    return size;
  }

  /** The number of a fingerprint, which gets one if it has none. */
  public int add(long first, long second) {
    if (size == firsts.length) {
      grow();
    }
    int slot = slot(first, second);
    if (slots[slot] == 0) {
      firsts[size] = first;
      if (hasSecond) {
        seconds[size] = second;
      }
      size++;
      slots[slot] = size;
    }
    return slots[slot] - 1;
  }

  /** The number of a fingerprint, {@link #NONE} if it has none. */
  public int find(long first, long second) {
    return slots[slot(first, second)] - 1;
  }

  /** The first word of the fingerprint of this number. */
  public long first(int number) {
    return firsts[number];
  }

  /** The second word of the fingerprint of this number; 0 where it has one word. */
  public long second(int number) {
    return hasSecond ? seconds[number] : 0;
  }

  /** Where the fingerprint is, or where it would be put. */
  private int slot(long first, long second) {
    int mask = slots.length - 1;
    int slot = (int) first & mask;
    while (slots[slot] != 0 && !isAt(slots[slot] - 1, first, second)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private boolean isAt(int number, long first, long second) {
    return firsts[number] == first && (!hasSecond || seconds[number] == second);
  }

  private void grow() {
    if (size > Integer.MAX_VALUE / 8) {
      throw new IllegalStateException(
          "Cannot hold more than "
              + size
              + " keys at once. Cut deltas earlier: lower the row limit.");
    }
    firsts = Arrays.copyOf(firsts, 2 * size);
    seconds = hasSecond ? Arrays.copyOf(seconds, 2 * size) : seconds;
    slots = new int[4 * size];
    for (int number = 0; number < size; number++) {
      slots[slot(firsts[number], second(number))] = number + 1;
    }
  }
}
