package io.frazil.connector.table;

import static io.frazil.connector.table.Ledger.TABLE;
import static io.frazil.connector.table.Ledger.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.commit.CommitOutcome;
import io.frazil.connector.commit.CommitOutcome.Committed;
import io.frazil.connector.commit.CommitOutcome.Stale;
import io.frazil.connector.commit.Plan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same committer on a catalog with a database and files on disk. */
class JdbcCommitTest {
  @TempDir private Path directory;

  @Test
  void twoCommittersAtOnceLandOneCommit() throws Exception {
    try (JdbcCatalog catalog = new JdbcCatalog()) {
      catalog.initialize(
          "jdbc",
          Map.of(
              "uri",
              "jdbc:sqlite:" + directory.resolve("catalog.db"),
              "warehouse",
              directory.toUri().toString(),
              "io-impl",
              "org.apache.iceberg.hadoop.HadoopFileIO"));
      Ledger ledger = new Ledger(catalog);
      Plan<ContentFile<?>> mine =
          ledger.plan(ledger.delta(0, 5, ledger.rows()), ledger.delta(5, 6, ledger.keys()));
      Plan<ContentFile<?>> yours = ledger.plan(ledger.delta(0, 5, ledger.rows()));
      ExecutorService pool = Executors.newFixedThreadPool(2);
      try {
        List<CommitOutcome> outcomes = new ArrayList<>();
        List<Callable<CommitOutcome>> commits =
            List.of(() -> ledger.committer().commit(mine), () -> ledger.committer().commit(yours));
        for (Future<CommitOutcome> outcome : pool.invokeAll(commits)) {
          outcomes.add(outcome.get());
        }

        assertThat(outcomes).hasAtLeastOneElementOfType(Stale.class);
        assertThat(outcomes)
            .filteredOn(Committed.class::isInstance)
            .containsExactly(new Committed(ledger.table().currentSnapshot().snapshotId()));
      } finally {
        pool.shutdownNow();
      }
      assertThat(ledger.committer().load(TABLE).committed()).isIn(at(5), at(6));
    }
  }
}
