package io.frazil.connector.merge;

import io.frazil.connector.resolve.LiveFile;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.roaringbitmap.RoaringBitmap;

/** The rows that were found of sought keys: 8 bytes each. Not thread-safe. */
final class Hits {
  private final IdentityHashMap<DataFile, OfFile> files = new IdentityHashMap<>();
  private long size;

  /** Decides by a row's key. */
  @FunctionalInterface
  interface KeyTest {
    boolean test(int key);
  }

  void add(DataFile file, int key, long position) {
    files.computeIfAbsent(file, f -> new OfFile()).add(key, (int) position);
    size++;
  }

  /** How many rows there are. */
  long size() {
    return size;
  }

  /**
   * The rows whose keys pass, by file.
   *
   * @param liveFiles tells what is known of a data file
   */
  Map<LiveFile, RoaringBitmap> rows(LiveFiles liveFiles, KeyTest keys) {
    Map<LiveFile, RoaringBitmap> rows = new HashMap<>();
    files.forEach(
        (file, hits) -> {
          RoaringBitmap positions = hits.positions(keys);
          if (!positions.isEmpty()) {
            rows.put(liveFiles.of(file), positions);
          }
        });
    return rows;
  }

  /** Tells what is known of a data file. */
  @FunctionalInterface
  interface LiveFiles {
    LiveFile of(DataFile file);
  }

  private static final class OfFile {
    private int[] keys = new int[8];
    private int[] positions = new int[8];
    private int size;

    private void add(int key, int position) {
      if (size == keys.length) {
        keys = Arrays.copyOf(keys, 2 * size);
        positions = Arrays.copyOf(positions, 2 * size);
      }
      keys[size] = key;
      positions[size] = position;
      size++;
    }

    private RoaringBitmap positions(KeyTest passes) {
      RoaringBitmap passed = new RoaringBitmap();
      for (int hit = 0; hit < size; hit++) {
        if (passes.test(keys[hit])) {
          passed.add(positions[hit]);
        }
      }
      return passed;
    }
  }
}
