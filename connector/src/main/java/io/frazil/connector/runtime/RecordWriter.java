package io.frazil.connector.runtime;

import static io.frazil.connector.intake.UnreachableTableException.open;
import static io.frazil.connector.intake.UnreachableTableException.reach;

import io.frazil.connector.change.ChangeEvent;
import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.commit.TableState;
import io.frazil.connector.commit.Worker;
import io.frazil.connector.intake.Cut;
import io.frazil.connector.intake.Intake;
import io.frazil.connector.intake.Intake.Pending;
import io.frazil.connector.intake.UnreachableTableException;
import io.frazil.connector.metrics.TaskListener;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.iceberg.ContentFile;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Writes records to the open files of every table that they go to, or to none. For a task's thread.
 */
final class RecordWriter {
  private final Worker<ContentFile<?>> worker;
  private final Intake intake;
  private final ActionQueue actions;
  private final SourceWatch sources;
  private final ReadingControl reading;
  private final BadRecords badRecords;
  private final Stalls stalls;
  private final BadTables badTables;
  private final Flush flush;
  private final TaskListener listener;
  // What the present record becomes; filled anew for each, so that a record costs few objects.
  private final List<Pending> pending = new ArrayList<>();

  RecordWriter(
      Worker<ContentFile<?>> worker,
      Intake intake,
      ActionQueue actions,
      SourceWatch sources,
      ReadingControl reading,
      BadRecords badRecords,
      Stalls stalls,
      BadTables badTables,
      Flush flush,
      TaskListener listener) {
    this.worker = worker;
    this.intake = intake;
    this.actions = actions;
    this.sources = sources;
    this.reading = reading;
    this.badRecords = badRecords;
    this.stalls = stalls;
    this.badTables = badTables;
    this.flush = flush;
    this.listener = listener;
  }

  /**
   * Writes a record, unless it is one that was written before or will be read again.
   *
   * @throws UnfitRecordException if it can't be applied and may not be passed over
   */
  void write(SinkRecord sinkRecord, SourcePartition partition) {
    long offset = sinkRecord.originalKafkaOffset();
    if (reading.isSought(partition)) {
      return;
    }
    long expected = worker.position(partition);
    if (offset < expected) {
      return;
    }
    if (offset > expected) {
      sources.jumped(partition, expected, offset);
    }
    if (isDone(sinkRecord, partition, offset)) {
      worker.advance(partition, offset, timestamp(sinkRecord));
    }
  }

  /** Whether the record is applied, or passed over; it is neither if it has to be read again. */
  private boolean isDone(SinkRecord sinkRecord, SourcePartition partition, long offset) {
    try {
      return apply(intake.route(sinkRecord), sinkRecord, partition, offset);
    } catch (InvalidRecordException e) {
      if (!badRecords.isPassedOver(sinkRecord, e)) {
        throw new UnfitRecordException(e);
      }
      boolean isKept =
          intake.errors().isEmpty()
              || apply(
                  List.of(intake.errors().get()), ErrorRows.of(sinkRecord, e), partition, offset);
      if (isKept) {
        listener.passedOver();
      }
      return isKept;
    }
  }

  /**
   * Makes a delta of a table's open rows.
   *
   * @throws UnreachableTableException if its files can't be finished: then the rows are read again;
   *     or that takes too long: then reading has to wait for it
   */
  void cut(TableRef table) {
    Cut cut =
        orLose(table, () -> intake.cut(table))
            .orElseThrow(() -> UnreachableTableException.unfinished(table));
    worker.cut(table, cut.id(), cut.written());
    stalls.written(table);
  }

  /**
   * Makes deltas of open rows: one table whose files can't be finished keeps no other from that.
   *
   * @return why some can't be finished, if any: what has failed before what is under way
   */
  Optional<UnreachableTableException> cutAll(List<TableRef> tables) {
    Optional<UnreachableTableException> failed = Optional.empty();
    for (TableRef table : tables) {
      try {
        cut(table);
      } catch (UnreachableTableException e) {
        failed = failed.filter(before -> !before.isUnderWay()).or(() -> Optional.of(e));
      }
    }
    return failed;
  }

  /** A step that fails half-way leaves open files of no use: their rows are to be read again. */
  private <T> T orLose(TableRef table, Supplier<T> step) {
    try {
      return reach(step);
    } catch (UnreachableTableException e) {
      actions.carryOut(worker.lose(table));
      throw e.losing(table);
    }
  }

  /**
   * Applies a record to the tables that it goes to.
   *
   * @return whether the record is done with; it is not if it has to be read again
   */
  private boolean apply(
      List<TableRef> tables, SinkRecord sinkRecord, SourcePartition partition, long offset) {
    pending.clear();
    for (TableRef table : tables) {
      Optional<ChangeEvent> change = intake.read(table, sinkRecord);
      if (change.isPresent()) {
        prepare(table, change.get(), partition, offset);
        if (reading.isSought(partition)) {
          return false;
        }
      }
    }
    for (Pending change : pending) {
      orLose(
          change.table(),
          () -> {
            change.write();
            return change;
          });
      worker.wrote(change.table(), partition, offset);
    }
    for (Pending written : pending) {
      if (flush.isDue(written)) {
        cut(written.table());
      }
    }
    return true;
  }

  /** Makes a change ready to be written, unless the table has it, or has to miss it for now. */
  private void prepare(TableRef table, ChangeEvent change, SourcePartition partition, long offset) {
    if (worker.isAside(table)) {
      worker.miss(table, partition, offset);
      return;
    }
    try {
      if (isOpen(table, change)
          && !reading.isSought(partition)
          && worker.accepts(table, partition, offset)) {
        Pending converted = converted(table, change);
        requireOrder(converted, partition, change);
        pending.add(converted);
        stalls.reached(table);
      }
    } catch (UnreachableTableException e) {
      if (e.lost().isPresent()) {
        throw e;
      }
      actions.carryOut(badTables.setAside(table, e));
      worker.miss(table, partition, offset);
    }
  }

  /** Of a change that comes from elsewhere, nobody can tell whether it was before a truncate. */
  private void requireOrder(Pending converted, SourcePartition partition, ChangeEvent change) {
    if (converted.isTruncate()) {
      TableRef table = converted.table();
      Set<SourcePartition> others = new TreeSet<>(actions.load(table).committed().partitions());
      others.addAll(worker.partitionsWrittenTo(table));
      others.remove(partition);
      if (!others.isEmpty()) {
        throw new InvalidRecordException(
                change.source(),
                "it truncates the table, which is also fed from %s: it is not known which of its rows were there before. Use one source partition for such a table, or set iceberg.tables.behavior-on-truncate to ignore."
                    .formatted(others))
            .at(table.toString());
      }
    }
  }

  /** A table that has changed is opened anew, its open rows become a delta of their own. */
  private Pending converted(TableRef table, ChangeEvent change) {
    Optional<Pending> converted = open(() -> intake.convert(table, change));
    while (converted.isEmpty()) {
      if (worker.outstanding().openTables().contains(table)) {
        cut(table);
      } else {
        intake.discard(table);
      }
      converted = open(() -> intake.convert(table, change));
    }
    return converted.get();
  }

  private boolean isOpen(TableRef table, ChangeEvent change) {
    if (worker.isKnown(table)) {
      return true;
    }
    if (!reach(() -> intake.ensureExists(table, change))) {
      return false;
    }
    TableState state = actions.load(table);
    sources.checkLives(worker.topicIds(), state);
    actions.carryOut(worker.open(table, state));
    return true;
  }

  private static Optional<Instant> timestamp(SinkRecord sinkRecord) {
    return Optional.ofNullable(sinkRecord.timestamp()).map(Instant::ofEpochMilli);
  }

  /** A record that can't be applied and may not be passed over. */
  static final class UnfitRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final InvalidRecordException problem;

    private UnfitRecordException(InvalidRecordException problem) {
      super(problem);
      this.problem = problem;
    }

    InvalidRecordException problem() {
      return problem;
    }
  }
}
