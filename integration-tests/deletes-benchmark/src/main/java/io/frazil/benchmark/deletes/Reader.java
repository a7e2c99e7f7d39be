package io.frazil.benchmark.deletes;

import org.apache.iceberg.Table;

/** An engine at work, on one core. */
interface Reader extends AutoCloseable {
  /** Reads all rows of a version; what that took is the engine's alone. */
  Reading read(Version version, Scan scan);

  @Override
  void close();

  /**
   * A table as it was at a snapshot.
   *
   * @param name the mode's title, or what else it is
   * @param commits to the table before it
   */
  record Version(String name, int commits, Table table, long snapshotId) {}

  /** What was read, and what that took. */
  record Reading(Scan.Contents contents, Cost cost) {}
}
