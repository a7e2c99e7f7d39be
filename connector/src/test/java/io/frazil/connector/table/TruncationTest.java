package io.frazil.connector.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.commit.Delta;
import io.frazil.connector.merge.Merger;
import io.frazil.connector.table.MergedTable.Setup;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Commits that empty a table, in every mode. */
@Execution(ExecutionMode.CONCURRENT)
class TruncationTest {
  private static final Object[] EU_1 = {1L, "a", "eu", 10L, 1};
  private static final Object[] US_2 = {2L, "b", "us", 10L, 2};
  private static final Object[] EU_2 = {2L, "b", "eu", 11L, 3};
  private static final Object[] US_3 = {3L, "c", "us", 10L, 4};

  @TempDir private Path folder;

  static Stream<Setup> everyMode() {
    return Stream.concat(Setup.ofEveryMode(List.of()), Setup.ofEveryMode(List.of("at")));
  }

  @ParameterizedTest
  @MethodSource("everyMode")
  void allThatCameBeforeIsGone(Setup setup) {
    MergedTable table = new MergedTable(setup, folder.resolve("spool"));
    TableCommitter committer = committer(table);
    commit(committer, List.of(table.delta(Ledger.FIRST, changes -> changes.upsert(EU_1))));
    // Rows with delete files, and a delta before the truncate in the same commit.
    commit(committer, List.of(table.delta(Ledger.FIRST, changes -> changes.upsert(US_2))));
    commit(
        committer,
        List.of(
            table.delta(Ledger.FIRST, changes -> changes.upsert(EU_2)),
            table.truncation(Ledger.FIRST, changes -> changes.upsert(US_3)),
            table.delta(Ledger.FIRST, changes -> changes.upsert(US_2))));

    assertThat(table.rows()).containsExactlyInAnyOrder(List.of(US_3), List.of(US_2));
    // What follows finds the rows that are there now.
    commit(committer, List.of(table.delta(Ledger.FIRST, changes -> changes.upsert(EU_2))));
    assertThat(table.rows()).containsExactlyInAnyOrder(List.of(US_3), List.of(EU_2));
  }

  @ParameterizedTest
  @MethodSource("everyMode")
  void whatOthersAddMeanwhileIsGoneToo(Setup setup) {
    MergedTable table = new MergedTable(setup, folder.resolve("spool"));
    TableCommitter committer = committer(table);
    commit(committer, List.of(table.delta(Ledger.FIRST, changes -> changes.upsert(EU_1))));
    table
        .catalog()
        .next(
            apply -> {
              table.append(US_3);
              throw new CommitFailedException("conflict");
            });

    commit(committer, List.of(table.truncation(Ledger.FIRST, changes -> changes.upsert(US_2))));

    assertThat(table.rows()).containsExactly(List.of(US_2));
  }

  @ParameterizedTest
  @MethodSource("everyMode")
  void anEmptyTableStaysEmpty(Setup setup) {
    MergedTable table = new MergedTable(setup, folder.resolve("spool"));

    commit(committer(table), List.of(table.truncation(Ledger.FIRST, changes -> {})));

    assertThat(table.rows()).isEmpty();
  }

  private TableCommitter committer(MergedTable table) {
    return table.committer(
        new Merger(LocalMeans.in(folder.resolve("index"), Path.of("unused"))), new RowDeltas());
  }

  private static void commit(TableCommitter committer, List<Delta<ContentFile<?>>> deltas) {
    assertThat(MergedTable.isLanded(MergedTable.settle(committer, deltas), deltas)).isTrue();
  }
}
