package io.frazil.connector.config;

/** What a table holds of its changes. */
public enum WriteMode {
  /** Every record, as it came. */
  APPEND,
  /** The current row of each key. */
  UPSERT,
  /** Every change, as a row that says what it is. */
  CHANGELOG
}
