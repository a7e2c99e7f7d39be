package io.frazil.connector.metrics;

import java.time.Duration;

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

        @Override
        public void late(long changes) {}

        @Override
        public void incomplete(long rows) {}

        @Override
        public void merged(String table, long keys, long rowsFound, double deleteDebt) {}

        @Override
        public void mergeTook(Duration time) {}

        @Override
        public void scannedForKeys(long rows, long bytes) {}

        @Override
        public void builtKeyBlock() {}

        @Override
        public void lostKeyBlock() {}

        @Override
        public void keyIndexHolds(long bytes) {}
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

  /** So many changes did nothing, since their ordering values were lower than those of before. */
  void late(long changes);

  /** So many rows were written without values that the source did not send. */
  void incomplete(long rows);

  /**
   * This task's coordinator merged a commit's deltas into a table.
   *
   * @param keys how many different keys changed
   * @param rowsFound how many rows of these keys the table had, dead ones included
   * @param deleteDebt the share of the table's rows that delete files remove, from 0 to 1
   */
  void merged(String table, long keys, long rowsFound, double deleteDebt);

  /** A merge took so long, the commit itself excluded. */
  void mergeTook(Duration time);

  /** The key columns of so many rows were read, since there was no key block of their file. */
  void scannedForKeys(long rows, long bytes);

  /** A key block was built. */
  void builtKeyBlock();

  /** A key block was damaged, cut short, or could not be written. */
  void lostKeyBlock();

  /** The key blocks take so many bytes of local disk now. */
  void keyIndexHolds(long bytes);
}
