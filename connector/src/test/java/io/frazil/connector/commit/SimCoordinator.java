package io.frazil.connector.commit;

import io.frazil.connector.commit.ControlEvent.CommitComplete;
import io.frazil.connector.commit.ControlEvent.CommitToTable;
import io.frazil.connector.commit.ControlEvent.DataWritten;
import io.frazil.connector.commit.CoordinatorAction.GiveUp;
import io.frazil.connector.commit.CoordinatorAction.Send;
import io.frazil.connector.commit.CoordinatorAction.SettleTable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A coordinator: the real one with a place in the control topic, a pool's queue, and results on
 * their way back.
 */
final class SimCoordinator {
  private static final Coordinator.Settings SETTINGS =
      new Coordinator.Settings(
          Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofMillis(-1), 1_000);

  private final SimWorld world;
  private final Coordinator<SimFile> coordinator;
  private final Settler<SimFile> settler;
  private final Deque<SettleTable<SimFile>> pool = new ArrayDeque<>();
  private final Deque<Map.Entry<UUID, Settlement>> results = new ArrayDeque<>();
  private int cursor;

  SimCoordinator(SimWorld world) {
    this.world = world;
    this.coordinator = new Lenient(world);
    this.settler = new Settler<>(world.catalog(), world.planner(), world::newId, 3);
    this.cursor = world.control().size();
  }

  void forgetControlTopic() {
    cursor = 0;
  }

  void begin() {
    if (coordinator.isDue(world.now())) {
      Map<SourcePartition, Long> expected = new TreeMap<>();
      world.logs().forEach(log -> expected.put(log.partition(), log.present().size()));
      carryOut(coordinator.begin(world.now(), world.newId(), expected));
    }
  }

  void tick() {
    carryOut(coordinator.tick(world.now()));
  }

  boolean hasUnreadControl() {
    return cursor < world.control().size();
  }

  void readControl() {
    if (!hasUnreadControl()) {
      return;
    }
    ControlEvent<SimFile> event = world.control().get(cursor++);
    if (world.isLost()) {
      return;
    }
    if (event instanceof DataWritten<SimFile> part && world.omits(Rule.PARTS_ARE_JOINED)) {
      event = new DataWritten<>(part.round(), part.delta(), 0, 1, part.sends());
    }
    carryOut(coordinator.on(event, world.now()));
  }

  boolean hasTableToSettle() {
    return !pool.isEmpty();
  }

  /** A thread of the pool settles one table; the world may go on meanwhile. */
  void settleOne() {
    if (!pool.isEmpty()) {
      SettleTable<SimFile> request = pool.remove();
      results.add(Map.entry(request.round(), settler.settle(request)));
    }
  }

  boolean hasResult() {
    return !results.isEmpty();
  }

  void takeResult() {
    if (!results.isEmpty()) {
      Map.Entry<UUID, Settlement> result = results.remove();
      carryOut(coordinator.settled(result.getKey(), result.getValue(), world.now()));
    }
  }

  Collection<SimFile> heldFiles() {
    List<SimFile> files = new ArrayList<>();
    pool.forEach(request -> request.candidates().forEach(c -> files.addAll(c.delta().files())));
    return files;
  }

  private void carryOut(List<CoordinatorAction<SimFile>> actions) {
    OptionalInt crash = world.crashPoint(3);
    int done = 0;
    for (CoordinatorAction<SimFile> action : actions) {
      if (crash.isPresent() && done++ == crash.getAsInt()) {
        throw new SimWorld.Crash();
      }
      if (action instanceof Send<SimFile> send) {
        publish(send.event());
      } else if (action instanceof SettleTable<SimFile> settle) {
        pool.add(settle);
      } else if (action instanceof GiveUp<SimFile>) {
        throw new SimWorld.Crash();
      }
    }
  }

  private void publish(ControlEvent<SimFile> event) {
    if (event instanceof CommitToTable<SimFile> published) {
      if (world.omits(Rule.ANSWER_ALWAYS) && published.snapshotId().isEmpty()) {
        return;
      }
      Set<UUID> voided = world.omits(Rule.VOID_IS_PUBLISHED) ? Set.of() : published.voided();
      published.validThrough().ifPresent(t -> world.checkClaim(Set.of(published.table()), t));
      world.send(
          new CommitToTable<>(
              published.round(),
              published.table(),
              published.snapshotId(),
              published.committed(),
              voided,
              published.validThrough()));
      return;
    }
    if (event instanceof CommitComplete<SimFile> complete) {
      complete.validThrough().ifPresent(t -> world.checkClaim(Set.copyOf(world.tables()), t));
    }
    world.send(event);
  }

  /** The real one, unless the world leaves a rule of it out. */
  private static final class Lenient extends Coordinator<SimFile> {
    private final SimWorld world;

    private Lenient(SimWorld world) {
      super(SETTINGS, world.now());
      this.world = world;
    }

    @Override
    boolean haveAllReported(
        Set<SourcePartition> expected, Set<SourcePartition> reported, int reports) {
      return world.omits(Rule.SET_NOT_COUNT)
          ? reports >= expected.size()
          : super.haveAllReported(expected, reported, reports);
    }

    @Override
    boolean areAllCommitted(Set<UUID> deltas, Set<UUID> landed) {
      return world.omits(Rule.CLAIM_AFTER_COMMIT) || super.areAllCommitted(deltas, landed);
    }
  }
}
