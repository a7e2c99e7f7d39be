package io.frazil.connector.metrics;

/**
 * Hears what happens in a task. Called from the task's thread and the coordinator's; must be quick.
 */
public interface TaskListener {

  /** Hears, and does nothing. */
  TaskListener NONE =
      new TaskListener() {
        @Override
        public void written() {}

        @Override
        public void skipped() {}

        @Override
        public void passedOver() {}

        @Override
        public void rewound() {}

        @Override
        public void stalled() {}

        @Override
        public void unacknowledged(long bytes) {}

        @Override
        public void committed(long rows) {}

        @Override
        public void commitFailed() {}
      };

  /** A change was written to a table's open files. */
  void written();

  /** A record changes nothing: a tombstone or an operation that is ignored. */
  void skipped();

  /** A record could not be applied and was passed over. */
  void passedOver();

  /** A table's open files were discarded, to be written again. */
  void rewound();

  /** A table could not be reached; it is tried again. */
  void stalled();

  /** So much is written and not acknowledged now. */
  void unacknowledged(long bytes);

  /** This task's coordinator committed to a table. */
  void committed(long rows);

  /** This task's coordinator could not commit to a table in a round. */
  void commitFailed();
}
