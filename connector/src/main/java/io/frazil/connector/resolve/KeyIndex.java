package io.frazil.connector.resolve;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;

/**
 * Finds the rows of keys in the data files of tables. What it read of a file's keys it keeps as a
 * block on local disk: blocks never change and never become wrong, since data files do not change;
 * so it does not matter who commits to a table. Within a budget of bytes, the blocks that were not
 * used for the longest time make room for others; a file that has no block is scanned. Damage to
 * the folder costs time and no result.
 *
 * <p>One for all tables of a process; the folder may be shared with other processes. Thread-safe.
 */
public final class KeyIndex {
  private final BlockFolder blocks;
  private final InOrder scans;
  private final IndexListener listener;

  private KeyIndex(BlockFolder blocks, Executor executor, IndexListener listener) {
    this.blocks = blocks;
    this.scans = new InOrder(executor);
    this.listener = listener;
  }

  /**
   * Opens the index, with the blocks that are in the folder already.
   *
   * @param folder of its own, which need not exist; everything in it may be deleted at any time
   * @param maxBytes that its blocks may take; with 0, all files are scanned
   * @param executor scans files, and decides how many at a time: some tens of MB each
   */
  public static KeyIndex open(
      Path folder, long maxBytes, Executor executor, IndexListener listener) {
    requireNonNull(folder, "folder");
    requireNonNull(executor, "executor");
    requireNonNull(listener, "listener");
    return new KeyIndex(BlockFolder.open(folder, maxBytes, listener), executor, listener);
  }

  /**
   * Finds every row whose key is sought, dead or alive.
   *
   * @param table of the files, whose state must not be older than they are
   * @param files to look into
   * @param keys must not change until this returns
   * @param matches takes the rows in this thread, those of one file after each other, in no order
   * @throws RuntimeException of Iceberg's, if a data file cannot be read, or this thread is
   *     interrupted; what was found until then is not all
   */
  public void find(Table table, Iterable<DataFile> files, SoughtKeys keys, MatchConsumer matches) {
    FileSearch search = new FileSearch(table, keys, blocks, listener);
    BlockReader reader = new BlockReader(keys);
    Matches found = new Matches();
    // First what is there, so that nothing of it has to make room for the rest.
    List<DataFile> unknown = new ArrayList<>();
    for (DataFile file : files) {
      if (!keys.mayBeIn(file)) {
        listener.pruned();
      } else if (blocks.search(search.source(file), reader, found)) {
        listener.searched();
        found.tell(file, matches);
      } else {
        unknown.add(file);
      }
    }
    scans.each(unknown, search::search, (file, scanned) -> scanned.tell(file, matches));
  }
}
