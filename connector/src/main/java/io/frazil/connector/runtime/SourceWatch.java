package io.frazil.connector.runtime;

import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.commit.TableState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Looks, before anything read is reported, whether it was read of the topics that it is taken for:
 * none of them created again, none overtaken by retention. For a task's thread.
 */
final class SourceWatch {
  private final SourceTopics topics;
  private final StartingPoints startingPoints;
  private final Map<SourcePartition, Jump> jumps = new HashMap<>();

  SourceWatch(SourceTopics topics, StartingPoints startingPoints) {
    this.topics = topics;
    this.startingPoints = startingPoints;
  }

  /**
   * Looks whether a table was filled from earlier lives of topics.
   *
   * @param known the owned partitions with the topic ids that they are read under
   * @throws org.apache.kafka.connect.errors.ConnectException if that is to stop the task
   */
  void checkLives(Map<SourcePartition, UUID> known, TableState table) {
    startingPoints.checkLives(known, List.of(table));
  }

  /**
   * A record came at {@code to} where {@code from} was expected. Compaction and transactions make
   * such jumps all the time, small ones as a rule: only the longest is kept.
   */
  void jumped(SourcePartition partition, long from, long to) {
    jumps.merge(partition, new Jump(from, to), Jump::longer);
  }

  /**
   * The partitions of topics that were created again.
   *
   * @param known the owned partitions with the topic ids that they are read under
   * @throws UnknownTopicOrPartitionException if a topic does not exist at present
   * @throws org.apache.kafka.connect.errors.ConnectException if that is to stop the task
   */
  Set<SourcePartition> recreated(Map<SourcePartition, UUID> known) {
    Map<String, UUID> ids =
        topics.ids(known.keySet().stream().map(SourcePartition::topic).collect(Collectors.toSet()));
    Set<SourcePartition> recreated = new TreeSet<>();
    known.forEach(
        (partition, id) -> {
          UUID now = ids.get(partition.topic());
          if (now == null) {
            throw new UnknownTopicOrPartitionException(
                "Topic " + partition.topic() + " does not exist");
          }
          if (!id.equals(now)) {
            startingPoints.recreated(partition.topic(), id, now);
            recreated.add(partition);
          }
        });
    return recreated;
  }

  /**
   * Whether retention overtook the reader since the last look: a jump ended at or beyond the
   * present start of the log.
   *
   * @throws org.apache.kafka.connect.errors.ConnectException if that is to stop the task
   */
  void checkJumps() {
    if (jumps.isEmpty()) {
      return;
    }
    Map<SourcePartition, Long> firsts = topics.startsOf(jumps.keySet());
    Map<SourcePartition, Jump> taken = Map.copyOf(jumps);
    jumps.clear();
    taken.forEach(
        (partition, jump) -> {
          long first = firsts.get(partition);
          if (jump.from() < first && first <= jump.to()) {
            startingPoints.gap(partition, jump.from(), first);
          }
        });
  }

  private record Jump(long from, long to) {
    private Jump longer(Jump other) {
      return other.to - other.from > to - from ? other : this;
    }
  }
}
