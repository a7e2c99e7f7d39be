package io.frazil.connector.commit;

/** What a delta does to rows of strictly older snapshots. */
public enum OlderRows {
  /** Nothing. */
  STAY,
  /** Those of its keys go. */
  GO_BY_KEY,
  /** All go, and with them those of earlier deltas: the table was truncated. */
  GO
}
