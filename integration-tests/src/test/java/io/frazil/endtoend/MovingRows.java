package io.frazil.endtoend;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types.LongType;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.iceberg.types.Types.StringType;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Random changes of few rows, which often move to another region, and the rows that are to come of
 * them: a map from key to row. Deletes bring the row, only its key, or nothing but the record's key
 * (tombstones), and some are of keys that nobody ever had. All for the first partition of a topic.
 * Not thread-safe.
 */
final class MovingRows {
  static final String REGION = "region";
  static final Schema SCHEMA =
      new Schema(
          List.of(
              NestedField.required(1, "id", LongType.get()),
              NestedField.optional(2, REGION, StringType.get()),
              NestedField.optional(3, "amount", LongType.get()),
              NestedField.optional(4, "note", StringType.get())),
          Set.of(1));

  private static final int KEYS = 60;
  private static final int UNKNOWN_KEYS = 20;
  private static final List<String> REGIONS = List.of("north", "east", "south", "west");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String topic;
  private final long seed;
  private final SplittableRandom random;
  private final List<Step> steps = new ArrayList<>();
  private final NavigableMap<Long, NavigableMap<String, Object>> rows = new TreeMap<>();

  MovingRows(String topic, long seed) {
    this.topic = topic;
    this.seed = seed;
    this.random = new SplittableRandom(seed);
  }

  /** What the record of an offset, which is the step's place in the list, does to a key. */
  private record Step(long id, Optional<NavigableMap<String, Object>> row) {
    void applyTo(NavigableMap<Long, NavigableMap<String, Object>> rows) {
      row.ifPresentOrElse(present -> rows.put(id, present), () -> rows.remove(id));
    }
  }

  List<ProducerRecord<String, String>> next(int count) {
    return Stream.generate(this::next).limit(count).toList();
  }

  private ProducerRecord<String, String> next() {
    return switch (random.nextInt(10)) {
      case 0, 1 -> delete(random.nextInt(KEYS));
      case 2 -> delete(KEYS + random.nextInt(UNKNOWN_KEYS));
      default -> upsert(row(random.nextInt(KEYS)));
    };
  }

  private NavigableMap<String, Object> row(long id) {
    NavigableMap<String, Object> row = new TreeMap<>();
    row.put("id", id);
    row.put(REGION, REGIONS.get(random.nextInt(REGIONS.size())));
    // As readers have it: a column that is null has the value null.
    row.put("amount", random.nextInt(5) == 0 ? null : random.nextLong(1000));
    row.put("note", random.nextInt(5) == 0 ? null : "note " + random.nextInt(1000));
    return Collections.unmodifiableNavigableMap(row);
  }

  private ProducerRecord<String, String> upsert(NavigableMap<String, Object> row) {
    long id = (Long) row.get("id");
    apply(new Step(id, Optional.of(row)));
    return record(id, Optional.of(change(random.nextBoolean() ? "I" : "U", row)));
  }

  private ProducerRecord<String, String> delete(long id) {
    Map<String, Object> known = rows.getOrDefault(id, row(id));
    apply(new Step(id, Optional.empty()));
    return record(
        id,
        switch (random.nextInt(3)) {
          case 0 -> Optional.of(change("D", known));
          case 1 -> Optional.of(change("D", Map.of("id", id)));
          default -> Optional.empty();
        });
  }

  private void apply(Step step) {
    steps.add(step);
    step.applyTo(rows);
  }

  private static Map<String, Object> change(String operation, Map<String, Object> row) {
    Map<String, Object> change = new TreeMap<>(row);
    change.put("_op", operation);
    return change;
  }

  private ProducerRecord<String, String> record(long id, Optional<Map<String, Object>> value) {
    // Kafka's own word for "absent" is null.
    return new ProducerRecord<>(
        topic, 0, json(Map.of("id", id)), value.map(MovingRows::json).orElse(null));
  }

  private static String json(Map<String, Object> value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("Cannot write %s as JSON.".formatted(value), impossible);
    }
  }

  /** The offset that the next record will have. */
  long end() {
    return steps.size();
  }

  /** The rows that are left after all changes, also those that others have made. */
  Collection<NavigableMap<String, Object>> rows() {
    return Collections.unmodifiableCollection(rows.values());
  }

  /** The rows after the records before an offset, if nobody else has changed any. */
  Collection<NavigableMap<String, Object>> rowsAt(long offset) {
    NavigableMap<Long, NavigableMap<String, Object>> then = new TreeMap<>();
    steps.stream().limit(offset).forEach(step -> step.applyTo(then));
    return Collections.unmodifiableCollection(then.values());
  }

  /** Another program changes the table itself: what comes of it must be said here. */
  NavigableMap<Long, NavigableMap<String, Object>> changedByOthers() {
    return rows;
  }

  @Override
  public String toString() {
    return "%d changes of moving rows (-Dfrazil.seed=%d)".formatted(steps.size(), seed);
  }
}
