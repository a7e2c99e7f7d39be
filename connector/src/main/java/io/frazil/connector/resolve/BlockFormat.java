package io.frazil.connector.resolve;

/**
 * The key block of a data file, in a file of its own:
 *
 * <pre>
 * page*        entries of a page, sorted by their first word as a signed long:
 *                first word (8 bytes), second word (8, only where fingerprints have two),
 *                position in the data file (4, unsigned)
 * description  what the block is made of, see {@link BlockSource#description()}
 * directory    of each page: least first word (8), greatest first word (8), entries (4), CRC32C (4)
 * trailer      bytes of the description (4), pages (4), version (4), CRC32C of all from the
 *                description to here (4), magic (4)
 * </pre>
 *
 * All numbers are big-endian. Pages come in any order and may overlap. What is read is checked: a
 * block that was cut or changed at any place is found out.
 */
final class BlockFormat {
  static final int MAGIC = 0x465a4b42;
  static final int VERSION = 1;
  static final int PAGE_BYTES = 1 << 14;

  /** How many rows are sorted at once, in some 20 MB of memory at most. */
  static final int RUN_ROWS = 1 << 20;

  /** Positions beyond do not fit. */
  static final long MAX_ROWS = 1L << 32;

  static final int TRAILER_BYTES = 5 * Integer.BYTES;

  /** The end of the trailer: the checksum itself and the magic number. */
  static final int UNCHECKED_BYTES = 2 * Integer.BYTES;

  private BlockFormat() {}

  static int entryBytes(int words) {
    return words * Long.BYTES + Integer.BYTES;
  }

  static int entriesPerPage(int words) {
    return PAGE_BYTES / entryBytes(words);
  }

  /** How big the block will be if no row of the file lacks a key. */
  static long bytes(BlockSource source) {
    int entriesPerPage = entriesPerPage(source.words());
    // Each sorted run may end with a page that is not full.
    long pages = source.rows() / entriesPerPage + source.rows() / RUN_ROWS + 1;
    return source.rows() * entryBytes(source.words())
        + pages * BlockPage.BYTES
        + source.description().length
        + TRAILER_BYTES;
  }
}
