package io.frazil.connector.runtime;

import io.frazil.connector.commit.TableRef;
import io.frazil.connector.intake.UnreachableTableException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The stalls of a task. For a task's thread.
 *
 * <table>
 *   <caption>Stalls</caption>
 *   <tr><th>what failed</th><th>what rests</th><th>it ends when</th></tr>
 *   <tr><td>a table can't be reached, and the others can</td><td>that table; longer each time, since
 *       what it misses is read again</td><td>a record is ready to be written to it</td></tr>
 *   <tr><td>no table can be reached</td><td>reading</td><td>reading goes on</td></tr>
 *   <tr><td>a table's files can't be written</td><td>reading</td><td>they are: rows wait on local
 *       disk, so that reading goes on long before storage is asked again</td></tr>
 * </table>
 */
final class Stalls {
  private static final Duration REST = Duration.ofSeconds(1);
  private static final Duration MAX_REST = Duration.ofSeconds(30);

  private final WorkerLimits limits;
  private final Stall reading;
  private final Map<TableRef, Stall> reaching = new HashMap<>();
  private final Map<TableRef, Stall> writing = new HashMap<>();
  private Optional<Instant> now = Optional.empty();

  Stalls(WorkerLimits limits) {
    this.limits = limits;
    this.reading = newStall(REST);
  }

  private Stall newStall(Duration maxRest) {
    return new Stall(limits.patience(), limits.maxFailures(), REST, maxRest);
  }

  /** From now on it is so late. */
  void at(Instant time) {
    now = Optional.of(time);
  }

  /** Whether it is known how late it is. */
  boolean haveTime() {
    return now.isPresent();
  }

  /**
   * Something failed, and reading stops.
   *
   * @throws org.apache.kafka.connect.errors.ConnectException when that has been so for too long
   */
  void failed(UnreachableTableException cause) {
    Optional<TableRef> lost = cause.lost();
    if (lost.isPresent()) {
      writing
          .computeIfAbsent(lost.get(), table -> newStall(REST))
          .failed("write files of table " + lost.get(), cause, now.orElseThrow());
    } else {
      reading.failed("reach " + cause.what(), cause, now.orElseThrow());
    }
  }

  /**
   * A table can't be reached, and the others go on.
   *
   * @throws org.apache.kafka.connect.errors.ConnectException when that has been so for too long
   */
  void failed(TableRef table, UnreachableTableException cause) {
    reaching
        .computeIfAbsent(table, t -> newStall(MAX_REST))
        .failed("reach table " + table, cause, now.orElseThrow());
  }

  /** Reading goes on. */
  void end() {
    reading.end();
  }

  /** A record is ready to be written to the table. Called for each record. */
  void reached(TableRef table) {
    if (!reaching.isEmpty()) {
      end(reaching, table);
    }
  }

  /** The table's files have been written. */
  void written(TableRef table) {
    end(writing, table);
  }

  private static void end(Map<TableRef, Stall> stalls, TableRef table) {
    Stall ended = stalls.remove(table);
    if (ended != null) {
      ended.end();
    }
  }

  /** Whether reading was stopped, and has not gone on since. */
  boolean isReadingStopped() {
    return reading.isOn() || !writing.isEmpty();
  }

  /** Whether it is too early to read on. */
  boolean isReadingResting() {
    return isResting(reading) || writing.values().stream().anyMatch(this::isResting);
  }

  /** Whether it is too early to try this table again. */
  boolean isResting(TableRef table) {
    return Optional.ofNullable(reaching.get(table)).filter(this::isResting).isPresent();
  }

  private boolean isResting(Stall stall) {
    return stall.isResting(now.orElseThrow());
  }
}
