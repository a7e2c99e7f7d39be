package io.frazil.connector.metrics;

import java.util.Map;

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

  /** Changes that did nothing, since their ordering values were lower than those of before. */
  long getLateChanges();

  /** Rows that were written without values that the source did not send, with no row to keep. */
  long getIncompleteRows();

  /** Different keys in the commits that were merged, each counted once a commit. */
  long getKeysMerged();

  /** Rows of these keys that the tables had, dead ones included. */
  long getRowsFound();

  /** Milliseconds that merging took, the commits themselves excluded. */
  long getMergeMillis();

  /** The share of each table's rows that delete files remove, from 0 to 1, as last seen. */
  Map<String, Double> getDeleteDebt();

  /** Rows whose key columns were read, since there was no key block of their file. */
  long getRowsScannedForKeys();

  /** Bytes of these columns. */
  long getBytesScannedForKeys();

  /** Key blocks built. */
  long getKeyBlocksBuilt();

  /** Key blocks that were damaged, cut short, or could not be written. */
  long getKeyBlocksLost();

  /** Bytes of local disk that key blocks take now. */
  long getKeyIndexBytes();
}
