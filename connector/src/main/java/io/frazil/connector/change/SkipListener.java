package io.frazil.connector.change;

/** Hears of each record that changes nothing, so that they can be counted. */
@FunctionalInterface
public interface SkipListener {
  /** Why a record changes nothing. */
  enum Reason {
    /** A tombstone, where tombstones are ignored or the table is only appended to. */
    TOMBSTONE,
    /** Its operation is one that is ignored. */
    IGNORED_OPERATION,
    /** Neither key nor value. */
    EMPTY,
    /** It goes to no table. */
    UNROUTABLE
  }

  void skipped(Reason reason);
}
