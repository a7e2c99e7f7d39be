package io.frazil.connector.metrics;

/** A task's figures since it started, as JMX shows them. */
public interface TaskMetricsMXBean {

  /** Whether its coordinator leads the connector's commits now. */
  boolean isLeading();

  /** Records that change nothing: tombstones and operations that are ignored. */
  long getRecordsSkipped();

  /** Records that could not be applied and were passed over. */
  long getRecordsPassedOver();

  /** How often a table could not be reached. */
  long getStalls();

  /** Deltas, each a set of files for one table, that are written and not acknowledged now. */
  int getUnacknowledgedDeltas();

  /** Bytes of these. */
  long getUnacknowledgedBytes();

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
