package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.SharedCluster;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Changes that come in any order, by any partition, and twice, with columns that order them. */
class LateChangesIT {
  @RegisterExtension static final SharedCluster RUNNING = new SharedCluster();

  private static final Map<String, String> MODES =
      Map.of(
          "db.by_position", "position",
          "db.by_vector", "deletion-vector",
          "db.copied", "copy-on-write",
          "db.by_key", "equality");
  private static final String[] TABLES = MODES.keySet().toArray(String[]::new);
  private static final int CHANGES = 240;
  private static final int KEYS = 15;

  private final long seed = Long.getLong("frazil.seed", new Random().nextLong());
  private final SplittableRandom random = new SplittableRandom(seed);
  private final NavigableMap<Long, NavigableMap<String, Object>> newest = new TreeMap<>();

  @Test
  void theNewestChangeOfEachKeyHoldsInEveryModeAcrossTasksAndRestarts() {
    try (Pipeline pipeline = pipeline()) {
      List<ProducerRecord<String, String>> changes = shuffled(pipeline.name());
      pipeline.start(2);
      for (int part = 0; part < 3; part++) {
        pipeline.topics().send(changes.subList(part * CHANGES / 4, (part + 1) * CHANGES / 4));
        pipeline.awaitApplied(TABLES);
      }
      pipeline.stop();
      pipeline.topics().send(changes.subList(0, CHANGES / 4));
      pipeline.topics().send(changes.subList(3 * CHANGES / 4, CHANGES));
      pipeline.resume(2);
      pipeline.awaitApplied(TABLES);

      MODES.forEach(
          (table, mode) ->
              assertThat(pipeline.rows(table))
                  .as("%s, -Dfrazil.seed=%d", mode, seed)
                  .containsExactlyInAnyOrderElementsOf(newestRows()));
    }
  }

  private Collection<NavigableMap<String, Object>> newestRows() {
    return newest.values();
  }

  /** Changes, each with a time of its own, that come in an order of their own. */
  private List<ProducerRecord<String, String>> shuffled(String topic) {
    List<Long> times = new ArrayList<>();
    for (long time = 0; time < CHANGES; time++) {
      times.add(random.nextInt(times.size() + 1), time);
    }
    List<ProducerRecord<String, String>> changes = new ArrayList<>();
    for (long time : times) {
      changes.add(change(topic, random.nextInt(KEYS), time));
    }
    return changes;
  }

  private ProducerRecord<String, String> change(String topic, long id, long time) {
    boolean isDelete = random.nextInt(5) == 0;
    NavigableMap<String, Object> row = new TreeMap<>();
    row.put("id", id);
    row.put("at", time);
    row.put("region", "r" + random.nextInt(3));
    row.put("_deleted", isDelete);
    newest.merge(
        id, row, (old, young) -> (Long) young.get("at") > (Long) old.get("at") ? young : old);
    String value =
        "{\"_op\":\"%s\",\"id\":%d,\"at\":%d,\"region\":\"%s\"}"
            .formatted(isDelete ? "D" : "U", id, time, row.get("region"));
    return new ProducerRecord<>(topic, random.nextInt(2), null, value);
  }

  private static Pipeline pipeline() {
    Pipeline pipeline =
        Pipeline.create(RUNNING.cluster(), RUNNING.warehouse(), "late", 2)
            .with("iceberg.tables", String.join(",", TABLES))
            .with("iceberg.tables.default-id-columns", "id")
            .with("iceberg.tables.default-partition-by", "region")
            .with("iceberg.tables.ordering-columns", "at")
            .with("iceberg.tables.delete-handling", "soft")
            .without("iceberg.table.%s.id-columns".formatted(Pipeline.MIRROR))
            .without("iceberg.table.%s.write-mode".formatted(Pipeline.HISTORY));
    MODES.forEach(
        (table, mode) -> pipeline.with("iceberg.table.%s.delete-mode".formatted(table), mode));
    return pipeline;
  }
}
