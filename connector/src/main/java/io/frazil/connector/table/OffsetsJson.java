package io.frazil.connector.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.frazil.connector.commit.History.Marker;
import io.frazil.connector.commit.Offsets;
import io.frazil.connector.commit.OffsetsFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Vectors and markers as compact JSON, the form in which they stand in snapshot summaries and table
 * properties. What one release wrote every later one reads.
 */
final class OffsetsJson {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SNAPSHOT = "snapshot";
  private static final String SEQUENCE = "sequence";
  private static final String COMMITTED = "committed";
  private static final String HIGH = "high";

  private OffsetsJson() {}

  static String write(Offsets offsets) {
    return print(OffsetsFormat.write(offsets));
  }

  /**
   * Reads what {@link #write(Offsets)} wrote.
   *
   * @throws IllegalArgumentException if it is not of a known form
   */
  static Offsets readOffsets(String json) {
    return OffsetsFormat.read(parse(json));
  }

  static String write(Marker marker) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put(SNAPSHOT, marker.snapshotId());
    tree.put(SEQUENCE, marker.sequenceNumber());
    tree.put(COMMITTED, OffsetsFormat.write(marker.committed()));
    tree.put(HIGH, OffsetsFormat.write(marker.high()));
    return print(tree);
  }

  /**
   * Reads what {@link #write(Marker)} wrote.
   *
   * @throws IllegalArgumentException if it is not of a known form
   */
  static Marker readMarker(String json) {
    Map<?, ?> tree = parse(json);
    if (tree.get(SNAPSHOT) instanceof Number snapshot
        && tree.get(SEQUENCE) instanceof Number sequence
        && tree.get(COMMITTED) instanceof Map<?, ?> committed
        && tree.get(HIGH) instanceof Map<?, ?> high) {
      return new Marker(
          snapshot.longValue(),
          sequence.longValue(),
          OffsetsFormat.read(committed),
          OffsetsFormat.read(high));
    }
    throw new IllegalArgumentException(
        "Cannot read the marker of the last commit: it lacks one of '%s', '%s', '%s', '%s'."
            .formatted(SNAPSHOT, SEQUENCE, COMMITTED, HIGH));
  }

  private static String print(Map<String, Object> tree) {
    try {
      return JSON.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot write offsets as JSON", e);
    }
  }

  private static Map<?, ?> parse(String json) {
    try {
      return JSON.readValue(json, Map.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot read offsets: they are not JSON.", e);
    }
  }
}
