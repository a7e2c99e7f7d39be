package io.frazil.connector.runtime;

import io.frazil.connector.change.ChangeEvent;
import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.commit.ControlEvent.CommitToTable;
import io.frazil.connector.commit.ControlEvent.StartCommit;
import io.frazil.connector.commit.Coordinator;
import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.commit.Start;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.commit.TableState;
import io.frazil.connector.commit.Tables;
import io.frazil.connector.commit.Worker;
import io.frazil.connector.commit.WorkerAction;
import io.frazil.connector.runtime.TableWriter.Cut;
import io.frazil.connector.runtime.TableWriter.TableChange;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.iceberg.ContentFile;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task's worker in the world: takes records and control events in, and carries out what the
 * protocol's {@link Worker} decides.
 *
 * <table>
 *   <caption>States</caption>
 *   <tr><th>state</th><th>when</th><th>what happens</th></tr>
 *   <tr><td>reading</td><td>as a rule</td><td>records are written</td></tr>
 *   <tr><td>full</td><td>too much is unacknowledged</td><td>reading pauses until rounds have caught up</td></tr>
 *   <tr><td>stalled</td><td>a table can't be reached</td><td>reading pauses, the last step is tried again; after the
 *       patience the task fails</td></tr>
 *   <tr><td>ending</td><td>a record can't be applied and may not be passed over</td><td>reading pauses until all before
 *       it is committed, then the task fails</td></tr>
 * </table>
 *
 * <p>For a task's thread.
 */
public final class WorkerRunner {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerRunner.class);

  private final Worker<ContentFile<?>> worker;
  private final Intake intake;
  private final Tables<ContentFile<?>> tables;
  private final SourceTopics topics;
  private final StartingPoints startingPoints;
  private final ControlChannel control;
  private final ReadingControl reading;
  private final BadRecords badRecords;
  private final FloorMark mark;
  private final WorkerLimits limits;
  private final Map<TopicPartition, SourcePartition> partitions = new HashMap<>();
  private final Deque<WorkerAction> undone = new ArrayDeque<>();
  private final Jumps jumps = new Jumps();
  private Optional<Instant> stalledSince = Optional.empty();
  private Optional<Ending> ending = Optional.empty();

  /** Puts the parts together. */
  public WorkerRunner(
      Worker<ContentFile<?>> worker,
      Intake intake,
      Tables<ContentFile<?>> tables,
      SourceTopics topics,
      StartingPoints startingPoints,
      ControlChannel control,
      ReadingControl reading,
      BadRecords badRecords,
      FloorMark mark,
      WorkerLimits limits) {
    this.worker = worker;
    this.intake = intake;
    this.tables = tables;
    this.topics = topics;
    this.startingPoints = startingPoints;
    this.control = control;
    this.reading = reading;
    this.badRecords = badRecords;
    this.mark = mark;
    this.limits = limits;
  }

  /** Takes partitions over. */
  public void open(Collection<TopicPartition> assigned) {
    for (TopicPartition partition : assigned) {
      partitions.put(partition, new SourcePartition(partition.topic(), partition.partition()));
    }
    assign(assigned.stream().map(partitions::get).collect(Collectors.toSet()));
    reading.resumed();
  }

  private void assign(Set<SourcePartition> taken) {
    Map<SourcePartition, Start> starts = startingPoints.of(taken);
    Map<TableRef, TableState> states = states();
    startingPoints.checkLives(starts, states);
    carryOut(worker.assign(starts, states));
    Map<SourcePartition, Long> positions = new HashMap<>(worker.positions());
    positions.keySet().retainAll(taken);
    startingPoints.checkGaps(positions).forEach(reading::seek);
    LOG.info("Reading {} from {}", taken, positions);
  }

  /** The states of all tables that exist; that of a table that was written to must be there. */
  private Map<TableRef, TableState> states() {
    Map<TableRef, TableState> states = new LinkedHashMap<>();
    for (TableRef table : intake.tables()) {
      if (worker.isKnown(table) || intake.exists(table)) {
        states.put(table, tables.load(table));
      }
    }
    return states;
  }

  /**
   * Writes records, and looks at the control topic. Has to be called often, also without records.
   */
  public void put(Collection<SinkRecord> records, Instant now) {
    reading.begin();
    try {
      doUndone();
      if (ending.isEmpty()) {
        records.forEach(this::handle);
      }
      control.poll(records.isEmpty()).forEach(this::on);
      stalledSince = Optional.empty();
    } catch (BadRecordException e) {
      endWith(e.problem(), now);
    } catch (UnreachableTableException e) {
      stall(e.cause(), now);
    }
    endIfSettled(now);
    reading.pauseWhile(isStalled() || ending.isPresent() || isFull());
  }

  private void handle(SinkRecord sinkRecord) {
    SourcePartition partition = partition(sinkRecord);
    long offset = sinkRecord.originalKafkaOffset();
    if (partition == null || reading.isSought(partition)) {
      return;
    }
    long expected = worker.position(partition);
    if (offset < expected) {
      return;
    }
    if (offset > expected) {
      jumps.add(partition, expected, offset);
    }
    try {
      if (apply(sinkRecord, partition, offset)) {
        worker.advance(partition, offset, timestamp(sinkRecord));
      }
    } catch (InvalidRecordException e) {
      if (!badRecords.isPassedOver(sinkRecord, e)) {
        throw new BadRecordException(e);
      }
      worker.advance(partition, offset, timestamp(sinkRecord));
    }
  }

  /**
   * Writes a record to every table that it goes to, or to none.
   *
   * @return whether the record is done with; it is not if it has to be read again
   */
  private boolean apply(SinkRecord sinkRecord, SourcePartition partition, long offset) {
    Map<TableRef, TableChange> changes = new LinkedHashMap<>();
    for (TableRef table : intake.tables()) {
      Optional<ChangeEvent> change = intake.read(table, sinkRecord);
      if (change.isPresent() && isOpen(table, change.get())) {
        if (reading.isSought(partition)) {
          return false;
        }
        if (worker.accepts(table, partition, offset)) {
          changes.put(table, reach(() -> intake.convert(table, change.get())));
        }
      }
    }
    changes.forEach(
        (table, change) -> {
          intake.writer(table).write(change);
          worker.wrote(table, partition, offset);
        });
    changes.keySet().stream()
        .filter(table -> limits.flush().isDue(intake.writer(table)))
        .forEach(this::cut);
    return true;
  }

  private boolean isOpen(TableRef table, ChangeEvent change) {
    if (worker.isKnown(table)) {
      return true;
    }
    if (!reach(() -> intake.ensureExists(table, change))) {
      return false;
    }
    carryOut(worker.open(table, load(table)));
    return true;
  }

  private SourcePartition partition(SinkRecord sinkRecord) {
    return partitions.get(
        new TopicPartition(sinkRecord.originalTopic(), sinkRecord.originalKafkaPartition()));
  }

  private static Optional<Instant> timestamp(SinkRecord sinkRecord) {
    return Optional.ofNullable(sinkRecord.timestamp()).map(Instant::ofEpochMilli);
  }

  private void cut(TableRef table) {
    Cut cut = intake.writer(table).cut();
    worker.cut(table, cut.id(), cut.written());
  }

  private void on(ControlEvent<ContentFile<?>> event) {
    if (event instanceof StartCommit<ContentFile<?>> start) {
      report(start.round());
    } else if (event instanceof CommitToTable<ContentFile<?>> published) {
      carryOut(worker.published(published));
      if (published.snapshotId().isPresent()) {
        reading.requestCommit();
      }
    }
  }

  private void report(UUID round) {
    try {
      restartRecreated();
      checkJumps();
    } catch (ConnectException e) {
      throw e;
    } catch (KafkaException e) {
      LOG.warn("Cannot report yet, since Kafka does not tell the topics' ids: {}", e.getMessage());
      return;
    }
    worker.openTables().forEach(this::cut);
    badRecords.await();
    control.send(worker.report(round));
  }

  /**
   * Before anything is named: what was read of a topic that was created again belongs to two lives
   * of it.
   */
  private void restartRecreated() {
    Map<SourcePartition, UUID> known = worker.topicIds();
    Map<String, UUID> ids =
        topics.ids(known.keySet().stream().map(SourcePartition::topic).collect(Collectors.toSet()));
    Set<SourcePartition> recreated = new TreeSet<>();
    known.forEach(
        (partition, id) -> {
          UUID now = ids.get(partition.topic());
          if (now == null) {
            throw new KafkaException("topic " + partition.topic() + " does not exist");
          }
          if (!id.equals(now)) {
            startingPoints.recreated(partition.topic(), id, now);
            recreated.add(partition);
          }
        });
    if (!recreated.isEmpty()) {
      carryOut(worker.revoke(recreated));
      assign(recreated);
    }
  }

  private void checkJumps() {
    Map<SourcePartition, Jumps.Jump> taken = jumps.take();
    if (!taken.isEmpty()) {
      Map<SourcePartition, Long> firsts = topics.startsOf(taken.keySet());
      taken.forEach(
          (partition, jump) -> {
            long first = firsts.get(partition);
            if (jump.isOver(first)) {
              startingPoints.gap(partition, jump.from(), first);
            }
          });
    }
  }

  /** What the consumer group may be told. */
  public Map<TopicPartition, OffsetAndMetadata> preCommit(
      Map<TopicPartition, OffsetAndMetadata> current) {
    if (ending.isEmpty() && !isStalled()) {
      current.forEach(this::passOverFiltered);
    }
    Map<TopicPartition, OffsetAndMetadata> told = new HashMap<>();
    worker
        .committable()
        .forEach(
            (partition, position) ->
                told.put(
                    new TopicPartition(partition.topic(), partition.partition()),
                    mark.marked(position.offset(), position.topicId())));
    return told;
  }

  /** Records that a transform dropped never came here; Connect knows that they have been read. */
  private void passOverFiltered(TopicPartition partition, OffsetAndMetadata read) {
    SourcePartition source = partitions.get(partition);
    if (source != null && !reading.isSought(source) && read.offset() > worker.position(source)) {
      worker.advance(source, read.offset() - 1, Optional.empty());
    }
  }

  /** Gives partitions up, after a last report. */
  public void close(Collection<TopicPartition> revoked) {
    if (!worker.isSettled()) {
      try {
        report(Coordinator.UNASKED);
      } catch (RuntimeException e) {
        LOG.warn(
            "Cannot report what was written before the partitions are given up; it is read again",
            e);
      }
    }
    carryOut(worker.revoke(revoked.stream().map(partitions::get).toList()));
    partitions.keySet().removeAll(revoked);
    if (partitions.isEmpty()) {
      undone.clear();
      intake.discardAll();
    }
  }

  private void carryOut(List<WorkerAction> actions) {
    undone.addAll(actions);
    doUndone();
  }

  /** In order; what fails stays, to be tried again before anything else happens. */
  private void doUndone() {
    while (!undone.isEmpty()) {
      WorkerAction action = undone.peek();
      List<WorkerAction> next = carryOut(action);
      undone.remove();
      for (int i = next.size() - 1; i >= 0; i--) {
        undone.push(next.get(i));
      }
    }
  }

  private List<WorkerAction> carryOut(WorkerAction action) {
    if (action instanceof WorkerAction.Seek seek) {
      reading.seek(seek.partition(), seek.offset());
    } else if (action instanceof WorkerAction.Discard discard) {
      intake.discard(discard.table());
    } else if (action instanceof WorkerAction.Reload reload) {
      return worker.loaded(reload.table(), load(reload.table()));
    } else if (action instanceof WorkerAction.Replaced replaced) {
      throw new ConnectException(
          "Cannot go on writing to table %s: it was replaced by another table of that name. Restart the connector to fill the new table from where the consumer group stands, or move its offsets first."
              .formatted(replaced.table()));
    }
    return List.of();
  }

  private TableState load(TableRef table) {
    return reach(() -> tables.load(table));
  }

  /**
   * What the catalog or a table's files fail to do may work later; what Connect's own exceptions
   * say will not.
   */
  private static <T> T reach(Supplier<T> step) {
    try {
      return step.get();
    } catch (ConnectException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new UnreachableTableException(e);
    }
  }

  /**
   * A table can't be reached: whatever was delivered and is not written is delivered again later.
   */
  private void stall(RuntimeException cause, Instant now) {
    Instant since = stalledSince.orElse(now);
    stalledSince = Optional.of(since);
    if (now.isAfter(since.plus(limits.patience()))) {
      throw new ConnectException(
          "Cannot reach the tables for %d seconds: %s"
              .formatted(limits.patience().toSeconds(), cause.getMessage()),
          cause);
    }
    LOG.warn("Cannot reach a table, trying again: {}", cause.getMessage(), cause);
    worker.positions().forEach(reading::seek);
  }

  private boolean isStalled() {
    return stalledSince.isPresent();
  }

  private boolean isFull() {
    return worker.unacknowledgedBytes() > limits.flush().maxUnacknowledgedBytes();
  }

  /** What was read before a bad record is brought home before the task fails with it. */
  private void endWith(InvalidRecordException problem, Instant now) {
    LOG.error("Ending as soon as what was read before is committed: {}", problem.getMessage());
    ending = Optional.of(new Ending(problem, now.plus(limits.patience())));
    worker.positions().forEach(reading::seek);
    report(Coordinator.UNASKED);
  }

  private void endIfSettled(Instant now) {
    ending
        .filter(e -> worker.isSettled() || now.isAfter(e.deadline()))
        .ifPresent(
            e -> {
              throw e.problem();
            });
  }

  private record Ending(InvalidRecordException problem, Instant deadline) {}

  /** A table can't be reached at present. */
  private static final class UnreachableTableException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final RuntimeException cause;

    private UnreachableTableException(RuntimeException cause) {
      super(cause);
      this.cause = cause;
    }

    private RuntimeException cause() {
      return cause;
    }
  }

  /** A record that can't be applied and may not be passed over. */
  private static final class BadRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final InvalidRecordException problem;

    private BadRecordException(InvalidRecordException problem) {
      super(problem);
      this.problem = problem;
    }

    private InvalidRecordException problem() {
      return problem;
    }
  }
}
