package io.frazil.connector.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.frazil.connector.deletes.PositionCache;
import io.frazil.connector.merge.DeleteMode;
import io.frazil.connector.merge.ForgetfulMerger;
import io.frazil.connector.merge.Merger;
import io.frazil.connector.merge.ShortSightedMerger;
import io.frazil.connector.merge.SnapshotContent;
import io.frazil.connector.resolve.IndexListener;
import io.frazil.connector.resolve.KeyIndex;
import io.frazil.connector.table.MergedTable.Setup;
import io.frazil.connector.write.Spooling;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.iceberg.RowDelta;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random changes by two tasks, in every mode, against a plain map, while others compact, conflict
 * and expire, and what is remembered of the table gets lost. Runs again from a seed with {@code
 * -Dfrazil.seed=N}, and longer with {@code -Dfrazil.seeds=N}.
 */
@Execution(ExecutionMode.CONCURRENT)
class MergeModelTest {
  private static final int SEEDS_FOR_A_MUTANT = 20;

  @TempDir private Path folder;

  static Stream<Setup> setups() {
    List<Setup> setups = new ArrayList<>();
    for (String partitionBy : List.of("", "region", "bucket(3, id)")) {
      for (List<String> ordering : List.of(List.<String>of(), List.of("at"))) {
        // Other combinations of keys and partitions are up to the tests of what they are made of.
        List<String> key = partitionBy.isEmpty() ? List.of("code", "id") : List.of("id");
        String format = partitionBy.equals("region") ? "parquet" : "avro";
        setups.add(new Setup(DeleteMode.AUTO, 2, partitionBy, key, ordering, format));
        setups.add(new Setup(DeleteMode.AUTO, 3, partitionBy, key, ordering, format));
        setups.add(new Setup(DeleteMode.EQUALITY, 2, partitionBy, key, ordering, format));
        setups.add(new Setup(DeleteMode.EQUALITY, 3, partitionBy, key, ordering, format));
        setups.add(new Setup(DeleteMode.COPY_ON_WRITE, 2, partitionBy, key, ordering, format));
      }
    }
    setups.add(new Setup(DeleteMode.COPY_ON_WRITE, 1, "region", List.of("id"), List.of(), "avro"));
    setups.add(
        new Setup(DeleteMode.COPY_ON_WRITE, 3, "region", List.of("id"), List.of("at"), "parquet"));
    return setups.stream();
  }

  @ParameterizedTest
  @MethodSource("setups")
  void theTableEqualsAMapAfterEveryCommit(Setup setup) {
    long only = Long.getLong("frazil.seed", -1);
    long first = only >= 0 ? only : ThreadLocalRandom.current().nextInt(1_000_000_000);
    long seeds = only >= 0 ? 1 : Integer.getInteger("frazil.seeds", 1);
    for (long seed = first; seed < first + seeds; seed++) {
      try {
        new MergeWorld(seed, setup, folder.resolve("s" + seed), new RowDeltas(), Merger::new).run();
      } catch (AssertionError | RuntimeException e) {
        fail("%s, -Dfrazil.seed=%d: %s".formatted(setup, seed, e.getMessage()), e);
      }
    }
  }

  @Test
  void tablesThatShareLittleRoomHaveTheSameRows() {
    AtomicInteger evicted = new AtomicInteger();
    IndexListener listener =
        new IndexListener() {
          @Override
          public void evicted() {
            evicted.incrementAndGet();
          }
        };
    Merger shared =
        new Merger(
            new Merger.Means(
                KeyIndex.open(folder.resolve("shared"), 2000, Runnable::run, listener),
                new PositionCache(2000),
                Map.of(),
                Spooling.of(Path.of("unused"), 1)));
    long seed = ThreadLocalRandom.current().nextInt(1_000_000_000);
    Stream.of(DeleteMode.POSITION, DeleteMode.DELETION_VECTOR, DeleteMode.COPY_ON_WRITE)
        .map(
            mode ->
                new Setup(
                    mode,
                    mode == DeleteMode.POSITION ? 2 : 3,
                    "region",
                    List.of("id"),
                    List.of("at"),
                    "avro"))
        .parallel()
        .forEach(
            setup ->
                new MergeWorld(
                        seed,
                        setup,
                        folder.resolve(setup.mode().name()),
                        new RowDeltas(),
                        means -> shared)
                    .run());

    assertThat(evicted).hasPositiveValue();
  }

  @Test
  void filesThatRowsWereFoundInMustStillBeThere() {
    RowDeltas mutant =
        new RowDeltas() {
          @Override
          void requireFiles(RowDelta rowDelta, SnapshotContent content) {}

          @Override
          boolean insistsOnSameTable() {
            return false;
          }
        };

    assertThat(isNoticed(mutant, Merger::new)).isTrue();
  }

  @Test
  void whatDeletionVectorsRemovedBeforeMustBeKept() {
    assertThat(isNoticed(new RowDeltas(), ForgetfulMerger::new)).isTrue();
  }

  @Test
  void patchesMustBeOverTheRowThatHeldBeforeThem() {
    assertThat(isNoticed(new RowDeltas(), ShortSightedMerger::new)).isTrue();
  }

  private boolean isNoticed(RowDeltas rowDeltas, Function<Merger.Means, Merger> mergers) {
    Setup setup =
        new Setup(DeleteMode.DELETION_VECTOR, 3, "region", List.of("id"), List.of(), "avro");
    for (long seed = 0; seed < SEEDS_FOR_A_MUTANT; seed++) {
      try {
        new MergeWorld(seed, setup, folder.resolve("m" + seed), rowDeltas, mergers).run();
      } catch (AssertionError | RuntimeException e) {
        return true;
      }
    }
    return false;
  }
}
