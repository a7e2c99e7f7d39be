package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.SharedCluster;
import io.frazil.engine.RefusedStatementException;
import io.frazil.engine.SharedEngine;
import io.frazil.table.TableReader;
import io.frazil.table.Warehouse;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Other programs change a table while the connector keeps it. */
class OtherWritersIT {
  @RegisterExtension static final SharedCluster RUNNING = new SharedCluster();
  @RegisterExtension static final SharedEngine SPARK = SharedEngine.spark();

  private static final int SPARK_ROUNDS = 3;
  private static final int SLOW_ROUNDS = 3;
  private static final int QUICK_ROUNDS = 12;

  static List<DeleteMode> modes() {
    return DeleteMode.TESTED;
  }

  @ParameterizedTest
  @MethodSource("modes")
  void sparkMergesRowsBetweenTwoCommits(DeleteMode mode) {
    MirrorTable table = MirrorTable.hardest(mode);
    try (Mirrors mirrors = started("merged", mode)) {
      for (String how : List.of("copy-on-write", "merge-on-read")) {
        mirrors.send(60).awaitApplied();
        SPARK.query(
            "ALTER TABLE %s SET TBLPROPERTIES ('write.merge.mode'='%s')"
                .formatted(mirrors.sqlName(table), how));
        SPARK.query(Merge.STATEMENT.formatted(mirrors.sqlName(table)));
        Merge.applyTo(mirrors.stream().changedByOthers());
        check(mirrors, table);
      }
      mirrors.send(60).awaitApplied();
      check(mirrors, table);
    }
  }

  @ParameterizedTest
  @MethodSource("modes")
  void sparkCompactsBetweenAndDuringCommits(DeleteMode mode) {
    MirrorTable table = MirrorTable.hardest(mode);
    try (Mirrors mirrors = started("spark_compacts", mode)) {
      mirrors.send(60).awaitApplied();
      assertThat(sparkCompacts(mirrors, table)).isEmpty();
      check(mirrors, table);
      Attempts attempts = new Attempts();
      Load load = mirrors.keepSending();
      try (load) {
        for (int round = 0; round < SPARK_ROUNDS; round++) {
          attempts.add(sparkCompacts(mirrors, table));
        }
      }
      System.out.printf("%s: Spark's rewrites: %s%n", mirrors.sqlName(table), attempts);
      mirrors.awaitApplied();
      check(mirrors, table);
      mirrors.checkSnapshots(table);
    }
  }

  private static Optional<String> sparkCompacts(Mirrors mirrors, MirrorTable table) {
    try {
      SPARK.query(
          "CALL %s.system.rewrite_data_files(table => '%s', options => map('rewrite-all', 'true'))"
              .formatted(mirrors.catalog().name(), table.name()));
      return Optional.empty();
    } catch (RefusedStatementException refusal) {
      assertThat(refusal).hasMessageContaining("ValidationException");
      return Optional.of(refusal.getMessage());
    }
  }

  @ParameterizedTest
  @MethodSource("modes")
  void anotherProgramCompactsFromBeforeACommitUntilAfterIt(DeleteMode mode) {
    MirrorTable mirror = MirrorTable.hardest(mode);
    try (Mirrors mirrors = started("compacted", mode);
        Warehouse warehouse = mirrors.pipeline().open()) {
      Table table = warehouse.catalog().loadTable(TableIdentifier.parse(mirror.name()));
      mirrors.send(60).awaitApplied();
      assertThat(Compaction.of(table).commit()).isEmpty();
      check(mirrors, mirror);
      Attempts slow = new Attempts();
      Attempts quick = new Attempts();
      Load load = mirrors.keepSending();
      try (load) {
        for (int round = 0; round < SLOW_ROUNDS; round++) {
          Compaction compaction = Compaction.of(table);
          mirrors.awaitCommit(mirror);
          slow.add(compaction.commit());
        }
        for (int round = 0; round < QUICK_ROUNDS; round++) {
          quick.add(Compaction.of(table).commit());
        }
      }
      System.out.printf("%s: rewrites: %s; quick: %s%n", mirrors.sqlName(mirror), slow, quick);
      mirrors.awaitApplied();
      check(mirrors, mirror);
      mirrors.checkSnapshots(mirror);
    }
  }

  private static Mirrors started(String name, DeleteMode mode) {
    long seed = Long.getLong("frazil.seed", new Random().nextLong());
    Mirrors mirrors =
        Mirrors.create(RUNNING, name, mode, List.of(MirrorTable.hardest(mode)), seed).start();
    SPARK.attach(mirrors.catalog());
    return mirrors;
  }

  private static void check(Mirrors mirrors, MirrorTable table) {
    mirrors.check(table, "IcebergGenerics", mirrors.look(table, TableReader::rows));
    mirrors.check(
        table, "Spark", SPARK.query("SELECT * FROM %s".formatted(mirrors.sqlName(table))));
  }

  /** How often a rewrite landed, and how often Iceberg refused it since the table had changed. */
  private static final class Attempts {
    private int landed;
    private int refused;

    void add(Optional<String> refusal) {
      if (refusal.isPresent()) {
        refused++;
      } else {
        landed++;
      }
    }

    @Override
    public String toString() {
      return "%d landed, %d refused".formatted(landed, refused);
    }
  }

  /** A change of keys from 40 to 70, most of which the stream knows. */
  private static final class Merge {
    static final String STATEMENT =
        """
        MERGE INTO %s mirror
        USING (SELECT explode(sequence(40L, 70L)) AS id) other ON mirror.id = other.id
        WHEN MATCHED AND mirror.id %% 3 = 0 THEN DELETE
        WHEN MATCHED THEN UPDATE SET region = 'spark', note = 'merged'
        WHEN NOT MATCHED THEN INSERT (id, region, amount, note) VALUES (other.id, 'spark', 7, null)
        """;

    private Merge() {}

    static void applyTo(NavigableMap<Long, NavigableMap<String, Object>> rows) {
      for (long id = 40; id <= 70; id++) {
        if (!rows.containsKey(id)) {
          rows.put(id, row(id, 7L, null));
        } else if (id % 3 == 0) {
          rows.remove(id);
        } else {
          rows.put(id, row(id, rows.get(id).get("amount"), "merged"));
        }
      }
    }

    private static NavigableMap<String, Object> row(long id, Object amount, Object note) {
      NavigableMap<String, Object> row = new TreeMap<>();
      row.put("id", id);
      row.put(MovingRows.REGION, "spark");
      row.put("amount", amount);
      row.put("note", note);
      return Collections.unmodifiableNavigableMap(row);
    }
  }
}
