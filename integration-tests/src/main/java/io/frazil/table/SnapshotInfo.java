package io.frazil.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.iceberg.Snapshot;

/** A snapshot of a table, with what the connector wrote into its summary. */
public record SnapshotInfo(
    long id, Instant committedAt, String operation, Map<String, String> summary) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public SnapshotInfo {
    summary = Map.copyOf(summary);
  }

  public static SnapshotInfo of(Snapshot snapshot) {
    return new SnapshotInfo(
        snapshot.snapshotId(),
        Instant.ofEpochMilli(snapshot.timestampMillis()),
        snapshot.operation(),
        snapshot.summary());
  }

  /**
   * The offsets that a connector has brought the table to with this snapshot: the next offset by
   * {@code topic-partition}; empty if the snapshot is not of that connector.
   */
  public NavigableMap<String, Long> offsets(String connector) {
    String text = summary.getOrDefault("frazil.offsets." + connector, "{}");
    NavigableMap<String, Long> offsets = new TreeMap<>();
    try {
      JsonNode topics = JSON.readTree(text).path("topics");
      topics
          .properties()
          .forEach(topic -> addPartitions(topic.getKey(), topic.getValue(), offsets));
    } catch (JsonProcessingException failure) {
      throw new IllegalStateException(
          "Cannot read the offsets of snapshot %d: they are not JSON.".formatted(id), failure);
    }
    return Collections.unmodifiableNavigableMap(offsets);
  }

  private static void addPartitions(
      String topic, JsonNode partitions, NavigableMap<String, Long> offsets) {
    partitions
        .properties()
        .forEach(
            entry -> {
              // Beside the partitions stands the topic's id; a partition may carry an id as well.
              if (!entry.getKey().equals("id")) {
                JsonNode value = entry.getValue();
                offsets.put(
                    topic + "-" + entry.getKey(),
                    value.isNumber() ? value.asLong() : value.path("offset").asLong());
              }
            });
  }
}
