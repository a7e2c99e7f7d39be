package io.frazil.connector.commit;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A vector of source positions: for each source partition the next offset to apply. A partition may
 * be absent: nothing of it has been applied, or nothing of it was ever meant for this table.
 * Immutable; equal when all entries are.
 */
public record Offsets(Map<SourcePartition, Position> positions) {
  private static final Offsets NONE = new Offsets(Map.of());

  public Offsets {
    positions = Collections.unmodifiableSortedMap(new TreeMap<>(positions));
  }

  /** The vector without any entry. */
  public static Offsets none() {
    return NONE;
  }

  public static Offsets of(SourcePartition partition, Position position) {
    return new Offsets(Map.of(partition, position));
  }

  public Optional<Position> get(SourcePartition partition) {
    return Optional.ofNullable(positions.get(partition));
  }

  public Set<SourcePartition> partitions() {
    return positions.keySet();
  }

  public boolean isEmpty() {
    return positions.isEmpty();
  }

  /** This vector with the entries of {@code later} in place of its own. */
  public Offsets with(Offsets later) {
    if (later.isEmpty()) {
      return this;
    }
    Map<SourcePartition, Position> merged = new TreeMap<>(positions);
    merged.putAll(later.positions);
    return new Offsets(merged);
  }

  public Offsets with(SourcePartition partition, Position position) {
    return with(of(partition, position));
  }

  /** This vector with no entry for the partition. */
  public Offsets without(SourcePartition partition) {
    Map<SourcePartition, Position> rest = new TreeMap<>(positions);
    rest.remove(partition);
    return new Offsets(rest);
  }
}
