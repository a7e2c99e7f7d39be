package io.frazil.connector.commit;

import io.frazil.connector.commit.ControlEvent.CommitToTable;
import io.frazil.connector.commit.ControlEvent.DataWritten;
import io.frazil.connector.commit.ControlEvent.StartCommit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** A task: the real worker with a consumer, open files and a place in the control topic. */
final class SimTask {
  private final SimWorld world;
  private final Worker<SimFile> worker;
  private final Map<SourcePartition, Long> consumer = new TreeMap<>();
  private final Map<TableRef, List<SimRow>> open = new LinkedHashMap<>();
  private final Map<TableRef, List<SimFile>> named = new HashMap<>();
  private int cursor;
  private boolean isZombie;
  private OptionalInt sendsLeft = OptionalInt.empty();

  SimTask(SimWorld world, UUID id) {
    this.world = world;
    this.worker = new Worker<>(id, world.routes());
    this.cursor = world.control().size();
  }

  /** The group has given its partitions to others, but it does not know. */
  void becomeZombie() {
    isZombie = true;
  }

  boolean isZombie() {
    return isZombie;
  }

  boolean isSettled() {
    return worker.outstanding().isSettled()
        && consumer.keySet().stream().allMatch(p -> consumer.get(p) >= world.log(p).size());
  }

  void forgetControlTopic() {
    cursor = 0;
  }

  boolean hasUnreadControl() {
    return cursor < world.control().size();
  }

  Collection<SimFile> namedFiles() {
    return named.values().stream().flatMap(List::stream).toList();
  }

  void assign(Collection<SourcePartition> partitions) {
    Map<SourcePartition, Start> starts = new TreeMap<>();
    partitions.forEach(p -> starts.put(p, world.start(p)));
    carryOut(worker.assign(starts, states()));
  }

  private Map<TableRef, TableState> states() {
    Map<TableRef, TableState> states = new LinkedHashMap<>();
    for (TableRef table : world.tables()) {
      boolean isKnown = worker.isKnown(table);
      if (isKnown || (world.routes().contains(table) && !world.table(table).isAway())) {
        load(table).ifPresent(state -> states.put(table, state));
      }
    }
    return states;
  }

  /** The table as it is; one that is away is set aside. */
  private Optional<TableState> load(TableRef table) {
    try {
      return Optional.of(world.table(table).load());
    } catch (SimWorld.TableAwayException e) {
      carryOut(worker.setAside(table));
      return Optional.empty();
    }
  }

  /** A table is taken for one that can't be reached. */
  void setAside(TableRef table) {
    carryOut(worker.setAside(table));
  }

  /** Takes up what was set aside and is there. */
  void takeUp() {
    for (TableRef table : worker.tablesAside()) {
      if (!world.table(table).isAway()) {
        carryOut(
            worker.isKnown(table)
                ? worker.takeUp(table, world.table(table).load())
                : worker.takeUp(table));
      }
    }
  }

  void poll(SourcePartition partition) {
    SimLog.Life log = world.log(partition);
    Long at = consumer.get(partition);
    if (at == null) {
      return;
    }
    if (at > log.size()) {
      consumer.put(partition, 0L);
      return;
    }
    if (at == log.size()) {
      return;
    }
    long offset = at;
    SimLog.Entry entry = log.entries().get((int) offset);
    TableRef table = world.tables().get(entry.table());
    if (!worker.isAside(table) && !worker.isKnown(table)) {
      load(table).ifPresent(state -> carryOut(worker.open(table, state)));
      if (consumer.get(partition) != offset) {
        return;
      }
    }
    if (worker.isAside(table)) {
      worker.miss(table, partition, offset);
    } else if (accepts(table, partition, offset)) {
      open.computeIfAbsent(table, t -> new ArrayList<>())
          .add(new SimRow(partition, log.topicId(), offset, entry.key(), entry.isDelete()));
      worker.wrote(table, partition, offset);
    }
    worker.advance(partition, offset, Optional.of(Instant.ofEpochMilli(entry.timestampMs())));
    consumer.put(partition, offset + 1);
  }

  private boolean accepts(TableRef table, SourcePartition partition, long offset) {
    if (world.omits(Rule.SKIP_BELOW_TIP)) {
      return world
          .table(table)
          .load()
          .committed()
          .get(partition)
          .map(c -> offset >= c.offset())
          .orElse(true);
    }
    return worker.accepts(table, partition, offset);
  }

  void readControl() {
    if (!hasUnreadControl()) {
      return;
    }
    ControlEvent<SimFile> event = world.control().get(cursor++);
    if (world.isLost()) {
      return;
    }
    if (event instanceof StartCommit<SimFile> start) {
      report(start.round());
    } else if (event instanceof CommitToTable<SimFile> published) {
      carryOut(worker.published(published), Optional.of(published.committed()));
    }
  }

  /** Cuts and reports; may die in the middle of it. */
  void report(UUID round) {
    sendsLeft = world.crashPoint(4);
    if (!world.omits(Rule.TOPIC_ID_IS_CHECKED)) {
      restartRecreated();
    }
    worker.outstanding().tablesToCut(round).forEach(this::cut);
    for (ControlEvent<SimFile> event : worker.outstanding().report(round)) {
      send(event);
      if (event instanceof DataWritten<SimFile> written
          && world.omits(Rule.KEEP_UNTIL_ACKNOWLEDGED)) {
        Delta<SimFile> delta = written.delta();
        worker.published(
            new CommitToTable<>(
                round,
                delta.table(),
                OptionalLong.empty(),
                delta.upto(),
                Set.of(),
                Optional.empty()));
      }
    }
    sendsLeft = OptionalInt.empty();
  }

  private void restartRecreated() {
    List<SourcePartition> recreated = new ArrayList<>();
    worker
        .topicIds()
        .forEach(
            (p, id) -> {
              if (!world.log(p).topicId().equals(id)) {
                recreated.add(p);
              }
            });
    if (!recreated.isEmpty()) {
      recreated.forEach(consumer::remove);
      carryOut(worker.revoke(recreated));
      assign(recreated);
    }
  }

  /** Storage may fail: then there is no delta. */
  void cutOne() {
    if (!worker.outstanding().openTables().isEmpty() && !needsRestart()) {
      TableRef table =
          worker
              .outstanding()
              .openTables()
              .get(world.random().nextInt(worker.outstanding().openTables().size()));
      if (world.random().nextInt(4) == 0) {
        carryOut(worker.lose(table));
      } else {
        cut(table);
      }
    }
  }

  private boolean needsRestart() {
    return !world.omits(Rule.TOPIC_ID_IS_CHECKED)
        && worker.topicIds().entrySet().stream()
            .anyMatch(e -> !world.log(e.getKey()).topicId().equals(e.getValue()));
  }

  private void cut(TableRef table) {
    List<SimRow> rows = open.remove(table);
    int half = (rows.size() + 1) / 2;
    List<SimFile> files = new ArrayList<>(List.of(new SimFile(rows.subList(0, half))));
    if (half < rows.size()) {
      files.add(new SimFile(rows.subList(half, rows.size())));
    }
    named.computeIfAbsent(table, t -> new ArrayList<>()).addAll(files);
    worker.cut(
        table,
        world.deltaId(this, table),
        new Written<>(
            files,
            world.isUpsert() ? OlderRows.GO_BY_KEY : OlderRows.STAY,
            rows.size(),
            rows.size()));
  }

  /** Parts go one by one, as a message each. */
  private void send(ControlEvent<SimFile> event) {
    if (event instanceof DataWritten<SimFile> whole) {
      List<SimFile> files = whole.delta().files();
      for (int part = 0; part < files.size(); part++) {
        sendOne(
            new DataWritten<>(
                whole.round(),
                whole.delta().withFiles(List.of(files.get(part))),
                part,
                files.size(),
                whole.sends()));
      }
    } else {
      sendOne(event);
    }
  }

  private void sendOne(ControlEvent<SimFile> event) {
    if (sendsLeft.isPresent()) {
      if (sendsLeft.getAsInt() == 0) {
        throw new SimWorld.Crash();
      }
      sendsLeft = OptionalInt.of(sendsLeft.getAsInt() - 1);
    }
    world.send(event);
  }

  void revoke(Collection<SourcePartition> lost, boolean isTold) {
    if (isTold) {
      report(Coordinator.UNASKED);
      commitOffsets();
    }
    lost.forEach(consumer::remove);
    List<WorkerAction> actions = worker.revoke(lost);
    Map<SourcePartition, Long> before = Map.copyOf(consumer);
    carryOut(actions);
    if (world.omits(Rule.REST_IS_REWOUND)) {
      consumer.putAll(before);
    }
  }

  void commitOffsets() {
    if (isZombie) {
      return;
    }
    Map<SourcePartition, Long> positions = worker.positions();
    worker
        .outstanding()
        .committable()
        .forEach(
            (partition, position) -> {
              long told =
                  world.omits(Rule.HONEST_OFFSETS) ? positions.get(partition) : position.offset();
              world.commitOffset(partition, new Position(position.topicId(), told));
            });
  }

  private void carryOut(List<WorkerAction> actions) {
    carryOut(actions, Optional.empty());
  }

  private void carryOut(List<WorkerAction> actions, Optional<Offsets> hint) {
    for (WorkerAction action : actions) {
      if (action instanceof WorkerAction.Seek seek) {
        boolean isBack =
            consumer.containsKey(seek.partition())
                && seek.offset() < consumer.get(seek.partition());
        if (!isBack || !world.omits(Rule.SEEK_BACK)) {
          consumer.put(seek.partition(), seek.offset());
        }
      } else if (action instanceof WorkerAction.Discard discard) {
        open.remove(discard.table());
        if (world.omits(Rule.NAMED_FILES_ARE_KEPT)) {
          named.getOrDefault(discard.table(), List.of()).forEach(SimFile::delete);
        }
      } else if (action instanceof WorkerAction.Reload reload) {
        Optional<TableState> loaded = load(reload.table());
        if (loaded.isEmpty()) {
          continue;
        }
        TableState state = loaded.get();
        if (hint.isPresent() && world.omits(Rule.RELOAD_BEFORE_FORGETTING)) {
          state =
              new TableState(
                  state.tableUuid(),
                  hint.get(),
                  state.high(),
                  state.lastSequenceNumber(),
                  state.keyReach());
        }
        carryOut(worker.loaded(reload.table(), state));
      } else if (action instanceof WorkerAction.Replaced) {
        throw new SimWorld.Crash();
      }
    }
  }
}
