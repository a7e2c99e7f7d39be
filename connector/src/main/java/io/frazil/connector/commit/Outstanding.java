package io.frazil.connector.commit;

import io.frazil.connector.commit.ControlEvent.DataComplete;
import io.frazil.connector.commit.ControlEvent.DataWritten;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * What a worker has written and nobody has acknowledged: what it reports of that, and what the
 * consumer group may be told. A view, which changes with its worker. Not thread-safe.
 *
 * @param <F> a file; opaque here
 */
public final class Outstanding<F> {
  // One that is being committed, one that came too late for that, and one for the next round.
  private static final int MAX_UNANSWERED = 3;

  private final UUID id;
  private final Map<TableRef, Chain<F>> chains;
  private final Reading reading;
  private final SetAside aside;

  Outstanding(UUID id, Map<TableRef, Chain<F>> chains, Reading reading, SetAside aside) {
    this.id = id;
    this.chains = chains;
    this.reading = reading;
    this.aside = aside;
  }

  /** The tables that have rows in open files. */
  public List<TableRef> openTables() {
    return openTables(Integer.MAX_VALUE);
  }

  /**
   * Those whose open rows a report in this round tells of, once they are cut. Where commits do not
   * keep up, what is written meanwhile becomes few deltas, not one for each round; who asks for no
   * round gives the rows up, and tells of all.
   */
  public List<TableRef> tablesToCut(UUID round) {
    return openTables(round.equals(Coordinator.UNASKED) ? Integer.MAX_VALUE : MAX_UNANSWERED);
  }

  private List<TableRef> openTables(int maxDeltas) {
    return chains.values().stream()
        .filter(chain -> chain.hasOpenRows() && chain.unansweredDeltas() < maxDeltas)
        .map(Chain::table)
        .toList();
  }

  /**
   * Everything that is not acknowledged, and then where this worker stands; also when there is
   * nothing.
   */
  public List<ControlEvent<F>> report(UUID round) {
    List<ControlEvent<F>> events = new ArrayList<>();
    Set<UUID> deltas = new HashSet<>();
    for (Chain<F> chain : chains.values()) {
      for (Chain.Link<F> link : chain.send()) {
        events.add(new DataWritten<>(round, link.delta(), 0, 1, link.sends()));
        deltas.add(link.delta().id());
      }
    }
    events.add(
        new DataComplete<>(round, id, reading.progress(this::unnamed), deltas, chains.keySet()));
    return events;
  }

  /** The first record of the partition that a table misses, or has in files that are not whole. */
  private OptionalLong unnamed(SourcePartition partition) {
    return Stream.concat(
            Stream.of(aside.lowest(partition)),
            chains.values().stream().map(chain -> chain.openFirst(partition)))
        .flatMapToLong(OptionalLong::stream)
        .min();
  }

  /**
   * What the consumer group may be told: for each partition the lowest offset that some table has
   * not acknowledged, else the position.
   */
  public Map<SourcePartition, Position> committable() {
    Map<SourcePartition, Position> lowest = new TreeMap<>();
    reading
        .topicIds()
        .forEach(
            (p, topicId) -> lowest.put(p, new Position(topicId, lowest(p, reading.position(p)))));
    return lowest;
  }

  /** The size of all deltas that are not acknowledged. */
  public long bytes() {
    return chains.values().stream().mapToLong(Chain::unacknowledgedBytes).sum();
  }

  /** How many they are. */
  public int deltas() {
    return chains.values().stream().mapToInt(Chain::unacknowledgedDeltas).sum();
  }

  /** Whether every row that was written is acknowledged. */
  public boolean isSettled() {
    return aside.isComplete() && chains.values().stream().allMatch(Chain::isEmpty);
  }

  private long lowest(SourcePartition partition, long position) {
    long held =
        chains.values().stream()
            .map(c -> c.lowest(partition))
            .flatMapToLong(OptionalLong::stream)
            .reduce(position, Math::min);
    return Math.min(held, aside.lowest(partition).orElse(held));
  }
}
