package io.frazil.connector.runtime;

import io.frazil.connector.commit.TableRef;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The stalls of a task: one of reading, which ends when reading goes on, and one of each table
 * whose files can't be written, which ends only when they are: rows wait in memory, so that reading
 * goes on long before storage is asked again. For a task's thread.
 */
final class Stalls {
  private final WorkerLimits limits;
  private final Stall reading;
  private final Map<TableRef, Stall> writing = new HashMap<>();

  Stalls(WorkerLimits limits) {
    this.limits = limits;
    this.reading = newStall();
  }

  private Stall newStall() {
    return new Stall(limits.patience(), limits.maxFailures());
  }

  /**
   * Something failed.
   *
   * @throws org.apache.kafka.connect.errors.ConnectException when that has been so for too long
   */
  void failed(UnreachableTableException cause, Instant now) {
    Optional<TableRef> lost = cause.lost();
    if (lost.isPresent()) {
      writing
          .computeIfAbsent(lost.get(), table -> newStall())
          .failed("write files of table " + lost.get(), cause, now);
    } else {
      reading.failed("reach the tables", cause, now);
    }
  }

  /** Reading goes on. */
  void end() {
    reading.end();
  }

  /** The table's files have been written. */
  void end(TableRef table) {
    Stall ended = writing.remove(table);
    if (ended != null) {
      ended.end();
    }
  }

  boolean areOn() {
    return reading.isOn() || !writing.isEmpty();
  }

  /** Whether it is too early to try again. */
  boolean areResting(Instant now) {
    return reading.isResting(now) || writing.values().stream().anyMatch(s -> s.isResting(now));
  }
}
