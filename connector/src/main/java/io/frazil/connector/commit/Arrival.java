package io.frazil.connector.commit;

import io.frazil.connector.commit.ControlEvent.DataWritten;
import io.frazil.connector.commit.CoordinatorAction.SettleTable.Candidate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A delta as it arrives at the coordinator, part by part, in any order, some parts more than once.
 * Not thread-safe.
 */
final class Arrival<F> {
  private final Instant since;
  private final Map<Integer, List<F>> parts = new TreeMap<>();
  private DataWritten<F> latest;

  Arrival(DataWritten<F> first, Instant now) {
    this.since = now;
    this.latest = first;
  }

  void add(DataWritten<F> part) {
    latest = part;
    parts.put(part.part(), part.delta().files());
  }

  TableRef table() {
    return latest.delta().table();
  }

  boolean isWhole() {
    return parts.size() == latest.parts();
  }

  /** Files are trusted to exist for a while after the delta is first named. */
  Candidate<F> candidate(Instant now, Duration trust) {
    List<F> files = parts.values().stream().flatMap(List::stream).toList();
    boolean isDoubtful = latest.sends() > 1 || now.isAfter(since.plus(trust));
    return new Candidate<>(latest.delta().withFiles(files), isDoubtful);
  }
}
