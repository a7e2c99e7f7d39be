package io.frazil.connector.resolve;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds sought keys in key blocks, see {@link BlockFormat}. Reads only pages that may hold one, and
 * believes nothing that it has not checked. Not thread-safe; but blocks may be replaced or deleted
 * by others at any time.
 */
final class BlockReader {
  private static final int READ_BYTES = 16 * BlockFormat.PAGE_BYTES;
  private final SoughtKeys keys;
  private final Fingerprints sorted;
  private final int entryBytes;
  // Outside the heap, so that the system reads right into it.
  private final ByteBuffer bytes = ByteBuffer.allocateDirect(READ_BYTES);

  BlockReader(SoughtKeys keys) {
    this.keys = keys;
    this.sorted = keys.sorted();
    this.entryBytes = BlockFormat.entryBytes(keys.words());
  }

  /**
   * Finds all rows of sought keys.
   *
   * @param source that the block must be made of
   * @param matches takes the rows; worthless if this throws
   * @return the size of the block in bytes
   * @throws IOException if the block cannot be read, or is not what it should be
   */
  long search(Path file, BlockSource source, Matches matches) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      List<BlockPage> wanted = wantedPages(channel, source);
      int from = 0;
      while (from < wanted.size()) {
        int to = from + 1;
        while (to < wanted.size() && belongTogether(wanted, from, to)) {
          to++;
        }
        searchPages(channel, wanted.subList(from, to), matches);
        from = to;
      }
      return channel.size();
    }
  }

  private boolean belongTogether(List<BlockPage> pages, int from, int to) {
    return pages.get(to).offset() == end(pages.get(to - 1))
        && end(pages.get(to)) - pages.get(from).offset() <= READ_BYTES;
  }

  private List<BlockPage> wantedPages(FileChannel channel, BlockSource source) throws IOException {
    long size = channel.size();
    byte[] description = source.description();
    ByteBuffer trailer = ByteBuffer.allocate(BlockFormat.TRAILER_BYTES);
    read(channel, size - trailer.limit(), trailer);
    int described = trailer.getInt();
    int pages = trailer.getInt();
    int version = trailer.getInt();
    int checksum = trailer.getInt();
    check(trailer.getInt() == BlockFormat.MAGIC, "does not end as a key block does");
    check(version == BlockFormat.VERSION, "is of another version");
    check(described == description.length, "is of another data file");
    long footerBytes = described + (long) pages * BlockPage.BYTES + BlockFormat.TRAILER_BYTES;
    check(pages >= 0 && footerBytes <= Math.min(size, Integer.MAX_VALUE), "is cut short");

    ByteBuffer footer = ByteBuffer.allocate((int) footerBytes);
    read(channel, size - footerBytes, footer);
    footer.limit(footer.limit() - BlockFormat.UNCHECKED_BYTES);
    check(BlockPage.checksum(footer) == checksum, "has a damaged directory");
    check(
        footer.slice(0, described).equals(ByteBuffer.wrap(description)), "is of another data file");
    return wantedPages(footer.position(described), pages, size - footerBytes);
  }

  private List<BlockPage> wantedPages(ByteBuffer directory, int pages, long pagesEnd)
      throws IOException {
    List<BlockPage> wanted = new ArrayList<>();
    long offset = 0;
    for (int i = 0; i < pages; i++) {
      BlockPage page = BlockPage.read(directory, offset);
      if (sorted.indexOfAtLeast(page.least(), 0) < sorted.indexOfGreater(page.greatest(), 0)) {
        wanted.add(page);
      }
      offset = end(page);
    }
    check(offset == pagesEnd, "lacks pages");
    return wanted;
  }

  private void searchPages(FileChannel channel, List<BlockPage> pages, Matches matches)
      throws IOException {
    long start = pages.get(0).offset();
    bytes.clear().limit((int) (end(pages.get(pages.size() - 1)) - start));
    read(channel, start, bytes);
    for (BlockPage page : pages) {
      int at = (int) (page.offset() - start);
      bytes.limit((int) (end(page) - start)).position(at);
      check(BlockPage.checksum(bytes) == page.checksum(), "has a damaged page");
      searchPage(at, page.entries(), matches);
    }
  }

  // Both are sorted. Whichever is behind leaps ahead, so that it hardly matters if there are few
  // keys for many entries or the other way round.
  private void searchPage(int at, int entries, Matches matches) {
    int entry = 0;
    int key = sorted.indexOfAtLeast(bytes.getLong(at), 0);
    while (entry < entries && key < sorted.size()) {
      long first = bytes.getLong(at + entry * entryBytes);
      if (first < sorted.first(key)) {
        entry = entryOfAtLeast(sorted.first(key), at, entry, entries);
      } else if (first > sorted.first(key)) {
        key = sorted.indexOfAtLeast(first, key);
      } else {
        searchEntry(at + entry * entryBytes, matches);
        entry++;
      }
    }
  }

  private int entryOfAtLeast(long first, int at, int from, int entries) {
    int low = from;
    int high = from;
    // In strides that double, then by halves of the last stride.
    for (int stride = 1;
        high < entries && bytes.getLong(at + high * entryBytes) < first;
        stride *= 2) {
      low = high + 1;
      high += stride;
    }
    high = Math.min(high, entries);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (bytes.getLong(at + middle * entryBytes) < first) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void searchEntry(int at, Matches matches) {
    long second = keys.words() == 2 ? bytes.getLong(at + Long.BYTES) : 0;
    int key = keys.find(bytes.getLong(at), second);
    if (key != SoughtKeys.NONE) {
      matches.add(key, Integer.toUnsignedLong(bytes.getInt(at + entryBytes - Integer.BYTES)));
    }
  }

  private long end(BlockPage page) {
    return page.offset() + (long) page.entries() * entryBytes;
  }

  /** Fills the buffer from this offset of the block on, and turns to its start. */
  private static void read(FileChannel channel, long offset, ByteBuffer into) throws IOException {
    check(offset >= 0, "is cut short");
    int start = into.position();
    long next = offset;
    while (into.hasRemaining()) {
      int count = channel.read(into, next);
      check(count >= 0, "is cut short");
      next += count;
    }
    into.position(start);
  }

  private static void check(boolean isSound, String whatIsWrong) throws IOException {
    if (!isSound) {
      throw new IOException("it " + whatIsWrong);
    }
  }
}
