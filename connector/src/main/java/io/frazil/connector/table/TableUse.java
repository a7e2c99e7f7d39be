package io.frazil.connector.table;

/** What the connector is going to do with a table. */
public enum TableUse {
  /** Rows are only added. */
  APPEND,
  /** Rows are also replaced and removed by their key: the table must be able to have deletes. */
  UPSERT
}
