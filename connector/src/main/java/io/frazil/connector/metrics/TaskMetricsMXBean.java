package io.frazil.connector.metrics;

/** A task's figures since it started, as JMX shows them. */
public interface TaskMetricsMXBean {

  /** Changes written to open files, those included that had to be written again. */
  long getChangesWritten();

  /** Records that change nothing: tombstones and operations that are ignored. */
  long getRecordsSkipped();

  /** Records that could not be applied and were passed over. */
  long getRecordsPassedOver();

  /** How often a table's open files were discarded, to be written again. */
  long getRewinds();

  /** How often a table could not be reached. */
  long getStalls();

  /** Bytes written and not acknowledged now. */
  long getUnacknowledgedBytes();

  /** Commits to tables made by this task's coordinator. */
  long getCommits();

  /** Changes in these commits. */
  long getRowsCommitted();

  /** Rounds in which this task's coordinator could not commit to a table. */
  long getCommitFailures();
}
