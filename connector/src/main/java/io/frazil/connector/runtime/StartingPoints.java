package io.frazil.connector.runtime;

import io.frazil.connector.commit.Position;
import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.commit.Start;
import io.frazil.connector.commit.TableState;
import io.frazil.connector.config.SourceOptions;
import io.frazil.connector.config.SourceOptions.RetentionGap;
import io.frazil.connector.config.SourceOptions.TopicRecreated;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out where the source partitions stand that a task takes over, and whether anything is
 * missing before that.
 */
public final class StartingPoints {
  private static final Logger LOG = LoggerFactory.getLogger(StartingPoints.class);

  private final SourceTopics topics;
  private final String group;
  private final FloorMark mark;
  private final SourceOptions options;
  private final Origin origin;

  public StartingPoints(
      SourceTopics topics, String group, FloorMark mark, SourceOptions options, Origin origin) {
    this.topics = topics;
    this.group = group;
    this.mark = mark;
    this.options = options;
    this.origin = origin;
  }

  /** Where the partitions start, whatever tables there are. */
  Map<SourcePartition, Start> of(Set<SourcePartition> partitions) {
    Map<String, UUID> ids =
        topics.ids(partitions.stream().map(SourcePartition::topic).collect(Collectors.toSet()));
    for (SourcePartition partition : partitions) {
      if (!ids.containsKey(partition.topic())) {
        throw new ConnectException(
            "Cannot read topic %s: it does not exist any more. Create it, or remove it from the connector's topics."
                .formatted(partition.topic()));
      }
    }
    Map<SourcePartition, Long> origins =
        origin == Origin.LOG_START ? topics.startsOf(partitions) : topics.endsOf(partitions);
    Map<SourcePartition, OffsetAndMetadata> committed = topics.committed(group, partitions);
    Map<SourcePartition, Start> starts = new TreeMap<>();
    for (SourcePartition partition : partitions) {
      UUID topicId = ids.get(partition.topic());
      OffsetAndMetadata told = committed.get(partition);
      OptionalLong floor = told == null ? OptionalLong.empty() : mark.floor(told, topicId);
      starts.put(partition, new Start(topicId, origins.get(partition), floor));
    }
    return starts;
  }

  /** Stops, if that is what is wanted, where a table was filled from an earlier life of a topic. */
  void checkLives(Map<SourcePartition, UUID> topicIds, Collection<TableState> tables) {
    for (TableState table : tables) {
      topicIds.forEach(
          (partition, topicId) ->
              table
                  .committed()
                  .get(partition)
                  .map(Position::topicId)
                  .filter(id -> !id.equals(topicId))
                  .ifPresent(id -> recreated(partition.topic(), id, topicId)));
    }
  }

  /** A topic has another id than it had. */
  void recreated(String topic, UUID before, UUID now) {
    String what =
        "Topic %s was deleted and created again: its id was %s and is %s."
            .formatted(topic, before, now);
    if (options.topicRecreated() == TopicRecreated.FAIL) {
      throw new ConnectException(
          what
              + " The tables keep what they have. To go on with the new topic from its beginning, set iceberg.source.on-topic-recreated=restart.");
    }
    LOG.warn("{} It is read from its beginning.", what);
  }

  /**
   * Stops, if that is what is wanted, where records that are still to be read have been removed.
   *
   * @return where to read instead, of the partitions that miss records
   */
  Map<SourcePartition, Long> checkGaps(Map<SourcePartition, Long> positions) {
    Map<SourcePartition, Long> missing = new TreeMap<>();
    if (!positions.isEmpty()) {
      Map<SourcePartition, Long> firsts = topics.startsOf(positions.keySet());
      positions.forEach(
          (partition, position) -> {
            long first = firsts.get(partition);
            if (position < first) {
              gap(partition, position, first);
              missing.put(partition, first);
            }
          });
    }
    return missing;
  }

  /** Records from {@code from} on are gone; the first that is left is {@code first}. */
  void gap(SourcePartition partition, long from, long first) {
    String what =
        "Records %d to %d of %s were removed by retention before they were read."
            .formatted(from, first - 1, partition);
    if (options.retentionGap() == RetentionGap.FAIL) {
      throw new ConnectException(
          what
              + " Restore them, or set iceberg.source.on-retention-gap=warn to go on without them.");
    }
    LOG.warn("{} Going on without them.", what);
  }

  /**
   * Where reading begins when nothing is known: as {@code auto.offset.reset} of the task's consumer
   * says.
   */
  public enum Origin {
    LOG_START,
    LOG_END
  }
}
