package io.frazil.endtoend;

/** What may happen at any moment to a connector, which gets over it by itself. */
enum Incident {
  /**
   * A worker is gone without a word while files can't be written, so that none is named yet;
   * another joins before or after that.
   */
  WORKER_KILLED,
  /**
   * The same happens to the worker whose task leads, while nothing can be committed, so that files
   * are named that are in no table.
   */
  LEADER_KILLED,
  /** A worker ends in an orderly way, and another joins before or after that. */
  WORKER_STOPPED,
  /**
   * The worker whose task leads stands still until others have its tasks, and goes on with what it
   * was doing: there are two leaders, and reports come late.
   */
  LEADER_FROZEN,
  BROKER_KILLED,
  /** The connector gets another number of tasks. */
  TASKS_CHANGED,
  CONTROL_TOPIC_DELETED,
  /** The consumer group's offsets are deleted, or set to the beginning or the end. */
  GROUP_MOVED,
  /** Another program rewrites a table's files, for which it needs the catalog. */
  TABLE_COMPACTED,
  /**
   * A table's owner, who needs the catalog, takes its last change back; its rows are to be applied
   * once more.
   */
  TABLE_ROLLED_BACK;

  /** Whether it wants an outage of a certain kind. */
  boolean isParticular() {
    return this == WORKER_KILLED || this == LEADER_KILLED;
  }

  /** Whether it may happen during an outage. */
  boolean suits(Outage outage) {
    return switch (this) {
      case WORKER_KILLED -> outage.isOfStorage();
      case LEADER_KILLED -> outage.isOfAllCommits();
      case TABLE_COMPACTED, TABLE_ROLLED_BACK -> false;
      case WORKER_STOPPED,
          LEADER_FROZEN,
          BROKER_KILLED,
          TASKS_CHANGED,
          CONTROL_TOPIC_DELETED,
          GROUP_MOVED ->
          true;
    };
  }
}
