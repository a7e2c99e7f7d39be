package io.frazil.connector.resolve;

import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;

/**
 * Finds the rows of sought keys in data files that have no key block, which they get on the way if
 * there is room. Thread-safe; each file that is being searched takes some 20 MB of memory at most
 * beside what its reader takes.
 */
final class FileSearch {
  private final BlockFolder blocks;
  private final IndexListener listener;
  private final SoughtKeys keys;
  private final KeyScan scan;
  private final String scheme;
  private final long lookup;

  /**
   * A search.
   *
   * @param keys stay as they are from now on
   */
  FileSearch(Table table, SoughtKeys keys, BlockFolder blocks, IndexListener listener) {
    this.blocks = blocks;
    this.listener = listener;
    this.keys = keys;
    this.scan = new KeyScan(table, keys.schema());
    this.scheme = scan.scheme();
    this.lookup = blocks.beginLookup();
    // Threads share it.
    keys.sorted();
  }

  /** What a key block of a file must be made of. */
  BlockSource source(DataFile file) {
    return BlockSource.of(file, scheme, keys.words());
  }

  /**
   * Reads a file's keys.
   *
   * @throws RuntimeException of Iceberg's, if the file cannot be read
   */
  Matches search(DataFile file) {
    Matches matches = new Matches();
    // Keys of an encrypted file must not lie on disk in the clear.
    Optional<BlockBuild> build =
        file.keyMetadata() == null ? blocks.build(source(file), lookup) : Optional.empty();
    long rows = build.isPresent() ? scanInto(build.get(), file, matches) : scanOnly(file, matches);
    listener.scanned(rows, keyBytes(file));
    return matches;
  }

  private long scanOnly(DataFile file, Matches matches) {
    return scan.read(
        file,
        (first, second, position) -> {
          int key = keys.find(first, second);
          if (key != SoughtKeys.NONE) {
            matches.add(key, position);
          }
        });
  }

  private long scanInto(BlockBuild build, DataFile file, Matches matches) {
    try (build) {
      Run run = new Run(build, file, matches);
      long rows = scan.read(file, run);
      run.end();
      build.complete();
      return rows;
    }
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

  /**
   * Rows that are sorted together, which a block needs, and which saves looking up each of them.
   */
  private final class Run implements KeyScan.Visitor {
    private final BlockBuild build;
    private final DataFile file;
    private final Matches matches;
    private final Fingerprints rows;

    Run(BlockBuild build, DataFile file, Matches matches) {
      this.build = build;
      this.file = file;
      this.matches = matches;
      this.rows =
          new Fingerprints(keys.words(), (int) Math.min(BlockFormat.RUN_ROWS, file.recordCount()));
    }

    @Override
    public void row(long first, long second, long position) {
      if (position >= BlockFormat.MAX_ROWS) {
        throw new IllegalStateException(
            "Cannot look for keys in data file '%s': it has more than the %d rows that its manifest names. Rewrite it."
                .formatted(file.location(), file.recordCount()));
      }
      if (rows.size() == BlockFormat.RUN_ROWS) {
        end();
      }
      rows.add(first, second, (int) position);
    }

    void end() {
      rows.sort();
      keys.find(rows, matches);
      build.add(rows);
      rows.clear();
    }
  }
}
