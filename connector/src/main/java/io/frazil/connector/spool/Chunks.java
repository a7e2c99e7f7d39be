package io.frazil.connector.spool;

import java.util.Arrays;

/** Where in the file the chunks of a lane are, in order. */
final class Chunks {
  private long[] starts = new long[0];
  private long[] lengths = new long[0];
  private int size;

  void add(long start, long length) {
    if (size == starts.length) {
      int capacity = Math.max(4, 2 * size);
      starts = Arrays.copyOf(starts, capacity);
      lengths = Arrays.copyOf(lengths, capacity);
    }
    starts[size] = start;
    lengths[size] = length;
    size++;
  }

  int size() {
    return size;
  }

  long start(int chunk) {
    return starts[chunk];
  }

  long length(int chunk) {
    return lengths[chunk];
  }

  Chunks copy() {
    Chunks copy = new Chunks();
    copy.starts = Arrays.copyOf(starts, size);
    copy.lengths = Arrays.copyOf(lengths, size);
    copy.size = size;
    return copy;
  }
}
