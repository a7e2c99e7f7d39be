package io.frazil.connector.metrics;

/**
 * Hears what happens in a task. Called from the task's thread and the coordinator's; must be quick.
 */
public interface TaskListener {

  /** Hears, and does nothing. */
  TaskListener NONE = new Silence();

  /**
   * Hears of what happens to one table.
   *
   * @param table its name as in the configuration, with the branch where one is set
   */
  TableListener table(String table);

  /** A record changes nothing: a tombstone or an operation that is ignored. */
  void skipped();

  /** A record could not be applied and was passed over. */
  void passedOver();

  /** A table could not be reached; it is tried again. */
  void stalled();

  /** So much is written and not acknowledged now. */
  void unacknowledged(int deltas, long bytes);

  /** This task's coordinator leads from now on. */
  void elected();

  /** This task's coordinator does not lead any more. */
  void dismissed();

  /** A round of this task's coordinator began. */
  void roundBegan();

  /** Each table of this task's coordinator's round was committed to, or could not be. */
  void roundEnded();

  /** The key columns of so many rows were read, since there was no key block of their file. */
  void scannedForKeys(long rows, long bytes);

  /** A key block was built. */
  void builtKeyBlock();

  /** A key block was damaged, cut short, or could not be written. */
  void lostKeyBlock();

  /** The key blocks take so many bytes of local disk now. */
  void keyIndexHolds(long bytes);
}
