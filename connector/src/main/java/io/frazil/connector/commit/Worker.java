package io.frazil.connector.commit;

import io.frazil.connector.commit.ControlEvent.CommitToTable;
import io.frazil.connector.commit.WorkerAction.Discard;
import io.frazil.connector.commit.WorkerAction.Reload;
import io.frazil.connector.commit.WorkerAction.Replaced;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A task's half of the protocol: which records of the source are to be written to which table, what
 * is reported, and what becomes of it.
 *
 * <p>For each table a worker holds a chain of deltas. A chain's life:
 *
 * <table>
 *   <caption>Transitions of a chain</caption>
 *   <tr><th>when</th><th>then</th></tr>
 *   <tr><td>a record at or above the tip</td><td>it is written to the open files; below the tip it is skipped</td></tr>
 *   <tr><td>cut</td><td>the open rows become the last delta</td></tr>
 *   <tr><td>the open files can't be finished</td><td>the open rows are forgotten, and read again</td></tr>
 *   <tr><td>report</td><td>every delta that is not acknowledged is sent, again and again</td></tr>
 *   <tr><td>a published vector has the first deltas</td><td>they are dropped</td></tr>
 *   <tr><td>a published vector is not what the chain builds on, or voids a delta</td><td>the table is loaded: a message
 *       is a hint, only the table is the truth</td></tr>
 *   <tr><td>the loaded table is not what the chain builds on either</td><td>all is forgotten, and read again from what
 *       the table has</td></tr>
 *   <tr><td>the table is set aside</td><td>the open rows are forgotten; the table's records are passed by, the
 *       first of each partition is remembered</td></tr>
 *   <tr><td>the table is taken up again</td><td>as when it is loaded; all that it has missed is read again</td></tr>
 *   <tr><td>a partition that it holds rows of is lost</td><td>all is forgotten; the other partitions are read again</td></tr>
 * </table>
 *
 * <p>Files of a delta are never deleted, whatever becomes of it: an answer that was lost may have
 * committed them. Not thread-safe: a task's thread owns it.
 *
 * @param <F> a file; opaque here
 */
public final class Worker<F> {
  private final Set<TableRef> routes;
  private final Reading reading = new Reading();
  private final Map<TableRef, Chain<F>> chains = new LinkedHashMap<>();
  private final SetAside aside = new SetAside();
  private final Outstanding<F> outstanding;

  /**
   * A worker that owns nothing yet.
   *
   * @param id unique for each life of a task
   * @param routes all tables that records may go to; empty if that is not known beforehand
   */
  public Worker(UUID id, Set<TableRef> routes) {
    this.routes = Set.copyOf(routes);
    this.outstanding = new Outstanding<>(id, chains, reading, aside);
  }

  /**
   * Takes over source partitions. {@code states} has every known table, loaded after the partitions
   * were assigned, but those that are set aside, and of the tables that are yet unknown those that
   * exist: they are opened. The seeks returned are those of the new partitions, all of them, and of
   * others that have to go back.
   */
  public List<WorkerAction> assign(
      Map<SourcePartition, Start> starts, Map<TableRef, TableState> states) {
    Map<SourcePartition, Long> before = reading.positions();
    // One that is set aside has missed records, so it is opened only when it is taken up.
    states.forEach(
        (table, state) -> {
          if (!aside.has(table)) {
            chains.computeIfAbsent(table, t -> opened(t, state));
          }
        });
    boolean isAllKnown =
        !routes.isEmpty() && chains.keySet().containsAll(routes) && aside.isEmpty();
    reading.take(starts, start -> isAllKnown ? Long.MAX_VALUE : start.offset());
    for (Chain<F> chain : chains.values()) {
      TableState state = states.get(chain.table());
      if (state == null) {
        breakUpAside(chain);
      } else {
        starts.keySet().forEach(p -> start(chain, p, state));
      }
    }
    starts.keySet().forEach(reading::begin);
    return reading.seeksSince(before);
  }

  /**
   * Begins to write to a table. Its rows may have to be read again from further back, but not those
   * that were read since the partition was taken over: none of them went to the table.
   */
  public List<WorkerAction> open(TableRef table, TableState state) {
    Map<SourcePartition, Long> before = reading.positions();
    chains.put(table, opened(table, state));
    return reading.seeksSince(before);
  }

  /** What was written and is not acknowledged; it changes with this. */
  public Outstanding<F> outstanding() {
    return outstanding;
  }

  public boolean isKnown(TableRef table) {
    return chains.containsKey(table);
  }

  public Set<TableRef> tables() {
    return Set.copyOf(chains.keySet());
  }

  /** Whether the record at this offset is still to be written to this table. */
  public boolean accepts(TableRef table, SourcePartition partition, long offset) {
    return chains.get(table).accepts(partition, offset);
  }

  /** The record at this offset has been written to the table's open files. */
  public void wrote(TableRef table, SourcePartition partition, long offset) {
    chains.get(table).add(partition, offset);
  }

  /** The record at this offset is done with: written to every table that it goes to, or skipped. */
  public void advance(SourcePartition partition, long offset, Optional<Instant> timestamp) {
    reading.advance(partition, offset, timestamp);
  }

  /** The source partitions of the table's rows that are not acknowledged. */
  public Set<SourcePartition> partitionsWrittenTo(TableRef table) {
    return chains.get(table).partitions();
  }

  /** The source partitions that are owned, each with the topic id that it is read under. */
  public Map<SourcePartition, UUID> topicIds() {
    return reading.topicIds();
  }

  /**
   * The table's open files are finished and become a delta. Before this the caller makes sure that
   * the topics of {@link #topicIds} still have these ids: of a topic that was created again it
   * gives the partitions back and takes them anew.
   */
  public void cut(TableRef table, UUID deltaId, Written<F> written) {
    chains.get(table).cut(deltaId, written, topicIds());
  }

  /**
   * The table's open files can't be finished: the rows in them are read again. Its deltas stay,
   * they are whole.
   */
  public List<WorkerAction> lose(TableRef table) {
    Map<SourcePartition, Long> before = reading.positions();
    reading.goBack(chains.get(table).lose());
    List<WorkerAction> actions = new ArrayList<>(List.of(new Discard(table)));
    actions.addAll(reading.seeksSince(before));
    return actions;
  }

  /**
   * The table can't be reached: until it is taken up again, nothing is written to it, and the other
   * tables go on.
   */
  public List<WorkerAction> setAside(TableRef table) {
    aside.add(table);
    Chain<F> chain = chains.get(table);
    if (chain == null) {
      return List.of();
    }
    chain.lose().forEach((p, first) -> aside.miss(table, p, first));
    if (chain.isBroken()) {
      breakUpAside(chain);
    }
    return List.of(new Discard(table));
  }

  public boolean isAside(TableRef table) {
    return aside.has(table);
  }

  public Set<TableRef> tablesAside() {
    return aside.tables();
  }

  /** The record at this offset goes to a table that is set aside. */
  public void miss(TableRef table, SourcePartition partition, long offset) {
    Chain<F> chain = chains.get(table);
    if (chain == null || !chain.isPast(partition, offset)) {
      aside.miss(table, partition, offset);
    }
  }

  /** Takes a table up again that is not known yet: what it has missed is read again. */
  public List<WorkerAction> takeUp(TableRef table) {
    Map<SourcePartition, Long> before = reading.positions();
    reading.goBack(aside.remove(table));
    return reading.seeksSince(before);
  }

  /** Takes a known table up again, as it is now. */
  public List<WorkerAction> takeUp(TableRef table, TableState state) {
    List<WorkerAction> actions = new ArrayList<>(loaded(table, state));
    actions.addAll(takeUp(table));
    return actions;
  }

  /** What the chain holds is to be read again, when its table is taken up. */
  private void breakUpAside(Chain<F> chain) {
    reading
        .partitions()
        .forEach(p -> chain.lowest(p).ifPresent(first -> aside.miss(chain.table(), p, first)));
    chain.clear();
    chain.breakUp();
  }

  /** A coordinator has published a table's vector. */
  public List<WorkerAction> published(CommitToTable<F> event) {
    Chain<F> chain = chains.get(event.table());
    if (chain == null) {
      return List.of();
    }
    if (chain.holdsAny(event.voided())) {
      chain.breakUp();
    }
    chain.acknowledge(event.committed());
    if (aside.has(event.table())) {
      if (chain.isBroken()) {
        breakUpAside(chain);
      }
      return List.of();
    }
    return chain.isBroken() || !chain.buildsOn(event.committed())
        ? List.of(new Reload(event.table()))
        : List.of();
  }

  /** The table as it is, after {@link Reload} was asked for. */
  public List<WorkerAction> loaded(TableRef table, TableState state) {
    Chain<F> chain = chains.get(table);
    if (!chain.tableUuid().equals(state.tableUuid())) {
      return List.of(new Replaced(table));
    }
    chain.acknowledge(state.committed());
    if (!chain.isBroken() && chain.buildsOn(state.committed())) {
      return List.of();
    }
    Map<SourcePartition, Long> before = reading.positions();
    List<WorkerAction> actions = new ArrayList<>(List.of(new Discard(table)));
    chain.clear();
    reading.partitions().forEach(p -> start(chain, p, state));
    actions.addAll(reading.seeksSince(before));
    return actions;
  }

  /**
   * Gives partitions up, after a last report or without. What is held of them, here and nowhere
   * else, is forgotten.
   */
  public List<WorkerAction> revoke(Collection<SourcePartition> lost) {
    List<WorkerAction> actions = new ArrayList<>();
    for (Chain<F> chain : chains.values()) {
      boolean isHit = lost.stream().anyMatch(chain::holdsRowsOf);
      lost.forEach(chain::leave);
      if (isHit) {
        chain.breakUp();
        if (aside.has(chain.table())) {
          breakUpAside(chain);
        } else {
          actions.add(new Reload(chain.table()));
        }
      }
    }
    lost.forEach(aside::leave);
    reading.leave(lost);
    return reading.isOfNone() ? close() : actions;
  }

  /** The next record to read, of each partition. */
  public Map<SourcePartition, Long> positions() {
    return reading.positions();
  }

  /** The next record to read of a partition that is owned. */
  public long position(SourcePartition partition) {
    return reading.position(partition);
  }

  private Chain<F> opened(TableRef table, TableState state) {
    Chain<F> chain = new Chain<>(table, state.tableUuid());
    reading.partitions().forEach(p -> start(chain, p, state, reading.resumeUnseen(p, state)));
    return chain;
  }

  /** Nothing is read any more, so nothing has to be read again. */
  private List<WorkerAction> close() {
    List<WorkerAction> discards = new ArrayList<>();
    chains.keySet().forEach(table -> discards.add(new Discard(table)));
    chains.clear();
    aside.clear();
    return discards;
  }

  private void start(Chain<F> chain, SourcePartition partition, TableState state) {
    start(chain, partition, state, reading.resume(partition, state));
  }

  private void start(Chain<F> chain, SourcePartition partition, TableState state, long from) {
    chain.start(partition, state.committed().get(partition), from);
    reading.goBack(partition, from);
  }
}
