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
import java.util.stream.Collectors;

/**
 * What a worker holds of one table: the deltas that it has not seen acknowledged, each built on the
 * one before, and the rows that are still in open files. Not thread-safe.
 */
final class Chain<F> {
  private final TableRef table;
  private final UUID tableUuid;
  private final Map<SourcePartition, Strand> strands = new HashMap<>();
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
    Strand strand = strands.computeIfAbsent(partition, p -> new Strand());
    strand.base = committed;
    strand.tip = from;
  }

  /**
   * Whether the record at this offset is at or above the end of what this holds of the partition,
   * open files included: everything below is to be skipped.
   */
  boolean accepts(SourcePartition partition, long offset) {
    Strand strand = strands.get(partition);
    return strand != null && offset >= strand.tip;
  }

  /** Whether the record at this offset is below the tip: this has it, or the table. */
  boolean isPast(SourcePartition partition, long offset) {
    Strand strand = strands.get(partition);
    return strand != null && offset < strand.tip;
  }

  void add(SourcePartition partition, long offset) {
    strands.get(partition).add(offset);
  }

  /** The partitions that this holds rows of. */
  Set<SourcePartition> partitions() {
    return strands.keySet().stream().filter(this::holdsRowsOf).collect(Collectors.toSet());
  }

  boolean hasOpenRows() {
    return strands.values().stream().anyMatch(Strand::hasOpenRows);
  }

  /** Makes the open rows the chain's last delta. */
  void cut(UUID id, Written<F> written, Map<SourcePartition, UUID> topicIds) {
    Map<SourcePartition, Position> base = new TreeMap<>();
    Map<SourcePartition, Position> upto = new TreeMap<>();
    Map<SourcePartition, Long> firsts = new HashMap<>();
    strands.forEach(
        (partition, strand) -> {
          if (strand.hasOpenRows()) {
            strand.base.ifPresent(b -> base.put(partition, b));
            firsts.put(partition, strand.openFirst.getAsLong());
            upto.put(partition, strand.cut(topicIds.get(partition)));
          }
        });
    Delta<F> delta =
        new Delta<>(
            id,
            table,
            tableUuid,
            new Offsets(base),
            new Offsets(upto),
            written.files(),
            written.olderRows(),
            written.rows(),
            written.bytes());
    links.add(new Link<>(delta, Map.copyOf(firsts)));
  }

  /** Forgets the open rows, and gives the first of each partition: from there they come again. */
  Map<SourcePartition, Long> lose() {
    Map<SourcePartition, Long> firsts = new HashMap<>();
    strands.forEach(
        (partition, strand) ->
            strand.openFirst.ifPresent(
                first -> {
                  firsts.put(partition, first);
                  strand.tip = first;
                }));
    strands.values().forEach(strand -> strand.openFirst = OptionalLong.empty());
    return firsts;
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
    strands.forEach((p, strand) -> firstBases.putIfAbsent(p, strand.base));
    return firstBases.entrySet().stream()
        .allMatch(e -> committed.get(e.getKey()).equals(e.getValue()));
  }

  boolean holdsAny(Set<UUID> deltas) {
    return links.stream().anyMatch(link -> deltas.contains(link.delta.id()));
  }

  boolean holdsRowsOf(SourcePartition partition) {
    return openFirst(partition).isPresent()
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
    return openFirst(partition);
  }

  /** The first record of the partition in open files. */
  OptionalLong openFirst(SourcePartition partition) {
    Strand strand = strands.get(partition);
    return strand == null ? OptionalLong.empty() : strand.openFirst;
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
    strands.remove(partition);
  }

  /** Forgets every delta and every open row; the partitions have to be started anew. */
  void clear() {
    links.clear();
    strands.values().forEach(strand -> strand.openFirst = OptionalLong.empty());
    broken = false;
  }

  boolean isEmpty() {
    return links.isEmpty() && !hasOpenRows();
  }

  int unacknowledgedDeltas() {
    return links.size();
  }

  /** How many of these were sent before. */
  long unansweredDeltas() {
    return links.stream().filter(link -> link.sends > 0).count();
  }

  long unacknowledgedBytes() {
    return links.stream().mapToLong(link -> link.delta.bytes()).sum();
  }

  /** How far this holds a partition. Changed for each record, so that a record costs no object. */
  private static final class Strand {
    /** What the next delta builds on. */
    private Optional<Position> base = Optional.empty();

    private long tip;
    private OptionalLong openFirst = OptionalLong.empty();

    private void add(long offset) {
      if (openFirst.isEmpty()) {
        openFirst = OptionalLong.of(offset);
      }
      tip = offset + 1;
    }

    private boolean hasOpenRows() {
      return openFirst.isPresent();
    }

    private Position cut(UUID topicId) {
      Position upto = new Position(topicId, tip);
      base = Optional.of(upto);
      openFirst = OptionalLong.empty();
      return upto;
    }
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
