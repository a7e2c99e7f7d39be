package io.frazil.connector.write;

import org.apache.iceberg.PartitionKey;

/**
 * Where a row of an open delta lies.
 *
 * @param file the data file
 * @param position the row's number in it, from 0
 */
record RowPosition(InFile file, long position) implements LastChange {

  /**
   * A data file of the delta.
   *
   * @param location where it is
   * @param partition the partition of its rows
   */
  record InFile(String location, PartitionKey partition) {}
}
