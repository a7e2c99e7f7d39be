package io.frazil.endtoend;

/** What may happen at any moment to a connector, which gets over it by itself. */
enum Incident {
  /** A worker is gone without a word, and another joins before or after that. */
  WORKER_KILLED,
  /** A worker ends in an orderly way, and another joins before or after that. */
  WORKER_STOPPED,
  /** A worker stands still until others have its tasks, and goes on with what it was doing. */
  WORKER_FROZEN,
  BROKER_KILLED,
  /** The connector gets another number of tasks. */
  TASKS_CHANGED,
  CONTROL_TOPIC_DELETED,
  /** The consumer group's offsets are deleted, or set to the beginning or the end. */
  GROUP_MOVED,
  /** Another program rewrites a table's files. */
  TABLE_COMPACTED,
  /** A table's owner takes its last change back; its rows are to be applied once more. */
  TABLE_ROLLED_BACK;

  /** Whether somebody else than the connector needs the catalog for it. */
  boolean needsCatalog() {
    return this == TABLE_COMPACTED || this == TABLE_ROLLED_BACK;
  }
}
