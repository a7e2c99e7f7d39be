package io.frazil.connector.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.commit.Delta;
import io.frazil.connector.merge.Merger;
import io.frazil.connector.table.MergedTable.Setup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a first load of a table reads to find out that there is nothing to replace. */
class InitialLoadTest {
  @TempDir private Path folder;

  static Stream<Setup> setups() {
    return Stream.concat(Setup.ofEveryMode(List.of()), Setup.ofEveryMode(List.of("at")));
  }

  private final class Scene {
    private final MergedTable table;
    private final TableCommitter committer;

    private Scene(Setup setup) {
      this.table = new MergedTable(setup, folder.resolve("spool"));
      this.committer =
          table.committer(
              new Merger(LocalMeans.in(folder.resolve("index"), Path.of("unused"))),
              new RowDeltas());
    }

    /** Commits deltas with rows of these keys; returns the files of rows and keys that it opens. */
    private List<String> commit(long[]... keysOfDeltas) {
      List<Delta<ContentFile<?>>> deltas = new ArrayList<>();
      for (long[] keys : keysOfDeltas) {
        deltas.add(
            table.delta(
                Ledger.FIRST,
                changes -> {
                  for (long key : keys) {
                    changes.upsert(key, "c" + key, "eu", 10L, 1);
                  }
                }));
      }
      table.catalog().storage().opened();
      assertThat(MergedTable.isLanded(MergedTable.settle(committer, deltas), deltas)).isTrue();
      return table.catalog().storage().opened().stream()
          .filter(file -> file.contains("/data/"))
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void aDeltaOfATableWithoutRowsIsCommittedUnread(Setup setup) {
    Scene scene = new Scene(setup);

    assertThat(scene.commit(keys(1, 5))).isEmpty();
    assertThat(scene.table.rows()).hasSize(5);
  }

  @ParameterizedTest
  @MethodSource("setups")
  void rowsWithHigherKeysThanAllBeforeAreCommittedWithoutReadingRows(Setup setup) {
    Scene scene = new Scene(setup);
    List<String> opened = new ArrayList<>();
    opened.addAll(scene.commit(keys(1, 5), keys(6, 10), keys(11, 15)));
    opened.addAll(scene.commit(keys(16, 20), keys(21, 25)));
    opened.addAll(scene.commit(keys(26, 30)));

    assertThat(opened).allSatisfy(file -> assertThat(file).contains("-deletes"));
    assertThat(scene.table.rows()).hasSize(30);
  }

  @ParameterizedTest
  @MethodSource("setups")
  void theRowsOfAnEarlierCommitAreReadOnceForTheirKeys(Setup setup) {
    Scene scene = new Scene(setup);
    List<String> opened = new ArrayList<>();
    for (long commit = 0; commit < 4; commit++) {
      opened.addAll(scene.commit(new long[] {commit, 100 - commit}));
    }

    assertThat(opened.stream().filter(file -> !file.contains("-deletes")))
        .doesNotHaveDuplicates()
        .hasSizeLessThanOrEqualTo(3);
    assertThat(scene.table.rows()).hasSize(8);
  }

  private static long[] keys(long first, long last) {
    return LongStream.rangeClosed(first, last).toArray();
  }
}
