package io.frazil.connector.metrics;

/**
 * What a task did to one table since it started, as JMX shows it. Commits are those of the task's
 * coordinator: only the task that leads has any.
 */
public interface TableMetricsMXBean {

  /** Rows written to open files, those included that had to be written again. */
  long getUpserts();

  /** Deletes written to open files. */
  long getDeletes();

  /** Truncates written. */
  long getTruncates();

  /** How often open files were discarded, to be written again. */
  long getRewinds();

  /** Changes that did nothing, since their ordering values were lower than those of before. */
  long getLateChanges();

  /** Rows that were written without values that the source did not send, with no row to keep. */
  long getIncompleteRows();

  /** Commits. */
  long getCommits();

  /** Changes in these. */
  long getRowsCommitted();

  /** Rounds in which nothing could be committed. */
  long getCommitFailures();

  /** How often somebody else changed the table while a commit was prepared. */
  long getConflicts();

  /** Milliseconds that commits took, from plan to catalog's answer. */
  long getCommitMillis();

  /** Milliseconds that the last one took; -1 where there was none. */
  long getLastCommitMillis();

  /** Seconds since the last commit; -1 where there was none. */
  long getSecondsSinceCommit();

  /**
   * How many milliseconds before its end the last commit has all changes of the source; -1 where
   * that is not known.
   */
  long getSourceLagMillis();

  /** Different keys in the commits that were merged, each counted once a commit. */
  long getKeysMerged();

  /** Rows of these keys that the table had, dead ones included. */
  long getRowsFound();

  /** Milliseconds of the commits that merging took. */
  long getMergeMillis();

  /** The share of the table's rows that delete files remove, from 0 to 1, as last seen. */
  double getDeleteDebt();
}
