package io.frazil.connector.table;

import static io.frazil.connector.table.Ledger.TABLE;
import static io.frazil.connector.table.Ledger.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.commit.CommitOutcome;
import io.frazil.connector.commit.CommitOutcome.Committed;
import io.frazil.connector.commit.CommitOutcome.Failed;
import io.frazil.connector.commit.Offsets;
import io.frazil.connector.commit.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CommitFaultsTest {
  private final FaultyCatalog catalog = new FaultyCatalog();
  private final Ledger ledger = new Ledger(catalog);
  private final TableCommitter committer = ledger.committer();
  private final DataFile rows = ledger.rows();
  private final DeleteFile keys = ledger.keys();
  private Plan<ContentFile<?>> plan;

  @BeforeEach
  void planTwoLayers() {
    committer.commit(ledger.plan(ledger.delta(0, 5, ledger.rows())));
    plan = ledger.plan(ledger.delta(5, 8, rows), ledger.delta(8, 9, keys));
  }

  @Test
  void aConflictIsRetried() {
    catalog.next(apply -> fail(new CommitFailedException("conflict")));
    catalog.next(apply -> fail(new CommitFailedException("conflict")));

    assertThat(committer.commit(plan)).isInstanceOf(Committed.class);
    assertLanded();
  }

  @Test
  void aLastingConflictFailsWithItsCauseAndLeavesNeitherLayer() {
    for (int attempt = 0; attempt <= TableProperties.COMMIT_NUM_RETRIES_DEFAULT; attempt++) {
      catalog.next(apply -> fail(new CommitFailedException("conflict")));
    }

    assertThat(failure(committer.commit(plan)))
        .isInstanceOf(CommitFailedException.class)
        .hasMessage("conflict");
    assertNothingLanded();
    assertThat(committer.commit(plan)).isInstanceOf(Committed.class);
    assertLanded();
  }

  @Test
  void anUnknownStateIsFoundToHaveLanded() {
    catalog.next(
        apply -> {
          apply.run();
          fail(new CommitStateUnknownException(new IllegalStateException("timeout")));
        });

    assertThat(committer.commit(plan))
        .isEqualTo(new Committed(ledger.table().currentSnapshot().snapshotId()));
    assertLanded();
  }

  @Test
  void anUnknownStateThatDidNotLandFailsAndNamesTheCause() {
    catalog.next(
        apply -> fail(new CommitStateUnknownException(new IllegalStateException("timeout"))));

    assertThat(failure(committer.commit(plan)))
        .isInstanceOf(CommitStateUnknownException.class)
        .hasRootCauseMessage("timeout");
    assertNothingLanded();
  }

  @Test
  void anUnforeseenExceptionAfterLandingIsFoundToHaveLanded() {
    catalog.next(
        apply -> {
          apply.run();
          fail(new IllegalStateException("connection reset"));
        });

    assertThat(committer.commit(plan)).isInstanceOf(Committed.class);
    assertLanded();
  }

  @Test
  void aCommitThatFailedAlthoughItLandedIsFoundBeforeIcebergRetries() {
    catalog.next(
        apply -> {
          apply.run();
          fail(new CommitFailedException("sent twice"));
        });

    assertThat(committer.commit(plan)).isInstanceOf(Committed.class);
    assertLanded();
  }

  @Test
  void aCommitThatLandedAtTheLastAttemptKeepsItsManifests() {
    ledger.table().updateProperties().set(TableProperties.COMMIT_NUM_RETRIES, "0").commit();
    plan = ledger.plan(ledger.delta(5, 8, rows), ledger.delta(8, 9, keys));
    catalog.next(
        apply -> {
          apply.run();
          fail(new CommitFailedException("sent twice"));
        });

    assertThat(committer.commit(plan)).isInstanceOf(Committed.class);
    assertLanded();
  }

  @Test
  void aCommitFoundOnlyAtTheNextAttemptKeepsItsManifests() {
    TableMetadata past = ledger.metadata();
    catalog.next(
        apply -> {
          apply.run();
          catalog.showOnce(past);
          fail(new CommitFailedException("sent twice"));
        });

    assertThat(committer.commit(plan)).isInstanceOf(Committed.class);
    assertLanded();
  }

  @Test
  void aCommitThatLandedAndWasRolledBackIsStaleAndKeepsItsManifests() {
    long before = ledger.table().currentSnapshot().snapshotId();
    catalog.next(
        apply -> {
          apply.run();
          long landed = ledger.table().currentSnapshot().snapshotId();
          ledger.table().manageSnapshots().rollbackTo(before).commit();
          assertThat(landed).isNotEqualTo(before);
          fail(new CommitStateUnknownException(new IllegalStateException("timeout")));
        });

    assertThat(committer.commit(plan))
        .isEqualTo(new CommitOutcome.Stale("the commit has been rolled back"));
    assertThat(ledger.timesAdded()).containsEntry(rows.location(), 1);
    assertThat(committer.load(TABLE).committed()).isEqualTo(at(5));
    assertThat(committer.load(TABLE).high()).isEqualTo(at(9));
  }

  @Test
  void aForeignCommitBetweenTwoAttemptsMakesThePlanStaleAndKeepsNamedFiles() {
    catalog.next(
        apply -> {
          ledger.table().newAppend().appendFile(ledger.rows()).commit();
          fail(new CommitFailedException("conflict"));
        });

    assertThat(committer.commit(plan))
        .isEqualTo(new CommitOutcome.Stale("the last sequence number is 2, not 1"));
    assertNothingLanded();
  }

  @Test
  void aPropertyChangedBetweenTwoAttemptsDoesNotMatter() {
    catalog.next(
        apply -> {
          ledger.table().updateProperties().set("owner", "somebody").commit();
          apply.run();
        });

    assertThat(committer.commit(plan)).isInstanceOf(Committed.class);
    assertLanded();
    assertThat(ledger.table().properties()).containsEntry("owner", "somebody");
  }

  @Test
  void aForbiddenCommitFails() {
    catalog.next(apply -> fail(new ForbiddenException("not yours")));

    assertThat(failure(committer.commit(plan)))
        .isInstanceOf(ForbiddenException.class)
        .hasMessage("not yours");
    assertNothingLanded();
  }

  @ParameterizedTest
  @MethodSource("io.frazil.connector.table.ExpiredCredentials#all")
  void aCommitWithExpiredCredentialsFailsAndLandsWhenTheyAreRenewed(RuntimeException refusal) {
    catalog.next(apply -> fail(refusal));

    assertThat(failure(committer.commit(plan))).hasStackTraceContaining(refusal.getMessage());
    assertNothingLanded();
    assertThat(committer.commit(plan)).isInstanceOf(Committed.class);
    assertLanded();
  }

  @Test
  void aTableThatIsAwayForAMomentFailsAndTakesTheCommitWhenItIsBack() {
    TableIdentifier name = TableIdentifier.parse(TABLE.table());
    TableIdentifier away = TableIdentifier.parse("db.away");
    catalog.renameTable(name, away);

    assertThat(failure(committer.commit(plan)))
        .isInstanceOf(NoSuchTableException.class)
        .hasMessage("Table does not exist: db.t");
    catalog.renameTable(away, name);
    assertThat(committer.commit(plan)).isInstanceOf(Committed.class);
    assertLanded();
  }

  @Test
  void aTableThatVanishesInMidCommitFails() {
    TableIdentifier name = TableIdentifier.parse(TABLE.table());
    TableIdentifier away = TableIdentifier.parse("db.away");
    catalog.next(
        apply -> {
          catalog.renameTable(name, away);
          apply.run();
        });

    assertThat(failure(committer.commit(plan))).isInstanceOf(NoSuchTableException.class);
    catalog.renameTable(away, name);
    assertNothingLanded();
  }

  @Test
  void aPlanThatIsCommittedTwiceLandsOnce() {
    CommitOutcome first = committer.commit(plan);

    assertThat(committer.commit(plan)).isEqualTo(first);
    assertLanded();
  }

  @Test
  void anInterruptIsKept() {
    catalog.next(
        apply -> {
          Thread.currentThread().interrupt();
          fail(new CommitFailedException("conflict"));
        });

    CommitOutcome outcome = committer.commit(plan);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(failure(outcome)).hasRootCauseInstanceOf(InterruptedException.class);
    assertNothingLanded();
  }

  private static void fail(RuntimeException failure) {
    throw failure;
  }

  private static RuntimeException failure(CommitOutcome outcome) {
    assertThat(outcome).isInstanceOf(Failed.class);
    return ((Failed) outcome).cause();
  }

  private void assertLanded() {
    assertThat(committer.load(TABLE).committed()).isEqualTo(at(9));
    assertThat(ledger.snapshots()).hasSize(3);
    assertThat(ledger.timesAdded()).containsEntry(rows.location(), 1).hasSize(2);
    assertThat(ledger.exists(rows)).isTrue();
    assertThat(ledger.exists(keys)).isTrue();
    assertThat(scan()).containsEntry(rows.location(), 1);
  }

  private void assertNothingLanded() {
    assertThat(committer.load(TABLE).committed()).isEqualTo(at(5));
    assertThat(ledger.timesAdded()).doesNotContainKey(rows.location());
    assertThat(committer.load(TABLE).high()).isNotEqualTo(Offsets.none());
    assertThat(ledger.exists(rows)).isTrue();
    assertThat(ledger.exists(keys)).isTrue();
    assertThat(scan()).doesNotContainKey(rows.location());
  }

  /** Reads all manifests: the number of delete files for each live data file. */
  private Map<String, Integer> scan() {
    try (CloseableIterable<FileScanTask> tasks = ledger.table().newScan().planFiles()) {
      Map<String, Integer> deletes = new HashMap<>();
      tasks.forEach(task -> deletes.put(task.file().location(), task.deletes().size()));
      return deletes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
