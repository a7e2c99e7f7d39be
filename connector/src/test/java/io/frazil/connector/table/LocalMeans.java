package io.frazil.connector.table;

import io.frazil.connector.deletes.PositionCache;
import io.frazil.connector.merge.Merger;
import io.frazil.connector.resolve.IndexListener;
import io.frazil.connector.resolve.KeyIndex;
import io.frazil.connector.write.Spooling;
import java.nio.file.Path;
import java.util.Map;

/** What mergers use, on local disk, with room enough for all that tests do. */
public final class LocalMeans {
  private static final long MAX_BYTES = 1 << 20;

  private LocalMeans() {}

  /** Means with the key index in one folder, and in another the rows that wait. */
  public static Merger.Means in(Path index, Path spool) {
    return new Merger.Means(
        KeyIndex.open(index, MAX_BYTES, Runnable::run, IndexListener.NONE),
        new PositionCache(MAX_BYTES),
        Map.of(),
        Spooling.of(spool, 1));
  }
}
