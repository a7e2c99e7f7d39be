package io.frazil.connector.runtime;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * What a task asked of Connect. As in Connect, what is paused stays so when partitions come and go.
 */
final class KnownContext implements SinkTaskContext {
  final Map<TopicPartition, Long> seeks = new HashMap<>();
  final Set<TopicPartition> assigned = new LinkedHashSet<>();
  final Set<TopicPartition> paused = new LinkedHashSet<>();
  int requestedCommits;

  @Override
  public Map<String, String> configs() {
    return Map.of();
  }

  @Override
  public void offset(Map<TopicPartition, Long> offsets) {
    seeks.putAll(offsets);
  }

  @Override
  public void offset(TopicPartition partition, long offset) {
    seeks.put(partition, offset);
  }

  @Override
  public void timeout(long timeoutMs) {}

  @Override
  public Set<TopicPartition> assignment() {
    return assigned;
  }

  @Override
  public void pause(TopicPartition... partitions) {
    paused.addAll(List.of(partitions));
  }

  @Override
  public void resume(TopicPartition... partitions) {
    paused.removeAll(List.of(partitions));
  }

  @Override
  public PluginMetrics pluginMetrics() {
    throw new UnsupportedOperationException("Workers before Kafka 4.1 have none");
  }

  @Override
  public void requestCommit() {
    requestedCommits++;
  }
}
