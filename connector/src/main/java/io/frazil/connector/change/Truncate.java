package io.frazil.connector.change;

/** What a truncate means. */
public enum Truncate {
  /** All rows are gone; a table that is only appended to keeps the record. */
  APPLY,
  /** The record is skipped. */
  IGNORE,
  /** It is an error of the record. */
  FAIL
}
