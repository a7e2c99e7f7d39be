package io.frazil.benchmark.deletes;

import io.frazil.connector.resolve.IndexListener;

/** How much disk the blocks of a key index take. For one thread. */
final class IndexSize implements IndexListener {
  private long rows;
  private long bytes;

  @Override
  public void built(long blockRows, long blockBytes) {
    rows += blockRows;
    bytes += blockBytes;
  }

  /** Bytes for each row whose key is in the index; 0 if there is none. */
  double bytesPerRow() {
    return rows == 0 ? 0 : (double) bytes / rows;
  }
}
