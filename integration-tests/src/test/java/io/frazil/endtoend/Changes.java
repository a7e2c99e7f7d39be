package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Random inserts, updates and deletes of few keys, as JSON with an op column, and what is to come
 * of them. Each record carries its partition and its offset, so that a table of all records tells
 * whether each was applied once. Not thread-safe.
 */
final class Changes {
  private static final int KEYS_PER_PARTITION = 40;

  private final String topic;
  private final long seed;
  private final Random random;
  private long[] nextOffsets;
  private final List<Change> all = new ArrayList<>();
  private boolean haveBegunAnew;

  Changes(String topic, int partitions, long seed) {
    this.topic = topic;
    this.seed = seed;
    this.random = new Random(seed);
    this.nextOffsets = new long[partitions];
  }

  /** Where a record stands in the topic. */
  record Place(long partition, long offset) {
    static Place of(Map<String, Object> row) {
      return new Place((Long) row.get("part"), (Long) row.get("seq"));
    }
  }

  /** What became of the row of a key; empty if it was deleted. */
  private record Change(Place place, long id, Optional<NavigableMap<String, Object>> row) {}

  /** So many records for any partitions. */
  List<ProducerRecord<String, String>> any(int count) {
    return Stream.generate(() -> next(random.nextInt(nextOffsets.length))).limit(count).toList();
  }

  /** So many records for one partition. */
  List<ProducerRecord<String, String>> in(int partition, int count) {
    return Stream.generate(() -> next(partition)).limit(count).toList();
  }

  private ProducerRecord<String, String> next(int partition) {
    Place place = new Place(partition, nextOffsets[partition]++);
    long id = (long) partition * KEYS_PER_PARTITION + random.nextInt(KEYS_PER_PARTITION);
    // The table is created from the first record: it has to have all columns.
    String operation = place.offset() == 0 ? "I" : operation();
    Optional<String> name =
        place.offset() > 0 && random.nextInt(10) == 0
            ? Optional.empty()
            : Optional.of("name " + random.nextInt(1000));
    boolean isDelete = operation.toUpperCase(Locale.ROOT).startsWith("D");
    all.add(new Change(place, id, isDelete ? Optional.empty() : Optional.of(row(id, name, place))));
    String json =
        "{\"_op\":\"%s\",\"id\":%d,\"name\":%s,\"part\":%d,\"seq\":%d}"
            .formatted(
                operation,
                id,
                name.map(text -> "\"" + text + "\"").orElse("null"),
                place.partition(),
                place.offset());
    return new ProducerRecord<>(topic, partition, Long.toString(id), json);
  }

  private String operation() {
    return List.of("I", "I", "U", "U", "U", "u", "", "D", "D", "delete").get(random.nextInt(10));
  }

  private static NavigableMap<String, Object> row(long id, Optional<String> name, Place place) {
    NavigableMap<String, Object> row = new TreeMap<>();
    row.put("id", id);
    // As the reader has it: a column that is null has the value null.
    row.put("name", name.orElse(null));
    row.put("part", place.partition());
    row.put("seq", place.offset());
    return Collections.unmodifiableNavigableMap(row);
  }

  /** The topic has so many partitions now. */
  void spread(int partitions) {
    nextOffsets = Arrays.copyOf(nextOffsets, partitions);
  }

  /** Others have sent so many records to a partition. */
  void skip(int partition, int count) {
    nextOffsets[partition] += count;
  }

  /** The topic is another one of the same name: its offsets begin anew. */
  void beginAnew() {
    Arrays.fill(nextOffsets, 0);
    haveBegunAnew = true;
  }

  boolean haveBegunAnew() {
    return haveBegunAnew;
  }

  /** The rows that are left after all changes. */
  Collection<NavigableMap<String, Object>> rows() {
    return fold(change -> true);
  }

  /**
   * The rows that are left after the changes before some offsets of a topic that has had one life.
   *
   * @param offsets the next one by {@code topic-partition}; of partitions that lack, no change
   *     counts
   */
  Collection<NavigableMap<String, Object>> rowsAt(Map<String, Long> offsets) {
    return fold(
        change ->
            change.place().offset()
                < offsets.getOrDefault(topic + "-" + change.place().partition(), 0L));
  }

  private Collection<NavigableMap<String, Object>> fold(Predicate<Change> isWanted) {
    NavigableMap<Long, NavigableMap<String, Object>> rows = new TreeMap<>();
    all.stream()
        .filter(isWanted)
        .forEach(
            change ->
                change
                    .row()
                    .ifPresentOrElse(
                        row -> rows.put(change.id(), row), () -> rows.remove(change.id())));
    return Collections.unmodifiableCollection(rows.values());
  }

  /** Where all records are, each once. */
  List<Place> places() {
    return all.stream().map(Change::place).toList();
  }

  /** A mirror has the last row of each key, and no other. */
  void checkMirror(String table, Collection<NavigableMap<String, Object>> seen) {
    assertThat(seen).as("%s of %s", table, this).containsExactlyInAnyOrderElementsOf(rows());
  }

  /** A table of all records has each once. */
  void checkHistory(String table, Collection<NavigableMap<String, Object>> seen) {
    assertThat(seen.stream().map(Place::of))
        .as("%s of %s", table, this)
        .containsExactlyInAnyOrderElementsOf(places());
  }

  /** A mirror had the last row of each key of the changes before some offsets. */
  void checkMirrorAt(
      Map<String, Long> offsets, String table, Collection<NavigableMap<String, Object>> seen) {
    assertThat(seen)
        .as("%s at %s of %s", table, offsets, this)
        .containsExactlyInAnyOrderElementsOf(rowsAt(offsets));
  }

  @Override
  public String toString() {
    return "%d random changes of seed %d".formatted(all.size(), seed);
  }
}
