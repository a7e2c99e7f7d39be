package io.frazil.connector.commit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The one written form of a vector, as nested maps that any JSON library can print: {@code
 * {"v":1,"topics":{"orders":{"id":"<topic id>","0":123,"1":45}}}}. While a topic has two lives in
 * one vector, a partition of another life than the topic's entry carries its own id: {@code
 * "1":{"id":"<topic id>","offset":45}}. Versions once written are read for ever.
 */
public final class OffsetsFormat {
  private static final int VERSION = 1;
  private static final String VERSION_KEY = "v";
  private static final String TOPICS_KEY = "topics";
  private static final String ID_KEY = "id";
  private static final String OFFSET_KEY = "offset";

  private OffsetsFormat() {}

  /** The vector as nested maps; the same vector always in the same order. */
  public static Map<String, Object> write(Offsets offsets) {
    Map<String, Map<String, Object>> topics = new TreeMap<>();
    offsets
        .positions()
        .forEach(
            (partition, position) -> {
              String id = position.topicId().toString();
              Map<String, Object> topic =
                  topics.computeIfAbsent(partition.topic(), t -> new LinkedHashMap<>());
              topic.putIfAbsent(ID_KEY, id);
              topic.put(
                  Integer.toString(partition.partition()),
                  topic.get(ID_KEY).equals(id) ? position.offset() : ownLife(id, position));
            });
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put(VERSION_KEY, VERSION);
    tree.put(TOPICS_KEY, topics);
    return tree;
  }

  /**
   * The vector that such maps hold.
   *
   * @throws IllegalArgumentException if they are of another version, or are not of this form
   */
  public static Offsets read(Map<?, ?> tree) {
    if (!(tree.get(VERSION_KEY) instanceof Integer version) || version != VERSION) {
      throw new IllegalArgumentException(
          "Cannot read offsets of version '%s': only version %d is known. Use a release that is at least as new as the one that wrote them."
              .formatted(tree.get(VERSION_KEY), VERSION));
    }
    Map<SourcePartition, Position> positions = new TreeMap<>();
    map(tree.get(TOPICS_KEY), TOPICS_KEY)
        .forEach((topic, entries) -> readTopic(topic.toString(), entries, positions));
    return new Offsets(positions);
  }

  private static Map<String, Object> ownLife(String id, Position position) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put(ID_KEY, id);
    entry.put(OFFSET_KEY, position.offset());
    return entry;
  }

  private static void readTopic(
      String topic, Object written, Map<SourcePartition, Position> positions) {
    Map<?, ?> entries = map(written, topic);
    for (Map.Entry<?, ?> entry : entries.entrySet()) {
      String key = entry.getKey().toString();
      if (!ID_KEY.equals(key)) {
        positions.put(
            new SourcePartition(topic, number(topic, key)),
            entry.getValue() instanceof Map<?, ?> own
                ? position(topic, own.get(ID_KEY), own.get(OFFSET_KEY))
                : position(topic, entries.get(ID_KEY), entry.getValue()));
      }
    }
  }

  private static int number(String topic, String partition) {
    try {
      return Integer.parseInt(partition);
    } catch (NumberFormatException e) {
      throw malformed(topic);
    }
  }

  private static Position position(String topic, Object id, Object offset) {
    if (id instanceof String text && (offset instanceof Long || offset instanceof Integer)) {
      return new Position(UUID.fromString(text), ((Number) offset).longValue());
    }
    throw malformed(topic);
  }

  private static Map<?, ?> map(Object value, String place) {
    if (value instanceof Map<?, ?> found) {
      return found;
    }
    throw malformed(place);
  }

  private static IllegalArgumentException malformed(String place) {
    return new IllegalArgumentException(
        "Cannot read offsets: the entry '%s' is not of the form of version %d."
            .formatted(place, VERSION));
  }
}
