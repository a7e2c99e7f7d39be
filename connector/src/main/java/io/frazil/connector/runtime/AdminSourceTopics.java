package io.frazil.connector.runtime;

import static io.frazil.connector.control.KafkaAnswers.await;

import io.frazil.connector.commit.SourcePartition;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What Kafka's admin client tells of the source topics. Thread-safe. */
public final class AdminSourceTopics implements SourceTopics {
  private final Admin admin;

  /**
   * Asks with this client.
   *
   * @param admin stays the caller's to close
   */
  public AdminSourceTopics(Admin admin) {
    this.admin = admin;
  }

  @Override
  public Map<String, UUID> ids(Collection<String> topics) {
    Map<String, UUID> ids = new HashMap<>();
    describe(topics).forEach((topic, description) -> ids.put(topic, uuid(description.topicId())));
    return ids;
  }

  @Override
  public Map<SourcePartition, Long> ends(Collection<String> topics) {
    Set<SourcePartition> partitions =
        describe(topics).values().stream()
            .flatMap(
                topic ->
                    topic.partitions().stream()
                        .map(p -> new SourcePartition(topic.name(), p.partition())))
            .collect(Collectors.toSet());
    return offsets(partitions, OffsetSpec.latest());
  }

  @Override
  public Map<SourcePartition, Long> endsOf(Set<SourcePartition> partitions) {
    return offsets(partitions, OffsetSpec.latest());
  }

  @Override
  public Map<SourcePartition, Long> startsOf(Set<SourcePartition> partitions) {
    return offsets(partitions, OffsetSpec.earliest());
  }

  @Override
  public Set<String> names() {
    return await(admin.listTopics().names());
  }

  @Override
  public Map<SourcePartition, OffsetAndMetadata> committed(
      String group, Set<SourcePartition> partitions) {
    Map<SourcePartition, OffsetAndMetadata> committed = new TreeMap<>();
    await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .forEach(
            (partition, offset) -> {
              SourcePartition source =
                  new SourcePartition(partition.topic(), partition.partition());
              if (offset != null && partitions.contains(source)) {
                committed.put(source, offset);
              }
            });
    return committed;
  }

  private Map<String, TopicDescription> describe(Collection<String> topics) {
    Map<String, TopicDescription> descriptions = new HashMap<>();
    admin
        .describeTopics(topics)
        .topicNameValues()
        .forEach(
            (topic, answer) -> {
              try {
                descriptions.put(topic, await(answer));
              } catch (UnknownTopicOrPartitionException e) {
                // It was deleted; whoever asked sees that it is not among the answers.
              }
            });
    return descriptions;
  }

  private Map<SourcePartition, Long> offsets(Set<SourcePartition> partitions, OffsetSpec spec) {
    Map<TopicPartition, OffsetSpec> query = new HashMap<>();
    partitions.forEach(p -> query.put(new TopicPartition(p.topic(), p.partition()), spec));
    Map<SourcePartition, Long> offsets = new TreeMap<>();
    for (Map.Entry<TopicPartition, ListOffsetsResultInfo> entry :
        await(admin.listOffsets(query).all()).entrySet()) {
      TopicPartition partition = entry.getKey();
      offsets.put(
          new SourcePartition(partition.topic(), partition.partition()), entry.getValue().offset());
    }
    return offsets;
  }

  private static UUID uuid(Uuid id) {
    return new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits());
  }
}
