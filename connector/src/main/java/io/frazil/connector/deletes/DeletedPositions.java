package io.frazil.connector.deletes;

import io.frazil.connector.resolve.LiveFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.data.DeleteLoader;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.encryption.EncryptingFileIO;
import org.apache.iceberg.util.Tasks;
import org.apache.iceberg.util.ThreadPools;
import org.roaringbitmap.RoaringBitmap;

/**
 * The positions that delete files of a table remove, out of the cache or else read.
 *
 * <p>Thread-safe.
 */
final class DeletedPositions {
  private final DeleteLoader loader;
  private final PositionCache cache;

  DeletedPositions(Table table, PositionCache cache) {
    EncryptingFileIO io = EncryptingFileIO.combine(table.io(), table.encryption());
    this.loader = new BaseDeleteLoader(io::newInputFile);
    this.cache = cache;
  }

  /** Whether a delete file holds positions; the others hold keys. */
  static boolean hasPositions(DeleteFile deletes) {
    return deletes.content() == FileContent.POSITION_DELETES;
  }

  /** The positions of a data file that are removed. Not to be changed. */
  RoaringBitmap of(LiveFile file) {
    return of(file, DeletedPositions::hasPositions);
  }

  private RoaringBitmap of(LiveFile file, Predicate<DeleteFile> included) {
    List<RoaringBitmap> each =
        file.deletes().stream()
            .filter(included)
            .map(deletes -> of(file.file().location(), deletes))
            .toList();
    return each.size() == 1 ? each.get(0) : RoaringBitmap.or(each.toArray(new RoaringBitmap[0]));
  }

  /**
   * What will be removed of each data file that loses a row by this.
   *
   * @param positions what to remove
   * @param included which delete files to add that to
   */
  Map<LiveFile, RoaringBitmap> with(
      Map<LiveFile, RoaringBitmap> positions, Predicate<DeleteFile> included) {
    Map<LiveFile, RoaringBitmap> before = new ConcurrentHashMap<>();
    // Each may be a request to storage. Another pool than the loader's, which waits for its own.
    Tasks.foreach(positions.keySet())
        .executeWith(ThreadPools.getWorkerPool())
        .stopOnFailure()
        .throwFailureWhenFinished()
        .run(file -> before.put(file, of(file, included)));
    Map<LiveFile, RoaringBitmap> after = new HashMap<>();
    positions.forEach(
        (file, added) -> {
          RoaringBitmap all = RoaringBitmap.or(before.get(file), added);
          if (all.getLongCardinality() > before.get(file).getLongCardinality()) {
            all.runOptimize();
            after.put(file, all);
          }
        });
    return after;
  }

  /** Saves reading a file that was just written. */
  void remember(DeleteFile deletes, String dataFile, RoaringBitmap positions) {
    cache.put(deletes, dataFile, positions);
  }

  private RoaringBitmap of(String dataFile, DeleteFile deletes) {
    Optional<RoaringBitmap> known = cache.find(deletes, dataFile);
    if (known.isPresent()) {
      return known.get();
    }
    PositionDeleteIndex read = loader.loadPositionDeletes(List.of(deletes), dataFile);
    RoaringBitmap positions = new RoaringBitmap();
    read.forEach(position -> positions.add((int) position));
    positions.runOptimize();
    cache.put(deletes, dataFile, positions);
    return positions;
  }
}
