package io.frazil.connector.runtime;

import static io.frazil.connector.runtime.UnreachableTableException.reach;

import io.frazil.connector.change.ChangeEvent;
import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.change.Operation;
import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.commit.TableState;
import io.frazil.connector.commit.Worker;
import io.frazil.connector.metrics.TaskListener;
import io.frazil.connector.runtime.Intake.Pending;
import io.frazil.connector.runtime.TableWriter.Cut;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
      Flush flush,
      TaskListener listener) {
    this.worker = worker;
    this.intake = intake;
    this.actions = actions;
    this.sources = sources;
    this.reading = reading;
    this.badRecords = badRecords;
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
    try {
      if (apply(sinkRecord, partition, offset)) {
        worker.advance(partition, offset, timestamp(sinkRecord));
      }
    } catch (InvalidRecordException e) {
      if (!badRecords.isPassedOver(sinkRecord, e)) {
        throw new UnfitRecordException(e);
      }
      listener.passedOver();
      worker.advance(partition, offset, timestamp(sinkRecord));
    }
  }

  /** Makes a delta of a table's open rows. */
  void cut(TableRef table) {
    Cut cut = intake.cut(table);
    worker.cut(table, cut.id(), cut.written());
  }

  /**
   * Applies a record to the tables that it goes to.
   *
   * @return whether the record is done with; it is not if it has to be read again
   */
  private boolean apply(SinkRecord sinkRecord, SourcePartition partition, long offset) {
    pending.clear();
    for (TableRef table : intake.route(sinkRecord)) {
      Optional<ChangeEvent> change = intake.read(table, sinkRecord);
      if (change.isPresent() && isOpen(table, change.get())) {
        if (reading.isSought(partition)) {
          return false;
        }
        if (worker.accepts(table, partition, offset)) {
          Pending converted = converted(table, change.get());
          requireOrder(converted, partition, change.get());
          pending.add(converted);
        }
      }
    }
    for (Pending change : pending) {
      change.write();
      worker.wrote(change.table(), partition, offset);
    }
    for (Pending written : pending) {
      if (flush.isDue(written.writer())) {
        cut(written.table());
      }
    }
    return true;
  }

  /** Of a change that comes from elsewhere, nobody can tell whether it was before a truncate. */
  private void requireOrder(Pending converted, SourcePartition partition, ChangeEvent change) {
    if (converted.change().operation() == Operation.TRUNCATE) {
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
    Optional<Pending> converted = reach(() -> intake.convert(table, change));
    while (converted.isEmpty()) {
      if (worker.openTables().contains(table)) {
        cut(table);
      } else {
        intake.discard(table);
      }
      converted = reach(() -> intake.convert(table, change));
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
