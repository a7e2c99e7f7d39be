package io.frazil.connector.resolve;

import org.apache.iceberg.DataFile;

/** Takes rows that have a sought key. */
@FunctionalInterface
public interface MatchConsumer {

  /**
   * Takes a row.
   *
   * @param file that the row lies in
   * @param key its key's number among the sought keys
   * @param position of the row in the file, from 0
   */
  void match(DataFile file, int key, long position);
}
