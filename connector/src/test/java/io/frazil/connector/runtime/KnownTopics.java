package io.frazil.connector.runtime;

import io.frazil.connector.commit.SourcePartition;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.errors.TimeoutException;

/** Source topics as a test says they are; what it does not say is an empty log. */
final class KnownTopics implements SourceTopics {
  final Map<String, UUID> ids = new HashMap<>();
  final Map<SourcePartition, Long> starts = new TreeMap<>();
  final Map<SourcePartition, Long> ends = new TreeMap<>();
  final Map<SourcePartition, OffsetAndMetadata> committed = new TreeMap<>();
  boolean isSilent;

  @Override
  public Map<String, UUID> ids(Collection<String> topics) {
    answer();
    Map<String, UUID> known = new HashMap<>(ids);
    known.keySet().retainAll(topics);
    return known;
  }

  @Override
  public Map<SourcePartition, Long> ends(Collection<String> topics) {
    answer();
    return ends;
  }

  @Override
  public Map<SourcePartition, Long> endsOf(Set<SourcePartition> partitions) {
    return offsets(ends, partitions);
  }

  @Override
  public Map<SourcePartition, Long> startsOf(Set<SourcePartition> partitions) {
    return offsets(starts, partitions);
  }

  @Override
  public Set<String> names() {
    return ids.keySet();
  }

  @Override
  public Map<SourcePartition, OffsetAndMetadata> committed(
      String group, Set<SourcePartition> partitions) {
    answer();
    return committed;
  }

  private Map<SourcePartition, Long> offsets(
      Map<SourcePartition, Long> known, Set<SourcePartition> partitions) {
    answer();
    Map<SourcePartition, Long> offsets = new TreeMap<>();
    partitions.forEach(p -> offsets.put(p, known.getOrDefault(p, 0L)));
    return offsets;
  }

  private void answer() {
    if (isSilent) {
      throw new TimeoutException("the broker does not answer");
    }
  }
}
