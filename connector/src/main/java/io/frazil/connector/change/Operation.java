package io.frazil.connector.change;

/** What a change does to the row of its key. */
public enum Operation {
  /** The row is now as the change says, whether or not it was there before. */
  UPSERT,
  /** The row is gone. */
  DELETE,
  /** All rows of the table are gone. */
  TRUNCATE
}
