package io.frazil.connector.deletes;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.DeleteFile;
import org.roaringbitmap.RoaringBitmap;

/**
 * Positions that delete files remove, kept from one commit to the next, so that the next reads none
 * from storage. Forgets what was not used for longest when it is full.
 *
 * <p>Thread-safe. Bitmaps are shared: nobody may change one.
 */
public final class PositionCache {
  // Two names of some hundred characters, and the objects around.
  private static final long OVERHEAD_BYTES = 600;

  private final long maxBytes;
  private final Map<Key, RoaringBitmap> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /** Many vectors share a Puffin file, and a position delete file may be of many data files. */
  private record Key(String location, Optional<Long> offset, Optional<Long> size, String dataFile) {

    static Key of(DeleteFile deletes, String dataFile) {
      return new Key(
          deletes.location(),
          Optional.ofNullable(deletes.contentOffset()),
          Optional.ofNullable(deletes.contentSizeInBytes()),
          dataFile);
    }
  }

  /**
   * An empty one.
   *
   * @param maxBytes of heap, about
   */
  public PositionCache(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** What is kept now, in bytes of heap, about. */
  public synchronized long bytes() {
    return bytes;
  }

  synchronized Optional<RoaringBitmap> find(DeleteFile deletes, String dataFile) {
    return Optional.ofNullable(entries.get(Key.of(deletes, dataFile)));
  }

  synchronized void put(DeleteFile deletes, String dataFile, RoaringBitmap positions) {
    RoaringBitmap replaced = entries.put(Key.of(deletes, dataFile), positions);
    bytes += weight(positions) - (replaced == null ? 0 : weight(replaced));
    while (bytes > maxBytes) {
      Map.Entry<Key, RoaringBitmap> oldest = entries.entrySet().iterator().next();
      bytes -= weight(oldest.getValue());
      entries.remove(oldest.getKey());
    }
  }

  private static long weight(RoaringBitmap positions) {
    return positions.getLongSizeInBytes() + OVERHEAD_BYTES;
  }
}
