package io.frazil.connector.commit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * One random world: two source partitions, two tables, tasks, coordinators, a control topic, and
 * everything that can happen to them, one step at a time, from one seed.
 */
final class SimWorld {
  private static final int PARTITIONS = 2;
  private static final int MAX_TASKS = 3;
  private static final int FINAL_ROUNDS = 60;

  private final SplittableRandom random;
  private final Set<Rule> omitted;
  private final SimCheck check;
  private final SimCatalog catalog = new SimCatalog(this);
  private final List<SimLog> logs = new ArrayList<>();
  private final List<SimTable> tables = new ArrayList<>();
  private final List<TableRef> refs;
  private final List<ControlEvent<SimFile>> control = new ArrayList<>();
  private final Map<SourcePartition, GroupOffset> group = new HashMap<>();
  private final List<SimTask> tasks = new ArrayList<>();
  private final Map<SourcePartition, SimTask> owners = new TreeMap<>();
  private final List<SimCoordinator> coordinators = new ArrayList<>();
  private final boolean isUpsert;
  private final boolean isStatic;
  private final double secondTableShare;
  private final double lateness;
  private Instant now = Instant.EPOCH;
  private boolean isFaulty = true;
  private int depth;

  SimWorld(long seed, Rule... omitted) {
    this.random = new SplittableRandom(seed);
    this.omitted = EnumSet.noneOf(Rule.class);
    this.omitted.addAll(List.of(omitted));
    this.isUpsert = random.nextInt(4) > 0;
    this.isStatic = random.nextBoolean();
    this.secondTableShare = random.nextBoolean() ? 0.5 : 0.15;
    this.lateness = random.nextBoolean() ? 0.03 : 0.3;
    for (int p = 0; p < PARTITIONS; p++) {
      logs.add(new SimLog(new SourcePartition("source", p), newId()));
    }
    for (String name : List.of("db.a", "db.b")) {
      KeyReach reach = random.nextBoolean() ? KeyReach.OLDER_SNAPSHOTS : KeyReach.EARLIER_DELTAS;
      tables.add(new SimTable(TableRef.main(name), newId(), reach, this.omitted));
    }
    this.refs = tables.stream().map(SimTable::ref).toList();
    this.check = new SimCheck(logs, isUpsert);
    coordinators.add(new SimCoordinator(this));
    give(partitions(), spawn());
  }

  SplittableRandom random() {
    return random;
  }

  Instant now() {
    return now;
  }

  UUID newId() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  UUID deltaId(SimTask task, TableRef table) {
    return omits(Rule.IDS_ARE_UNIQUE) ? new UUID(tasks.indexOf(task), table.hashCode()) : newId();
  }

  boolean omits(Rule rule) {
    return omitted.contains(rule);
  }

  boolean isUpsert() {
    return isUpsert;
  }

  Tables<SimFile> catalog() {
    return catalog;
  }

  Planner planner() {
    return new Planner() {
      @Override
      boolean needsOwnLayer(Delta<?> delta, KeyReach reach) {
        return !omits(Rule.LAYERS) && super.needsOwnLayer(delta, reach);
      }

      @Override
      boolean chains(Delta<?> delta, Offsets reached) {
        return omits(Rule.BASE_IS_CHECKED) || super.chains(delta, reached);
      }
    };
  }

  List<TableRef> tables() {
    return refs;
  }

  /** The tables that tasks know of beforehand. */
  Set<TableRef> routes() {
    return isStatic ? Set.copyOf(refs) : Set.of();
  }

  SimTable table(TableRef ref) {
    return tables.get(refs.indexOf(ref));
  }

  List<SimLog> logs() {
    return logs;
  }

  SimLog.Life log(SourcePartition partition) {
    return logs.get(partition.partition()).present();
  }

  List<ControlEvent<SimFile>> control() {
    return control;
  }

  boolean happens(double probability) {
    return isFaulty && random.nextDouble() < probability;
  }

  boolean isLost() {
    return happens(0.06);
  }

  /** After how many of its next actions a process dies, if it does. */
  OptionalInt crashPoint(int bound) {
    return happens(0.02) ? OptionalInt.of(random.nextInt(bound)) : OptionalInt.empty();
  }

  void send(ControlEvent<SimFile> event) {
    control.add(event);
    if (happens(0.05)) {
      control.add(event);
    }
    if (happens(lateness)) {
      control.add(control.get(random.nextInt(control.size())));
    }
  }

  Start start(SourcePartition partition) {
    GroupOffset told = group.get(partition);
    UUID topicId = log(partition).topicId();
    boolean isFloor =
        told != null
            && (omits(Rule.FLOOR_IS_MARKED) || told.topicId().filter(topicId::equals).isPresent());
    return new Start(topicId, 0, isFloor ? OptionalLong.of(told.offset()) : OptionalLong.empty());
  }

  void commitOffset(SourcePartition partition, Position position) {
    group.put(partition, new GroupOffset(position.offset(), Optional.of(position.topicId())));
    if (position.topicId().equals(log(partition).topicId())) {
      check.group(partition, position.offset(), tables);
    }
  }

  void check(SimTable table) {
    if (!table.isReplaced()) {
      check.table(table);
    }
  }

  void checkClaim(Set<TableRef> claimed, Instant validThrough) {
    check.claim(
        claimed.stream().map(this::table).filter(t -> !t.isReplaced()).toList(), validThrough);
  }

  /** Between two calls to the catalog, others get their turn. */
  void othersAct() {
    if (depth < 2 && happens(0.25)) {
      depth++;
      for (int i = random.nextInt(4); i >= 0; i--) {
        step();
      }
      depth--;
    }
  }

  /**
   * Runs the world, then lets it come to rest without further faults, and checks that nothing is
   * missing.
   */
  Result run() {
    try {
      for (int i = List.of(60, 150, 300).get(random.nextInt(3)); i > 0; i--) {
        step();
      }
      isFaulty = false;
      return settle();
    } catch (SimTable.UnknownOffsetsException e) {
      return Result.STOPPED_LOUDLY;
    }
  }

  private void step() {
    now = now.plusMillis(1 + random.nextInt(250));
    double x = random.nextDouble();
    if (x < 0.16) {
      produce(random.nextInt(PARTITIONS), random.nextDouble() < secondTableShare ? 1 : 0);
    } else if (x < 0.62) {
      stepTask(tasks.get(random.nextInt(tasks.size())), x);
    } else if (x < 0.90) {
      stepCoordinator(coordinators.get(random.nextInt(coordinators.size())), x);
    } else {
      misfortune(x);
    }
  }

  private void stepTask(SimTask task, double x) {
    try {
      if (x < 0.40) {
        task.poll(partitions().get(random.nextInt(PARTITIONS)));
      } else if (x < 0.56) {
        task.readControl();
      } else if (x < 0.59) {
        task.commitOffsets();
      } else if (x < 0.605) {
        task.cutOne();
      } else if (x < 0.607) {
        task.setAside(tables().get(random.nextInt(tables.size())));
      } else if (x < 0.613) {
        task.takeUp();
      } else {
        task.report(Coordinator.UNASKED);
      }
    } catch (Crash | TableAwayException e) {
      replace(task);
    }
  }

  private void stepCoordinator(SimCoordinator coordinator, double x) {
    try {
      if (x < 0.64) {
        coordinator.begin();
      } else if (x < 0.66) {
        coordinator.tick();
      } else if (x < 0.80) {
        coordinator.readControl();
      } else if (x < 0.86) {
        coordinator.settleOne();
      } else {
        coordinator.takeResult();
      }
    } catch (Crash e) {
      coordinators.remove(coordinator);
      if (coordinators.isEmpty()) {
        coordinators.add(new SimCoordinator(this));
      }
    }
  }

  private void misfortune(double x) {
    SimTable table = tables.get(random.nextInt(tables.size()));
    if (x < 0.920) {
      rebalance();
    } else if (x < 0.930) {
      replace(tasks.get(random.nextInt(tasks.size())));
    } else if (x < 0.940) {
      changeCoordinators();
    } else if (x < 0.945) {
      recreateControlTopic();
    } else if (x < 0.952) {
      resetGroup();
    } else if (x < 0.960) {
      table.commitByOther();
    } else if (x < 0.970) {
      List<Long> earlier = table.earlier();
      if (!earlier.isEmpty()) {
        table.rollBack(earlier.get(random.nextInt(earlier.size())));
      }
    } else if (x < 0.985) {
      table.expire(1 + random.nextInt(2));
    } else if (x < 0.990) {
      table.move();
    } else if (x < 0.993) {
      removeOrphans();
    } else if (x < 0.9957) {
      recreateTopic();
    } else if (x < 0.996) {
      table.replace(newId());
    } else {
      now = now.plusSeconds(10);
    }
  }

  private void produce(int partition, int table) {
    log(partitions().get(partition))
        .entries()
        .add(
            new SimLog.Entry(table, random.nextInt(2), random.nextInt(3) == 0, now.toEpochMilli()));
    now = now.plusMillis(1);
  }

  private void rebalance() {
    SourcePartition partition = partitions().get(random.nextInt(PARTITIONS));
    SimTask old = owners.get(partition);
    List<SimTask> living = tasks.stream().filter(t -> !t.isZombie() && t != old).toList();
    SimTask next =
        tasks.size() < MAX_TASKS || living.isEmpty()
            ? spawn()
            : living.get(random.nextInt(living.size()));
    if (random.nextDouble() < 0.3) {
      abandon(old, next);
      return;
    }
    try {
      old.revoke(List.of(partition), random.nextDouble() < 0.7);
      give(List.of(partition), next);
    } catch (Crash | TableAwayException e) {
      replace(old);
    }
  }

  /** The old task goes on without knowing that its partitions are another's. */
  private void abandon(SimTask old, SimTask next) {
    old.becomeZombie();
    give(partitions().stream().filter(p -> owners.get(p) == old).toList(), next);
  }

  private void replace(SimTask dead) {
    tasks.remove(dead);
    give(partitions().stream().filter(p -> owners.get(p) == dead).toList(), spawn());
  }

  private SimTask spawn() {
    SimTask task = new SimTask(this, newId());
    tasks.add(task);
    return task;
  }

  private void give(Collection<SourcePartition> partitions, SimTask task) {
    partitions.forEach(p -> owners.put(p, task));
    if (partitions.isEmpty()) {
      return;
    }
    try {
      task.assign(partitions);
    } catch (TableAwayException e) {
      replace(task);
    }
  }

  private void changeCoordinators() {
    if (coordinators.size() < 2) {
      coordinators.add(new SimCoordinator(this));
    } else {
      coordinators.remove(random.nextInt(coordinators.size()));
    }
  }

  private void recreateControlTopic() {
    control.clear();
    tasks.forEach(SimTask::forgetControlTopic);
    coordinators.forEach(SimCoordinator::forgetControlTopic);
  }

  /** Somebody moves the group's offsets; that needs its members to be away. */
  private void resetGroup() {
    SourcePartition partition = partitions().get(random.nextInt(PARTITIONS));
    switch (random.nextInt(3)) {
      case 0 -> group.remove(partition);
      case 1 -> group.put(partition, new GroupOffset(0, Optional.empty()));
      default -> group.put(partition, new GroupOffset(log(partition).size(), Optional.empty()));
    }
    abandon(owners.get(partition), spawn());
  }

  private void recreateTopic() {
    SimLog log = logs.get(random.nextInt(PARTITIONS));
    log.recreate(newId());
    if (random.nextBoolean()) {
      group.remove(log.partition());
    }
  }

  /** Somebody's clean-up of files that no snapshot refers to. */
  private void removeOrphans() {
    Set<SimFile> orphans = Collections.newSetFromMap(new IdentityHashMap<>());
    orphans.addAll(namedFiles());
    tables.forEach(table -> orphans.removeAll(table.referredFiles()));
    orphans.forEach(SimFile::delete);
  }

  private List<SimFile> namedFiles() {
    return Stream.concat(
            tasks.stream().map(SimTask::namedFiles),
            coordinators.stream().map(SimCoordinator::heldFiles))
        .flatMap(Collection::stream)
        .toList();
  }

  private List<SourcePartition> partitions() {
    return logs.stream().map(SimLog::partition).toList();
  }

  private Result settle() {
    tables.stream().filter(SimTable::isAway).forEach(SimTable::move);
    tasks.retainAll(owners.values());
    while (coordinators.size() > 1) {
      coordinators.remove(1);
    }
    for (int p = 0; p < PARTITIONS; p++) {
      produce(p, 0);
      produce(p, 1);
    }
    for (int round = 0; round < FINAL_ROUNDS; round++) {
      if (tables.stream().anyMatch(t -> t.isReplaced() || t.knownOffsets().isEmpty())) {
        return Result.STOPPED_LOUDLY;
      }
      now = now.plusSeconds(5);
      settleOnce();
      if (round > 1 && tasks.stream().allMatch(SimTask::isSettled)) {
        tasks.forEach(SimTask::commitOffsets);
        check.nothingIsMissing(tables);
        return Result.AT_REST;
      }
    }
    throw new AssertionError("No progress: the world does not come to rest");
  }

  private void settleOnce() {
    for (SimTask task : List.copyOf(tasks)) {
      task.takeUp();
      for (SourcePartition partition : partitions()) {
        for (long i = log(partition).size() + 1; i >= 0; i--) {
          task.poll(partition);
        }
      }
    }
    SimCoordinator coordinator = coordinators.get(0);
    coordinator.tick();
    coordinator.begin();
    boolean isBusy = true;
    while (isBusy) {
      isBusy = false;
      for (SimTask task : List.copyOf(tasks)) {
        isBusy |= task.hasUnreadControl();
        task.readControl();
      }
      isBusy |=
          coordinator.hasUnreadControl()
              || coordinator.hasTableToSettle()
              || coordinator.hasResult();
      coordinator.readControl();
      coordinator.settleOne();
      coordinator.takeResult();
    }
  }

  /** How a world ended, when nothing went wrong. */
  enum Result {
    AT_REST,
    STOPPED_LOUDLY
  }

  private record GroupOffset(long offset, Optional<UUID> topicId) {}

  /** A process dies. */
  static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** A task can't go on since a table is away: it fails, and is restarted. */
  static final class TableAwayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TableAwayException(TableRef table) {
      super("Table does not exist: " + table);
    }
  }
}
