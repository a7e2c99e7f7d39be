package io.frazil.connector.commit;

/** What the runner of a worker has to do, in the order given. */
public sealed interface WorkerAction {

  /** Read the partition from this offset on. */
  record Seek(SourcePartition partition, long offset) implements WorkerAction {}

  /** Close the table's open files and delete them: nobody knows of them yet. */
  record Discard(TableRef table) implements WorkerAction {}

  /**
   * Load the table and hand its state to {@link Worker#loaded}, before anything else is handed to
   * the worker.
   */
  record Reload(TableRef table) implements WorkerAction {}

  /** The table is another one than was written to: stop loudly, nothing is lost. */
  record Replaced(TableRef table) implements WorkerAction {}
}
