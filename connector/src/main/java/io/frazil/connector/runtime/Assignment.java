package io.frazil.connector.runtime;

import static io.frazil.connector.intake.UnreachableTableException.reach;

import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.commit.Start;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.commit.TableState;
import io.frazil.connector.commit.Worker;
import io.frazil.connector.intake.Intake;
import io.frazil.connector.intake.UnreachableTableException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.iceberg.ContentFile;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The source partitions that Connect has assigned to a task: some are taken over, others awaited
 * until the tables can be reached. For a task's thread.
 */
final class Assignment {
  private static final Logger LOG = LoggerFactory.getLogger(Assignment.class);

  private final Worker<ContentFile<?>> worker;
  private final Intake intake;
  private final StartingPoints startingPoints;
  private final ReadingControl reading;
  private final BadTables badTables;
  private final ActionQueue actions;
  private final Map<TopicPartition, SourcePartition> taken = new HashMap<>();
  private final Set<TopicPartition> awaited = new HashSet<>();

  Assignment(
      Worker<ContentFile<?>> worker,
      Intake intake,
      StartingPoints startingPoints,
      ReadingControl reading,
      BadTables badTables,
      ActionQueue actions) {
    this.worker = worker;
    this.intake = intake;
    this.startingPoints = startingPoints;
    this.reading = reading;
    this.badTables = badTables;
    this.actions = actions;
  }

  static SourcePartition sourcePartition(TopicPartition partition) {
    return new SourcePartition(partition.topic(), partition.partition());
  }

  /** Partitions have come. */
  void add(Collection<TopicPartition> assigned) {
    awaited.addAll(assigned);
    reading.assigned(assigned.stream().map(Assignment::sourcePartition).toList());
  }

  /** The partition, if it has been taken over. */
  Optional<SourcePartition> of(TopicPartition partition) {
    return Optional.ofNullable(taken.get(partition));
  }

  /** Whether none has been taken over. */
  boolean isEmpty() {
    return taken.isEmpty();
  }

  boolean isAwaited() {
    return !awaited.isEmpty();
  }

  /** Partitions go; gives those that had been taken over, of which alone the worker knows. */
  Set<SourcePartition> remove(Collection<TopicPartition> revoked) {
    Set<SourcePartition> lost =
        revoked.stream().flatMap(p -> of(p).stream()).collect(Collectors.toSet());
    taken.keySet().removeAll(revoked);
    revoked.forEach(awaited::remove);
    return lost;
  }

  /** What was read of these belongs to two lives of their topics: all of it is read again. */
  void restart(Set<SourcePartition> recreated) {
    recreated.forEach(p -> awaited.add(new TopicPartition(p.topic(), p.partition())));
    taken.keySet().removeAll(awaited);
    actions.carryOut(worker.revoke(recreated));
    takeOver();
  }

  /**
   * Takes over what is awaited.
   *
   * @throws UnreachableTableException if that is to be tried again
   */
  void takeOver() {
    if (isAwaited()) {
      Map<TopicPartition, SourcePartition> next = new HashMap<>();
      awaited.forEach(p -> next.put(p, sourcePartition(p)));
      assign(reach(() -> startingPoints.of(Set.copyOf(next.values()))), states());
      taken.putAll(next);
      awaited.clear();
      reading.requestCommit();
    }
  }

  private void assign(Map<SourcePartition, Start> starts, Map<TableRef, TableState> states) {
    Map<SourcePartition, UUID> topicIds = new HashMap<>();
    starts.forEach((partition, start) -> topicIds.put(partition, start.topicId()));
    startingPoints.checkLives(topicIds, states.values());
    actions.carryOut(worker.assign(starts, states));
    Map<SourcePartition, Long> positions = new HashMap<>(worker.positions());
    positions.keySet().retainAll(starts.keySet());
    positions.putAll(reach(() -> startingPoints.checkGaps(positions)));
    positions.forEach(reading::seek);
    LOG.info("Reading from {}", positions);
  }

  /**
   * The states of all tables that exist; one that was written to must be there. Those that can't be
   * reached are set aside.
   */
  private Map<TableRef, TableState> states() {
    Map<TableRef, TableState> states = new LinkedHashMap<>();
    Set<TableRef> tables = new LinkedHashSet<>(intake.listed());
    tables.addAll(worker.tables());
    for (TableRef table : tables) {
      try {
        if (worker.isKnown(table) || reach(() -> intake.exists(table))) {
          states.put(table, actions.load(table));
        }
      } catch (UnreachableTableException e) {
        actions.carryOut(badTables.setAside(table, e));
      }
    }
    return states;
  }
}
