package io.frazil.connector.resolve;

import java.util.Arrays;
import org.apache.iceberg.DataFile;

/** Rows of one data file that have a sought key, until it is known that all were found. */
final class Matches {
  private int[] keys = new int[64];
  private long[] positions = new long[64];
  private int size;

  void add(int key, long position) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, 2 * size);
      positions = Arrays.copyOf(positions, 2 * size);
    }
    keys[size] = key;
    positions[size] = position;
    size++;
  }

  void clear() {
    size = 0;
  }

  void tell(DataFile file, MatchConsumer consumer) {
    for (int match = 0; match < size; match++) {
      consumer.match(file, keys[match], positions[match]);
    }
  }
}
