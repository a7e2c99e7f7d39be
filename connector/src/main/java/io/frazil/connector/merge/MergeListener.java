package io.frazil.connector.merge;

/** Hears of merges. Called from several threads, and must be quick. */
public interface MergeListener {
  /** Hears, and does nothing. */
  MergeListener NONE = merged -> {};

  /** A commit's deltas were merged into a table; whether it lands is open. */
  void merged(Merged merged);

  /**
   * What it came to.
   *
   * @param table the table's name
   * @param keys how many different keys changed
   * @param rowsFound how many rows of these keys were found in the table, dead ones included
   * @param late how many changes were older than what the table had already
   * @param incomplete how many rows were written that lack values which no change told
   * @param deleteDebt the share of the table's rows that delete files removed before this, from 0
   *     to 1
   */
  record Merged(
      String table, long keys, long rowsFound, long late, long incomplete, double deleteDebt) {}
}
