package io.frazil.connector.runtime;

import io.frazil.connector.commit.SourcePartition;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * What Kafka says of the source topics: their ids, the ends of their logs, the group's offsets.
 * Each call blocks for a bounded time, and throws a {@link org.apache.kafka.common.KafkaException}
 * when the broker does not answer or refuses.
 */
public interface SourceTopics {

  /** The ids of those topics that exist. */
  Map<String, UUID> ids(Collection<String> topics);

  /**
   * All partitions of those topics that exist, each with the offset that its next record will get.
   */
  Map<SourcePartition, Long> ends(Collection<String> topics);

  /** The offset that each partition's next record will get. */
  Map<SourcePartition, Long> endsOf(Set<SourcePartition> partitions);

  /** The offset of the first record that each partition still has. */
  Map<SourcePartition, Long> startsOf(Set<SourcePartition> partitions);

  /** The names of all topics that are not Kafka's own. */
  Set<String> names();

  /** The offsets that a group has committed, of those partitions of which it has any. */
  Map<SourcePartition, OffsetAndMetadata> committed(String group, Set<SourcePartition> partitions);
}
