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
  // 0 where free; else, in the bits below the number of slots, a number plus one, and above them
  // bits of its fingerprint, so that others are seldom looked at. Twice as many slots as there is
  // room for numbers.
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
      fill(slot, size);
      size++;
    }
    return number(slots[slot]);
  }

  /** The number of a fingerprint, {@link #NONE} if it has none. */
  public int find(long first, long second) {
    return number(slots[slot(first, second)]);
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
    while (slots[slot] != 0 && !isIn(slots[slot], first, second)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private boolean isIn(int filled, long first, long second) {
    if (((filled ^ tag(first)) & -slots.length) != 0) {
      return false;
    }
    int number = number(filled);
    return firsts[number] == first && (!hasSecond || seconds[number] == second);
  }

  private void fill(int slot, int number) {
    slots[slot] = (tag(firsts[number]) & -slots.length) | (number + 1);
  }

  private int number(int filled) {
    return (filled & (slots.length - 1)) - 1;
  }

  // Other bits than those that say where to begin.
  private static int tag(long first) {
    return (int) (first >>> Integer.SIZE);
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
      fill(slot(firsts[number], second(number)), number);
    }
  }
}
