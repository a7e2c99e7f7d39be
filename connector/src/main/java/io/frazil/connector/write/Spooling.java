package io.frazil.connector.write;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.spool.Spool;
import java.nio.file.Path;

/**
 * How the rows of a delta wait for its end.
 *
 * @param folder where on local disk, for those that do not fit into memory
 * @param maxBufferedBytes how much of them waits in memory
 * @param maxSortedBytes how much of them is sorted in memory, where the table has a sort order: as
 *     objects it takes several times as much
 */
public record Spooling(Path folder, int maxBufferedBytes, long maxSortedBytes) {
  private static final int MAX_BUFFERED_BYTES = 16 << 20;
  private static final int MAX_BUFFERED_BYTES_OF_ALL = 64 << 20;
  private static final int MIN_BUFFERED_BYTES = 1 << 17;

  /** An open data file takes as much, and more while it grows. */
  private static final int BYTES_OF_OPEN_FILE = 4 << 20;

  private static final long MAX_SORTED_BYTES = 8 << 20;

  public Spooling {
    requireNonNull(folder, "folder");
  }

  /**
   * As much in memory as a small worker can spare for a task.
   *
   * @param tables how many deltas may be open at a time
   */
  public static Spooling of(Path folder, int tables) {
    int share = MAX_BUFFERED_BYTES_OF_ALL / Math.max(1, tables);
    return new Spooling(
        folder,
        Math.min(MAX_BUFFERED_BYTES, Math.max(MIN_BUFFERED_BYTES, share)),
        MAX_SORTED_BYTES);
  }

  /** Whether rows may as well wait in data files that are open, since there are only a few. */
  boolean leavesRoomForOpenFiles() {
    return maxBufferedBytes >= BYTES_OF_OPEN_FILE;
  }

  /** A spool without rows, which touches the folder only if it has to. */
  Spool open() {
    return new Spool(folder, maxBufferedBytes);
  }
}
