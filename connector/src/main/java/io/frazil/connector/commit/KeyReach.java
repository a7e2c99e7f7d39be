package io.frazil.connector.commit;

/** Which rows a delta that removes rows by key reaches. */
public enum KeyReach {
  /**
   * Those of strictly older snapshots: the delta's keys get into the table, and each reader looks
   * for their rows.
   */
  OLDER_SNAPSHOTS,
  /**
   * Those of all deltas before it, also of the same snapshot: whoever commits looks for the rows.
   */
  EARLIER_DELTAS
}
