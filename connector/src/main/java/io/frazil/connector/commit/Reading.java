package io.frazil.connector.commit;

import io.frazil.connector.commit.ControlEvent.Progress;
import io.frazil.connector.commit.WorkerAction.Seek;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The source partitions that a worker reads, and how far it has read each. Not thread-safe.
 *
 * <p>Going back is by positions alone; what has to be sought follows from them ({@link
 * #seeksSince}).
 */
final class Reading {
  private final Map<SourcePartition, Source> sources = new HashMap<>();

  /** Takes partitions over. The position may be anywhere above where reading will begin. */
  void take(Map<SourcePartition, Start> starts, Function<Start, Long> position) {
    starts.forEach((p, start) -> sources.put(p, new Source(start, position.apply(start))));
  }

  /** Reading begins where the partition's position is now. */
  void begin(SourcePartition partition) {
    Source source = sources.get(partition);
    source.begun = source.position;
  }

  void leave(Collection<SourcePartition> lost) {
    sources.keySet().removeAll(lost);
  }

  boolean isOfNone() {
    return sources.isEmpty();
  }

  Set<SourcePartition> partitions() {
    return sources.keySet();
  }

  /** The topic id that each is read under. */
  Map<SourcePartition, UUID> topicIds() {
    return ofEach((p, source) -> source.start.topicId());
  }

  /** The next record to read, of each partition. */
  Map<SourcePartition, Long> positions() {
    return ofEach((p, source) -> source.position);
  }

  long position(SourcePartition partition) {
    return sources.get(partition).position;
  }

  /**
   * How far each is claimed to be read: to the position; where something is not named, to there.
   *
   * @param unnamed the first record of a partition that some table misses, or has in files that are
   *     not whole
   */
  Map<SourcePartition, Progress> progress(Function<SourcePartition, OptionalLong> unnamed) {
    return ofEach((p, source) -> source.progress(unnamed.apply(p)));
  }

  /** The record at this offset is done with. */
  void advance(SourcePartition partition, long offset, Optional<Instant> timestamp) {
    Source source = sources.get(partition);
    source.position = offset + 1;
    if (timestamp.isPresent()
        && (source.newest.isEmpty() || timestamp.get().isAfter(source.newest.get()))) {
      source.newest = timestamp;
    }
  }

  /** Reads again from there, unless that is still to be read anyway. */
  void goBack(SourcePartition partition, long to) {
    sources.get(partition).goBack(to);
  }

  /** Reads again from there, each. */
  void goBack(Map<SourcePartition, Long> to) {
    to.forEach(this::goBack);
  }

  /** Where a table goes on. */
  long resume(SourcePartition partition, TableState state) {
    return sources.get(partition).resume(partition, state);
  }

  /**
   * Where a table goes on that nothing has been written to here: not where was read since the
   * partition was taken over.
   */
  long resumeUnseen(SourcePartition partition, TableState state) {
    Source source = sources.get(partition);
    return source.firstUnseen(source.resume(partition, state));
  }

  /** What has to be sought, since the positions are no longer these. */
  List<WorkerAction> seeksSince(Map<SourcePartition, Long> before) {
    List<WorkerAction> seeks = new ArrayList<>();
    positions()
        .forEach(
            (p, offset) -> {
              if (!offset.equals(before.get(p))) {
                seeks.add(new Seek(p, offset));
              }
            });
    return seeks;
  }

  private <T> Map<SourcePartition, T> ofEach(BiFunction<SourcePartition, Source, T> fact) {
    Map<SourcePartition, T> facts = new TreeMap<>();
    sources.forEach((p, source) -> facts.put(p, fact.apply(p, source)));
    return facts;
  }

  private static final class Source {
    private final Start start;
    private long position;
    // All from here to the position was read here.
    private long begun;
    private Optional<Instant> newest = Optional.empty();

    private Source(Start start, long position) {
      this.start = start;
      this.position = position;
      this.begun = position;
    }

    /** The first record from this one on that was not read here yet, or this one. */
    private long firstUnseen(long from) {
      return from < begun ? from : Math.max(from, position);
    }

    /**
     * At what the table has committed, but not below the floor, since a table that lacks an entry
     * there got no rows; unless it was rolled back, when the floor says nothing of it.
     */
    private long resume(SourcePartition partition, TableState state) {
      long from =
          state
              .committed()
              .get(partition)
              .filter(c -> c.topicId().equals(start.topicId()))
              .map(Position::offset)
              .orElse(start.origin());
      return state.isRolledBack(partition) ? from : Math.max(from, start.floor().orElse(from));
    }

    private void goBack(long to) {
      if (to < position) {
        position = to;
        begun = Math.min(begun, to);
        newest = Optional.empty();
      }
    }

    /** What is not named is not done with: nothing is claimed from there on. */
    private Progress progress(OptionalLong unnamed) {
      return unnamed.isPresent()
          ? new Progress(new Position(start.topicId(), unnamed.getAsLong()), Optional.empty())
          : new Progress(new Position(start.topicId(), position), newest);
    }
  }
}
