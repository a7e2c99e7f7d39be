package io.frazil.connector.table;

/** What the connector is going to do with a table. */
public enum TableUse {
  /** Rows are only added: any format version. */
  APPEND,
  /** Rows are also replaced and removed, in data files that are written anew: any version. */
  COPY_ON_WRITE,
  /** Rows are also replaced and removed by their position: from format version 2. */
  POSITION_DELETES,
  /** Rows are also replaced and removed by deletion vectors: from format version 3. */
  DELETION_VECTORS,
  /**
   * Rows are also replaced and removed by their key: from format version 2, and with a spec without
   * partitions.
   */
  EQUALITY_DELETES;

  boolean needsDeleteFiles() {
    return this != APPEND && this != COPY_ON_WRITE;
  }

  /** The format version of a table for this, unless another is asked for. */
  String defaultFormatVersion() {
    return this == DELETION_VECTORS ? "3" : "2";
  }
}
