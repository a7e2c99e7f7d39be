package io.frazil.connector.change;

/** What a record with a key and a null value (a tombstone) means. */
public enum NullValue {
  /** The row of the key is gone; a table that is only appended to skips the record. */
  DELETE,
  /** The record is skipped. */
  IGNORE,
  /** It is an error of the record. */
  FAIL
}
