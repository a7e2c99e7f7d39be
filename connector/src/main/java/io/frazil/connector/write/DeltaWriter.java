package io.frazil.connector.write;

import java.io.Closeable;

/**
 * The open files of one task for one table, from one cut to the next. Not thread-safe.
 *
 * <p>It ends in one of three ways: {@link #complete} hands the files out, {@link #abort} deletes
 * them, and {@link #close} alone is an abort. A change that failed half-way leaves the files
 * unusable: what follows can only be an abort. Records handed in are not kept, but the values in
 * them must not be changed later.
 */
public sealed interface DeltaWriter extends Closeable permits AppendDeltaWriter, UpsertDeltaWriter {

  /** The number of changes so far. */
  long rows();

  /**
   * An estimate of the bytes so far: rows that wait count as they are, uncompressed, and so are
   * several times as much as the files that they become. It asks the open file, so it is not for
   * every row.
   */
  long bytes();

  /** Closes the files and hands them out. Nothing can be written afterwards. */
  DeltaFiles complete();

  /**
   * Deletes all files of this delta, also after {@link #complete}, but never once a file was named
   * to anybody: a commit may hold it then.
   */
  void abort();

  /** Releases everything; files that were not completed are deleted. */
  @Override
  void close();
}
