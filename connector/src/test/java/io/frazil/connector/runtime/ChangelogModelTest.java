package io.frazil.connector.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random changes of a source: whatever order commits, rebalances and lost groups come in, the
 * changes that a changelog holds, done one after the other, give the rows of the mirror beside it,
 * and each record is in it once.
 */
class ChangelogModelTest {
  private static final int KEYS = 12;
  private static final int STEPS = 60;

  @TempDir private Path folder;

  static LongStream seeds() {
    return LongStream.range(0, Long.getLong("frazil.changelog.worlds", 12))
        .map(seed -> 1_000 + seed);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void theChangesOneAfterTheOtherAreTheRows(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<MirrorKind> kinds = MirrorKind.all().toList();
    RunningWorker worker =
        kinds
            .get(random.nextInt(kinds.size()))
            .worker(
                folder,
                "iceberg.tables.cdc-field",
                "_cdc.op",
                "iceberg.tables.behavior-on-truncate",
                "apply",
                "iceberg.tables.evolve-schema-enabled",
                "true",
                "iceberg.tables.changelog-suffix",
                "_log",
                "iceberg.tables.auto-create-props.write.format.default",
                "avro",
                "iceberg.write.flush-rows",
                Integer.toString(1 + random.nextInt(40)));
    Source source = new Source(random);
    Reading reading = new Reading(worker, source.log);
    for (int step = 0; step < STEPS; step++) {
      int kind = random.nextInt(10);
      if (kind < 7) {
        source.change();
      } else if (kind < 8) {
        reading.toTheEnd();
      } else if (kind < 9) {
        reading.commit();
      } else {
        // The group was told nothing: all is read again from the start.
        worker.close(0);
        worker.open(0);
        reading.fromTheStart();
      }
    }
    do {
      reading.toTheEnd();
      reading.commit();
    } while (!reading.isAtTheEnd());

    List<Map<String, Object>> rows = Rows.of(worker.table("db.t"));
    assertThat(rows).containsExactlyElementsOf(source.rows.values());
    List<Map<String, Object>> changes = RecordedChanges.of(worker.table("db.t_log"));
    assertThat(RecordedChanges.rowsAfter(changes)).containsExactlyElementsOf(rows);
    assertThat(changes)
        .filteredOn(change -> !change.get("_change_type").equals("UPDATE_BEFORE"))
        .extracting(change -> change.get("_change_ordinal"))
        .containsExactlyElementsOf(LongStream.range(0, source.log.size()).boxed().toList());
  }

  /** What Connect has handed on of the log, and hands on again where it is told to. */
  private static final class Reading {
    private final RunningWorker worker;
    private final List<SinkRecord> log;
    private int next;

    private Reading(RunningWorker worker, List<SinkRecord> log) {
      this.worker = worker;
      this.log = log;
    }

    private void fromTheStart() {
      next = 0;
    }

    private void toTheEnd() {
      do {
        worker.put(log.subList(next, log.size()).toArray(SinkRecord[]::new));
        next = log.size();
        goBackWhereAsked();
      } while (!isAtTheEnd());
    }

    /** Of a commit that others were quicker with, records may have to be read again. */
    private void commit() {
      worker.commit();
      goBackWhereAsked();
    }

    private boolean isAtTheEnd() {
      return next == log.size();
    }

    private void goBackWhereAsked() {
      Long sought = worker.context.seeks.get(RunningWorker.kafka(0));
      if (sought != null) {
        next = sought.intValue();
      }
    }
  }

  /** A table of a source, and what it tells of its changes. */
  private static final class Source {
    private final SplittableRandom random;
    private final TreeMap<Long, Map<String, Object>> rows = new TreeMap<>();
    private final List<SinkRecord> log = new ArrayList<>();

    private Source(SplittableRandom random) {
      this.random = random;
      // A table that does not exist yet has nothing to delete.
      upsert(0);
    }

    private void change() {
      long id = random.nextInt(KEYS);
      switch (random.nextInt(8)) {
        case 0 -> move(id);
        case 1, 2 -> delete(id);
        case 3 -> {
          if (random.nextInt(4) == 0) {
            rows.clear();
            tell("T", Map.of(), Map.of());
          }
        }
        default -> upsert(id);
      }
    }

    private void upsert(long id) {
      Map<String, Object> row = row(id);
      Map<String, Object> before = rows.put(id, row);
      if (before == null) {
        tell(random.nextBoolean() ? "I" : "load", row, Map.of());
      } else if (random.nextBoolean()) {
        tell("U", row, before);
      } else {
        tell("U", row, Map.of());
      }
    }

    private void delete(long id) {
      Map<String, Object> old = rows.remove(id);
      if (old == null) {
        return;
      }
      switch (random.nextInt(3)) {
        case 0 -> tell("D", old, Map.of());
        case 1 -> tell("D", Map.of("id", id), old);
        default -> log.add(sinkRecord(Map.of("id", id), null));
      }
    }

    private void move(long id) {
      long other = random.nextInt(KEYS);
      if (rows.containsKey(id) && !rows.containsKey(other)) {
        Map<String, Object> before = rows.remove(id);
        Map<String, Object> row = row(other);
        rows.put(other, row);
        tell("U", row, before);
      }
    }

    private Map<String, Object> row(long id) {
      Map<String, Object> row = new HashMap<>();
      row.put("id", id);
      row.put("v", (long) random.nextInt(1_000));
      if (random.nextInt(3) == 0) {
        row.put("extra" + random.nextInt(3), "x" + random.nextInt(10));
      }
      return Map.copyOf(row);
    }

    private void tell(String operation, Map<String, Object> row, Map<String, Object> before) {
      Map<String, Object> envelope = new HashMap<>();
      envelope.put("op", operation);
      envelope.put("position", "%09d".formatted(log.size()));
      if (!before.isEmpty()) {
        envelope.put("before", before);
      }
      Map<String, Object> value = new HashMap<>(row);
      value.put("_cdc", envelope);
      log.add(sinkRecord(null, value));
    }

    private SinkRecord sinkRecord(Object key, Object value) {
      return new SinkRecord(
          "orders",
          0,
          null,
          key,
          null,
          value,
          log.size(),
          RunningWorker.START.toEpochMilli(),
          TimestampType.CREATE_TIME);
    }
  }
}
