package io.frazil.connector.schema;

/** Which columns of a new table are required. Key columns always are. */
public enum ColumnRequirement {
  /** Those that are not optional in the record's schema; without a schema, none. */
  AS_IN_SOURCE,
  /** None, so that a source may drop a column later. */
  ALL_OPTIONAL
}
