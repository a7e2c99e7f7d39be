package io.frazil.connector.resolve;

import java.util.Arrays;

/**
 * Fingerprints, each with a number that stands for what it belongs to: a row's position, a sought
 * key. They lie in arrays of primitives, 12 bytes each where fingerprints have one word, 20 where
 * they have two, and are sorted in place by their first word as a signed long. Not thread-safe.
 */
final class Fingerprints {
  // Below this, moving elements one by one beats counting them.
  private static final int FEW = 32;
  private static final int RADIX_BITS = 8;
  private static final int BUCKETS = 1 << RADIX_BITS;

  private final boolean hasSecond;
  private long[] firsts;
  private long[] seconds;
  private int[] numbers;
  private int size;

  Fingerprints(int words, int capacity) {
    this.hasSecond = words == 2;
    this.firsts = new long[capacity];
    this.seconds = new long[hasSecond ? capacity : 0];
    this.numbers = new int[capacity];
  }

  int size() {
    return size;
  }

  long first(int index) {
    return firsts[index];
  }

  /** The second word; 0 where fingerprints have one. */
  long second(int index) {
    return hasSecond ? seconds[index] : 0;
  }

  int number(int index) {
    return numbers[index];
  }

  void add(long first, long second, int number) {
    if (size == firsts.length) {
      grow();
    }
    firsts[size] = first;
    if (hasSecond) {
      seconds[size] = second;
    }
    numbers[size] = number;
    size++;
  }

  /** Forgets all, and keeps the room. */
  void clear() {
    size = 0;
  }

  /** Sorts by first words; those of equal first words come in any order. */
  void sort() {
    sort(0, size, Long.SIZE - RADIX_BITS);
  }

  /**
   * The first index from {@code from} on whose first word is not less; the size if there is none.
   */
  int indexOfAtLeast(long first, int from) {
    int low = from;
    int high = from;
    // In strides that double, then by halves of the last stride: quick if it is near.
    for (long stride = 1; high < size && firsts[high] < first; stride *= 2) {
      low = high + 1;
      high = (int) Math.min(size, high + stride);
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (firsts[middle] < first) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * The first index from {@code from} on whose first word is greater; the size if there is none.
   */
  int indexOfGreater(long first, int from) {
    return first == Long.MAX_VALUE ? size : indexOfAtLeast(first + 1, from);
  }

  private void grow() {
    int capacity = Math.max(16, 2 * size);
    firsts = Arrays.copyOf(firsts, capacity);
    seconds = hasSecond ? Arrays.copyOf(seconds, capacity) : seconds;
    numbers = Arrays.copyOf(numbers, capacity);
  }

  // By the byte at this shift, then by the next lower one within each bucket. Words are spread
  // evenly, so that the second or third byte is the last; many equal keys do not make it slower
  // than eight bytes.
  private void sort(int from, int to, int shift) {
    if (to - from < FEW) {
      sortFew(from, to);
      return;
    }
    int[] ends = bucketEnds(from, to, shift);
    distribute(from, ends, shift);
    if (shift == 0) {
      return;
    }
    int start = from;
    for (int end : ends) {
      sort(start, end, shift - RADIX_BITS);
      start = end;
    }
  }

  private void sortFew(int from, int to) {
    for (int index = from + 1; index < to; index++) {
      long first = firsts[index];
      if (first < firsts[index - 1]) {
        long second = second(index);
        int number = numbers[index];
        int place = index;
        for (; place > from && first < firsts[place - 1]; place--) {
          put(place, firsts[place - 1], second(place - 1), numbers[place - 1]);
        }
        put(place, first, second, number);
      }
    }
  }

  private int[] bucketEnds(int from, int to, int shift) {
    int[] ends = new int[BUCKETS];
    for (int index = from; index < to; index++) {
      ends[bucket(firsts[index], shift)]++;
    }
    int end = from;
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      end += ends[bucket];
      ends[bucket] = end;
    }
    return ends;
  }

  private void distribute(int from, int[] ends, int shift) {
    int[] next = new int[BUCKETS];
    next[0] = from;
    System.arraycopy(ends, 0, next, 1, BUCKETS - 1);
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      while (next[bucket] < ends[bucket]) {
        // What is in hand goes where it belongs, what was there is in hand then, until the gap is
        // filled.
        int gap = next[bucket];
        long first = firsts[gap];
        long second = second(gap);
        int number = numbers[gap];
        int target = bucket(first, shift);
        while (target != bucket) {
          int place = next[target]++;
          long displacedFirst = firsts[place];
          long displacedSecond = second(place);
          int displacedNumber = numbers[place];
          put(place, first, second, number);
          first = displacedFirst;
          second = displacedSecond;
          number = displacedNumber;
          target = bucket(first, shift);
        }
        put(gap, first, second, number);
        next[bucket]++;
      }
    }
  }

  private static int bucket(long first, int shift) {
    // The flipped sign puts negative words before the others.
    return (int) ((first ^ Long.MIN_VALUE) >>> shift) & (BUCKETS - 1);
  }

  private void put(int index, long first, long second, int number) {
    firsts[index] = first;
    if (hasSecond) {
      seconds[index] = second;
    }
    numbers[index] = number;
  }
}
