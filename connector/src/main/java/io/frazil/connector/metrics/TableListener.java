package io.frazil.connector.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Hears what a task does to one table. Called from the task's thread and the coordinator's; must be
 * quick.
 */
public interface TableListener {

  /** A row was written to the open files. */
  void upserted();

  /** A delete was. */
  void deleted();

  /** A truncate was. */
  void truncated();

  /** The open files were discarded, to be written again. */
  void rewound();

  /** So many changes did nothing, since their ordering values were lower than those of before. */
  void late(long changes);

  /** So many rows were written without values that the source did not send. */
  void incomplete(long rows);

  /**
   * This task's coordinator committed to the table.
   *
   * @param validThrough the source time up to which the table is complete, where known
   */
  void committed(long rows, Optional<Instant> validThrough);

  /** It could not in a round. */
  void commitFailed();

  /** Somebody else changed the table while it prepared a commit, which is prepared anew. */
  void conflicted();

  /** A commit that was prepared took so long, whatever came of it. */
  void commitTook(Duration time);

  /**
   * This task's coordinator merged a commit's deltas into the table.
   *
   * @param keys how many different keys changed
   * @param rowsFound how many rows of these keys the table had, dead ones included
   * @param deleteDebt the share of the table's rows that delete files remove, from 0 to 1
   */
  void merged(long keys, long rowsFound, double deleteDebt);

  /** That took so long. */
  void mergeTook(Duration time);
}
