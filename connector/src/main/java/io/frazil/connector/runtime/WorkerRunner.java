package io.frazil.connector.runtime;

import static io.frazil.connector.runtime.RefusedByKafkaException.throwIfRefused;

import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.commit.ControlEvent.CommitToTable;
import io.frazil.connector.commit.ControlEvent.StartCommit;
import io.frazil.connector.commit.Coordinator;
import io.frazil.connector.commit.Outstanding;
import io.frazil.connector.commit.Position;
import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.commit.Worker;
import io.frazil.connector.intake.Intake;
import io.frazil.connector.intake.ReachableTables;
import io.frazil.connector.intake.UnreachableTableException;
import io.frazil.connector.metrics.TaskListener;
import io.frazil.connector.runtime.RecordWriter.UnfitRecordException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
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
 *   <tr><td>full</td><td>too much is unacknowledged</td>
 *       <td>reading pauses until rounds have caught up</td></tr>
 *   <tr><td>reading, a table is set aside</td><td>a table can't be reached</td>
 *       <td>the others go on; what it misses is read again when it can be reached; after the patience
 *       the task fails</td></tr>
 *   <tr><td>stalled</td><td>no table can be reached</td>
 *       <td>reading pauses, the last step is tried again; after the patience the task fails</td></tr>
 *   <tr><td>stalled</td><td>a table's files can't be written</td>
 *       <td>they are discarded, reading pauses and goes on at their first record; after the patience
 *       the task fails</td></tr>
 *   <tr><td>ending</td><td>a record can't be applied and may not be passed over</td>
 *       <td>reading pauses until all before it is committed, then the task fails</td></tr>
 * </table>
 *
 * <p>For a task's thread.
 */
public final class WorkerRunner {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerRunner.class);

  private final Worker<ContentFile<?>> worker;
  private final Outstanding<ContentFile<?>> outstanding;
  private final Intake intake;
  private final ReachableTables tables;
  private final ActionQueue actions;
  private final SourceWatch sources;
  private final RecordWriter records;
  private final Assignment assignment;
  private final ControlChannel control;
  private final ReadingControl reading;
  private final BadRecords badRecords;
  private final FloorMark mark;
  private final WorkerLimits limits;
  private final TaskListener listener;
  private final Stalls stalls;
  private final BadTables badTables;
  private boolean isSound = true;
  private Map<SourcePartition, Position> told = Map.of();
  private Optional<Ending> ending = Optional.empty();

  /** Puts the parts together. */
  public WorkerRunner(
      Worker<ContentFile<?>> worker,
      Intake intake,
      ReachableTables tables,
      SourceTopics topics,
      StartingPoints startingPoints,
      ControlChannel control,
      ReadingControl reading,
      BadRecords badRecords,
      FloorMark mark,
      WorkerLimits limits,
      TaskListener listener) {
    this.worker = worker;
    this.outstanding = worker.outstanding();
    this.intake = intake;
    this.tables = tables;
    this.sources = new SourceWatch(topics, startingPoints);
    this.stalls = new Stalls(limits);
    this.badTables = new BadTables(worker, intake, sources, stalls, listener);
    this.actions = new ActionQueue(worker, intake, tables, reading, badTables, listener);
    this.records =
        new RecordWriter(
            worker,
            intake,
            actions,
            sources,
            reading,
            badRecords,
            stalls,
            badTables,
            limits.flush(),
            listener);
    this.assignment = new Assignment(worker, intake, startingPoints, reading, badTables, actions);
    this.control = control;
    this.reading = reading;
    this.badRecords = badRecords;
    this.mark = mark;
    this.limits = limits;
    this.listener = listener;
  }

  /** Takes partitions over, if need be as soon as the tables can be reached. */
  public void open(Collection<TopicPartition> assigned) {
    tables.calls().begin();
    assignment.add(assigned);
    try {
      actions.carryOutUndone();
      assignment.takeOver();
    } catch (UnreachableTableException e) {
      LOG.warn("Cannot take over {} yet, trying again: {}", assigned, e.getMessage());
    }
  }

  /** Writes records, and looks at the control topic. To be called often, also without records. */
  public void put(Collection<SinkRecord> batch, Instant now) {
    isSound = false;
    tables.calls().begin();
    stalls.at(now);
    reading.begin();
    intake.beginBatch();
    try {
      read(batch, now);
      if (actions.isEmpty()) {
        on(control.poll(batch.isEmpty()));
      }
    } catch (UnreachableTableException e) {
      listener.stalled();
      stalls.failed(e);
      rewind();
    }
    endIfSettled(now);
    long unacknowledged = outstanding.bytes();
    listener.unacknowledged(outstanding.deltas(), unacknowledged);
    boolean isFull = unacknowledged > limits.flush().maxUnacknowledgedBytes();
    reading.pauseWhile(stalls.isReadingResting() || ending.isPresent() || isFull);
    isSound = true;
  }

  private void read(Collection<SinkRecord> batch, Instant now) {
    if (stalls.isReadingResting()) {
      readAgain(batch);
      return;
    }
    boolean hasWaited = !actions.isEmpty() || assignment.isAwaited();
    actions.carryOutUndone();
    finishCuts();
    assignment.takeOver();
    if (ending.isEmpty()) {
      badTables.takeUp(actions);
      try {
        batch.forEach(this::write);
      } catch (UnfitRecordException e) {
        endWith(e.problem(), now);
      }
    } else {
      readAgain(batch);
    }
    if (hasWaited || !batch.isEmpty()) {
      stalls.end();
    }
  }

  private void readAgain(Collection<SinkRecord> batch) {
    if (!batch.isEmpty()) {
      rewind();
    }
  }

  /** Whatever was delivered and is not written is delivered again later. */
  private void rewind() {
    worker.positions().forEach(reading::seek);
  }

  private void write(SinkRecord sinkRecord) {
    assignment
        .of(new TopicPartition(sinkRecord.originalTopic(), sinkRecord.originalKafkaPartition()))
        .ifPresent(partition -> records.write(sinkRecord, partition));
  }

  /** Answers are heard first, and of several rounds only the last wants a report. */
  private void on(List<ControlEvent<ContentFile<?>>> events) {
    Optional<UUID> round = Optional.empty();
    boolean isAnswered = false;
    for (ControlEvent<ContentFile<?>> event : events) {
      if (event instanceof StartCommit<ContentFile<?>> start) {
        round = Optional.of(start.round());
      } else if (event instanceof CommitToTable<ContentFile<?>> published) {
        actions.carryOut(worker.published(published));
        isAnswered = true;
      }
    }
    if (isAnswered && !outstanding.committable().equals(told)) {
      reading.requestCommit();
    }
    round.ifPresent(this::report);
  }

  private void report(UUID round) {
    try {
      restartRecreated();
      sources.checkJumps();
    } catch (ConnectException e) {
      throw e;
    } catch (KafkaException e) {
      throwIfRefused(e);
      LOG.warn("Cannot report yet, Kafka does not tell about the topics: {}", e.getMessage());
      return;
    }
    name(round);
  }

  /** Makes deltas of open rows, and tells of all that is not acknowledged. */
  private void name(UUID round) {
    intake.forgetMissing();
    Optional<UnreachableTableException> failed = records.cutAll(outstanding.tablesToCut(round));
    badRecords.await();
    control.send(outstanding.report(round));
    throwIfPresent(failed);
  }

  /** Where finishing files has taken too long, nothing is written before that is done. */
  private void finishCuts() {
    throwIfPresent(records.cutAll(intake.unfinished()));
  }

  private static void throwIfPresent(Optional<UnreachableTableException> failed) {
    if (failed.isPresent()) {
      throw failed.get();
    }
  }

  /** What was read of a topic that was created again belongs to two lives of it: none is named. */
  private void restartRecreated() {
    Set<SourcePartition> recreated = sources.recreated(worker.topicIds());
    if (!recreated.isEmpty()) {
      assignment.restart(recreated);
    }
  }

  /** What the consumer group may be told. */
  public Map<TopicPartition, OffsetAndMetadata> preCommit(
      Map<TopicPartition, OffsetAndMetadata> current) {
    if (ending.isEmpty() && !stalls.isReadingStopped()) {
      current.forEach(this::passOverFiltered);
    }
    told = outstanding.committable();
    Map<TopicPartition, OffsetAndMetadata> marked = new HashMap<>();
    told.forEach(
        (partition, position) ->
            marked.put(
                new TopicPartition(partition.topic(), partition.partition()),
                mark.marked(position.offset(), position.topicId())));
    return marked;
  }

  /** Records that a transform dropped never came here; Connect knows that they have been read. */
  private void passOverFiltered(TopicPartition partition, OffsetAndMetadata read) {
    assignment
        .of(partition)
        .filter(source -> !reading.isSought(source) && read.offset() > worker.position(source))
        .ifPresent(source -> worker.advance(source, read.offset() - 1, Optional.empty()));
  }

  /** Gives partitions up, after a last report. */
  public void close(Collection<TopicPartition> revoked) {
    tables.calls().begin();
    reading.revoked(revoked.stream().map(Assignment::sourcePartition).toList());
    reportLast();
    Set<SourcePartition> lost = assignment.remove(revoked);
    if (assignment.isEmpty()) {
      worker.revoke(lost);
      actions.clear();
      intake.discardAll();
      return;
    }
    try {
      actions.carryOut(worker.revoke(lost));
    } catch (UnreachableTableException e) {
      LOG.warn("Cannot give up {} completely yet, trying again: {}", lost, e.getMessage());
    }
  }

  /** Not after a failure: open files may have been left in the middle of a row. */
  private void reportLast() {
    if (!isSound || outstanding.isSettled()) {
      return;
    }
    try {
      if (actions.isEmpty() && sources.recreated(worker.topicIds()).isEmpty()) {
        name(Coordinator.UNASKED);
      }
    } catch (RuntimeException e) {
      LOG.warn("Cannot report what was written before partitions are given up", e);
    }
  }

  /** What was read before a bad record is brought home before the task fails with it. */
  private void endWith(InvalidRecordException problem, Instant now) {
    LOG.error("Ending when what was read before is committed: {}", problem.getMessage());
    ending = Optional.of(new Ending(problem, now.plus(limits.patience())));
    rewind();
    report(Coordinator.UNASKED);
  }

  private void endIfSettled(Instant now) {
    ending
        .filter(e -> outstanding.isSettled() || now.isAfter(e.deadline()))
        .ifPresent(
            e -> {
              throw e.problem();
            });
  }

  private record Ending(InvalidRecordException problem, Instant deadline) {}
}
