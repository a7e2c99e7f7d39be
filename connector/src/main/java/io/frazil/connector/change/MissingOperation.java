package io.frazil.connector.change;

/** What a record means whose operation column is missing, null or blank. */
public enum MissingOperation {
  /** The row is now as the record says: full loads often carry no operation. */
  UPSERT,
  /** It is an error of the record. */
  FAIL
}
