package io.frazil.connector.write;

/** What the last change of a key in a delta left: a row of this delta, or none. */
sealed interface LastChange permits RowPosition, LastChange.Gone {

  /** The key has no row any more. */
  enum Gone implements LastChange {
    GONE
  }
}
