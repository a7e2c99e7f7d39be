package io.frazil.connector.resolve;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final IndexListener listener;

  private KeyIndex(BlockFolder blocks, IndexListener listener) {
    this.blocks = blocks;
    this.listener = listener;
  }

  /**
   * Opens the index, with the blocks that are in the folder already.
   *
   * @param folder of its own, which need not exist; everything in it may be deleted at any time
   * @param maxBytes that its blocks may take; with 0, all files are scanned
   */
  public static KeyIndex open(Path folder, long maxBytes, IndexListener listener) {
    requireNonNull(folder, "folder");
    requireNonNull(listener, "listener");
    return new KeyIndex(BlockFolder.open(folder, maxBytes, listener), listener);
  }

  /**
   * Finds every row whose key is sought, dead or alive.
   *
   * @param table of the files, whose state must not be older than they are
   * @param files to look into
   * @param keys stay with this thread until this returns
   * @param matches takes the rows, those of one file after each other, in no order
   * @throws RuntimeException of Iceberg's, if a data file cannot be read; what was found until then
   *     is not all
   */
  public void find(Table table, Iterable<DataFile> files, SoughtKeys keys, MatchConsumer matches) {
    Lookup lookup = new Lookup(table, keys, matches);
    // First what is there, so that nothing of it has to make room for the rest.
    List<DataFile> unknown = new ArrayList<>();
    for (DataFile file : files) {
      if (!keys.mayBeIn(file)) {
        listener.pruned();
      } else if (!lookup.search(file)) {
        unknown.add(file);
      }
    }
    unknown.forEach(lookup::scan);
  }

  /** One search for keys in files of a table. */
  private final class Lookup {
    private final SoughtKeys keys;
    private final MatchConsumer consumer;
    private final KeyScan scan;
    private final String scheme;
    private final BlockReader reader;
    private final Matches found = new Matches();
    private final long number = blocks.beginLookup();

    Lookup(Table table, SoughtKeys keys, MatchConsumer consumer) {
      this.keys = keys;
      this.consumer = consumer;
      this.scan = new KeyScan(table, keys.schema());
      this.scheme = scan.scheme();
      this.reader = new BlockReader(keys);
    }

    boolean search(DataFile file) {
      if (!blocks.search(source(file), reader, found)) {
        return false;
      }
      listener.searched();
      found.tell(file, consumer);
      return true;
    }

    void scan(DataFile file) {
      // Keys of an encrypted file must not lie on disk in the clear.
      Optional<BlockBuild> build =
          file.keyMetadata() == null ? blocks.build(source(file), number) : Optional.empty();
      long rows;
      if (build.isEmpty()) {
        rows = scan.read(file, (first, second, at) -> tell(file, first, second, at));
      } else {
        rows = scanInto(build.get(), file);
      }
      listener.scanned(rows, keyBytes(file));
    }

    private long scanInto(BlockBuild build, DataFile file) {
      try (build) {
        long rows =
            scan.read(
                file,
                (first, second, position) -> {
                  build.add(first, second, position);
                  tell(file, first, second, position);
                });
        build.complete();
        return rows;
      }
    }

    private void tell(DataFile file, long first, long second, long position) {
      int key = keys.find(first, second);
      if (key != SoughtKeys.NONE) {
        consumer.match(file, key, position);
      }
    }

    private BlockSource source(DataFile file) {
      return BlockSource.of(file, scheme, keys.words());
    }

    private long keyBytes(DataFile file) {
      Map<Integer, Long> sizes = file.columnSizes();
      long bytes = 0;
      for (int fieldId : keys.fieldIds()) {
        Long size = sizes == null ? null : sizes.get(fieldId);
        if (size == null) {
          return file.fileSizeInBytes();
        }
        bytes += size;
      }
      return bytes;
    }
  }
}
