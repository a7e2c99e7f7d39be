package io.frazil.connector.commit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What a worker holds of one table: the deltas that it has not seen acknowledged, each built on the
 * one before, and the rows that are still in open files. Not thread-safe.
 */
final class Chain<F> {
  private final TableRef table;
  private final UUID tableUuid;
  private final Map<SourcePartition, Position> bases = new HashMap<>();
  private final Map<SourcePartition, Long> tips = new HashMap<>();
  private final Map<SourcePartition, Long> openFirsts = new HashMap<>();
  private final Deque<Link<F>> links = new ArrayDeque<>();
  private boolean broken;

  Chain(TableRef table, UUID tableUuid) {
    this.table = table;
    this.tableUuid = tableUuid;
  }

  TableRef table() {
    return table;
  }

  UUID tableUuid() {
    return tableUuid;
  }

  /** Starts the partition at {@code from}, on what the table has committed of it. */
  void start(SourcePartition partition, Optional<Position> committed, long from) {
    committed.ifPresentOrElse(c -> bases.put(partition, c), () -> bases.remove(partition));
    tips.put(partition, from);
  }

  /**
   * The end of what this holds of the partition, open files included: everything below is to be
   * skipped.
   */
  long tip(SourcePartition partition) {
    return tips.get(partition);
  }

  void add(SourcePartition partition, long offset) {
    openFirsts.putIfAbsent(partition, offset);
    tips.put(partition, offset + 1);
  }

  boolean hasOpenRows() {
    return !openFirsts.isEmpty();
  }

  /** Makes the open rows the chain's last delta. */
  void cut(UUID id, Written<F> written, Map<SourcePartition, UUID> topicIds) {
    Map<SourcePartition, Position> base = new TreeMap<>();
    Map<SourcePartition, Position> upto = new TreeMap<>();
    for (SourcePartition partition : openFirsts.keySet()) {
      Optional.ofNullable(bases.get(partition)).ifPresent(b -> base.put(partition, b));
      upto.put(partition, new Position(topicIds.get(partition), tips.get(partition)));
    }
    Delta<F> delta =
        new Delta<>(
            id,
            table,
            tableUuid,
            new Offsets(base),
            new Offsets(upto),
            written.files(),
            written.removesOlderRows(),
            written.rows(),
            written.bytes());
    links.add(new Link<>(delta, Map.copyOf(openFirsts)));
    bases.putAll(upto);
    openFirsts.clear();
  }

  /** The unacknowledged deltas, oldest first, each counted as sent once more. */
  List<Link<F>> send() {
    links.forEach(link -> link.sends++);
    return List.copyOf(links);
  }

  /** Drops from the front what the vector has. */
  void acknowledge(Offsets committed) {
    while (!links.isEmpty() && links.peek().delta.isIn(committed)) {
      links.remove();
    }
  }

  /** Whether the first delta of each partition builds on exactly this vector. */
  boolean buildsOn(Offsets committed) {
    Map<SourcePartition, Optional<Position>> firstBases = new HashMap<>();
    for (Link<F> link : links) {
      link.delta
          .upto()
          .partitions()
          .forEach(p -> firstBases.putIfAbsent(p, link.delta.base().get(p)));
    }
    tips.keySet().forEach(p -> firstBases.putIfAbsent(p, Optional.ofNullable(bases.get(p))));
    return firstBases.entrySet().stream()
        .allMatch(e -> committed.get(e.getKey()).equals(e.getValue()));
  }

  boolean holdsAny(Set<UUID> deltas) {
    return links.stream().anyMatch(link -> deltas.contains(link.delta.id()));
  }

  boolean holdsRowsOf(SourcePartition partition) {
    return openFirsts.containsKey(partition)
        || links.stream().anyMatch(link -> link.delta.upto().get(partition).isPresent());
  }

  /** The lowest offset of the partition that is not acknowledged. */
  OptionalLong lowest(SourcePartition partition) {
    for (Link<F> link : links) {
      Long first = link.firsts.get(partition);
      if (first != null) {
        return OptionalLong.of(first);
      }
    }
    Long first = openFirsts.get(partition);
    return first == null ? OptionalLong.empty() : OptionalLong.of(first);
  }

  /**
   * Marks the chain as one that can't be committed any more: it is to be forgotten as soon as the
   * table is loaded.
   */
  void breakUp() {
    broken = true;
  }

  boolean isBroken() {
    return broken;
  }

  void leave(SourcePartition partition) {
    bases.remove(partition);
    tips.remove(partition);
    openFirsts.remove(partition);
  }

  /** Forgets every delta and every open row; the partitions have to be started anew. */
  void clear() {
    links.clear();
    openFirsts.clear();
    broken = false;
  }

  boolean isEmpty() {
    return links.isEmpty() && openFirsts.isEmpty();
  }

  long unacknowledgedBytes() {
    return links.stream().mapToLong(link -> link.delta.bytes()).sum();
  }

  /** A delta with the first offset of each of its partitions, and how often it has been sent. */
  static final class Link<F> {
    private final Delta<F> delta;
    private final Map<SourcePartition, Long> firsts;
    private int sends;

    private Link(Delta<F> delta, Map<SourcePartition, Long> firsts) {
      this.delta = delta;
      this.firsts = firsts;
    }

    Delta<F> delta() {
      return delta;
    }

    int sends() {
      return sends;
    }
  }
}
