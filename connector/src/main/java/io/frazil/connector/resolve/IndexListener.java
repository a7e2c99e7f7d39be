package io.frazil.connector.resolve;

/**
 * Hears how the rows of keys are found. Called from every thread that finds rows, and must be quick
 * and safe to call from several at once.
 */
public interface IndexListener {

  /** Hears, and does nothing. */
  IndexListener NONE = new IndexListener() {};

  /** A data file cannot hold any sought key, and was passed over. */
  default void pruned() {}

  /** A data file's rows were found in its key block. */
  default void searched() {}

  /**
   * A data file's key columns were read.
   *
   * @param rows of the file
   * @param bytes of its key columns, where the file's statistics tell; else of the whole file
   */
  default void scanned(long rows, long bytes) {}

  /** A key block was written: so many rows have their keys in it, and it has so many bytes. */
  default void built(long rows, long bytes) {}

  /** A key block was deleted to make room. */
  default void evicted() {}

  /** A key block was missing, cut short or damaged; its data file is scanned. */
  default void unusable() {}

  /** A key block could not be written; its data file will be scanned again. */
  default void unwritable() {}

  /** The key blocks take so many bytes of the disk now. */
  default void holds(long bytes) {}
}
