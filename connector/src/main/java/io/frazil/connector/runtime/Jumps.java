package io.frazil.connector.runtime;

import io.frazil.connector.commit.SourcePartition;
import java.util.HashMap;
import java.util.Map;

/**
 * Where reading jumped over offsets since it was last looked at. Compaction and transactions make
 * small jumps all the time; only one that ends at or beyond the start of the log means that
 * retention overtook the reader.
 */
final class Jumps {
  private final Map<SourcePartition, Jump> jumps = new HashMap<>();

  /** A record came at {@code to} where {@code from} was expected. */
  void add(SourcePartition partition, long from, long to) {
    jumps.merge(partition, new Jump(from, to), (first, next) -> new Jump(first.from(), next.to()));
  }

  /** The jumps since the last call. */
  Map<SourcePartition, Jump> take() {
    Map<SourcePartition, Jump> taken = Map.copyOf(jumps);
    jumps.clear();
    return taken;
  }

  /** From the first expected offset to the last that came instead. */
  record Jump(long from, long to) {
    boolean isOver(long firstInLog) {
      return from < firstInLog && firstInLog <= to;
    }
  }
}
