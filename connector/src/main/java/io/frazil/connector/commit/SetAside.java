package io.frazil.connector.commit;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The tables that can't be written to at present, each with the first record of every partition
 * that it has missed since: from there its records have to be read again. Not thread-safe.
 */
final class SetAside {
  private final Map<TableRef, Map<SourcePartition, Long>> missed = new LinkedHashMap<>();

  void add(TableRef table) {
    missed.putIfAbsent(table, new HashMap<>());
  }

  boolean has(TableRef table) {
    return missed.containsKey(table);
  }

  boolean isEmpty() {
    return missed.isEmpty();
  }

  Set<TableRef> tables() {
    return Set.copyOf(missed.keySet());
  }

  void miss(TableRef table, SourcePartition partition, long offset) {
    missed.get(table).merge(partition, offset, Math::min);
  }

  /** What the table has missed; it is not set aside any more. */
  Map<SourcePartition, Long> remove(TableRef table) {
    return missed.remove(table);
  }

  /** The first record of the partition that some table has missed. */
  OptionalLong lowest(SourcePartition partition) {
    return missed.values().stream()
        .filter(firsts -> firsts.containsKey(partition))
        .mapToLong(firsts -> firsts.get(partition))
        .min();
  }

  /** Whether no table has missed anything. */
  boolean isComplete() {
    return missed.values().stream().allMatch(Map::isEmpty);
  }

  void leave(SourcePartition partition) {
    missed.values().forEach(firsts -> firsts.remove(partition));
  }

  void clear() {
    missed.clear();
  }
}
