package io.frazil.connector.table;

import static io.frazil.connector.table.Ledger.TABLE;
import static io.frazil.connector.table.Ledger.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.commit.CommitOutcome;
import io.frazil.connector.commit.CommitOutcome.Committed;
import io.frazil.connector.commit.KeyReach;
import io.frazil.connector.commit.Offsets;
import io.frazil.connector.commit.Plan;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.commit.TableState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Test;

class TableCommitterTest {
  private final FaultyCatalog catalog = new FaultyCatalog();
  private final Ledger ledger = new Ledger(catalog);
  private final TableCommitter committer = ledger.committer();

  @Test
  void aNewTableHoldsNothing() {
    TableState state = committer.load(TABLE);

    assertThat(state)
        .isEqualTo(
            new TableState(
                ledger.table().uuid(),
                Offsets.none(),
                Offsets.none(),
                0,
                KeyReach.OLDER_SNAPSHOTS));
  }

  @Test
  void aCommitCarriesItsOffsetsInTheSnapshotAndInTheProperty() {
    Plan<ContentFile<?>> plan = ledger.plan(ledger.delta(0, 5, ledger.rows()));

    CommitOutcome outcome = committer.commit(plan);

    Snapshot snapshot = ledger.table().currentSnapshot();
    assertThat(outcome).isEqualTo(new Committed(snapshot.snapshotId()));
    assertThat(snapshot.operation()).isEqualTo("append");
    assertThat(snapshot.summary())
        .containsEntry("frazil.offsets.sink", OffsetsJson.write(at(5)))
        .containsEntry("kafka.connect.commit-id", plan.commitId().toString())
        .doesNotContainKey("kafka.connect.valid-through-ts");
    assertThat(OffsetsJson.readMarker(property("frazil.committed.sink.main")).snapshotId())
        .isEqualTo(snapshot.snapshotId());
    assertThat(committer.load(TABLE))
        .isEqualTo(
            new TableState(ledger.table().uuid(), at(5), at(5), 1, KeyReach.OLDER_SNAPSHOTS));
  }

  @Test
  void theNewestSnapshotTellsTheTimeUpToWhichTheTableIsComplete() {
    Plan<ContentFile<?>> plan =
        ledger.plan(ledger.delta(0, 5, ledger.rows()), ledger.delta(5, 6, ledger.rows()));
    Instant time = Instant.parse("2026-03-04T05:06:07.089Z");

    committer.commit(
        new Plan<>(
            plan.commitId(), TABLE, plan.base(), plan.layers(), Set.of(), Optional.of(time)));

    assertThat(ledger.snapshots())
        .extracting(s -> s.summary().get("kafka.connect.valid-through-ts"))
        .containsExactly(null, "2026-03-04T05:06:07.089Z");
  }

  @Test
  void layersGetRisingSequenceNumbersInOneMetadataVersion() {
    DataFile rows = ledger.rows();
    DeleteFile keys = ledger.keys();

    CommitOutcome outcome =
        committer.commit(ledger.plan(ledger.delta(0, 5, rows), ledger.delta(5, 6, keys)));

    assertThat(outcome).isInstanceOf(Committed.class);
    assertThat(catalog.attempts()).isEqualTo(2);
    assertThat(ledger.snapshots()).extracting(Snapshot::sequenceNumber).containsExactly(1L, 2L);
    assertThat(ledger.snapshots())
        .extracting(s -> s.summary().get("frazil.offsets.sink"))
        .containsExactly(OffsetsJson.write(at(5)), OffsetsJson.write(at(6)));
    assertThat(ledger.metadata().previousFiles()).hasSize(1);
  }

  @Test
  void anEqualityDeleteOfTheSecondLayerReachesTheRowsOfTheFirst() throws Exception {
    DataFile rows = ledger.rows();
    DeleteFile keys = ledger.keys();

    committer.commit(ledger.plan(ledger.delta(0, 5, rows), ledger.delta(5, 6, keys)));

    try (CloseableIterable<FileScanTask> tasks = ledger.table().newScan().planFiles()) {
      assertThat(tasks)
          .singleElement()
          .satisfies(
              task -> {
                assertThat(task.file().location()).isEqualTo(rows.location());
                assertThat(task.deletes())
                    .extracting(ContentFile::location)
                    .containsExactly(keys.location());
                assertThat(task.file().dataSequenceNumber())
                    .isLessThan(task.deletes().get(0).dataSequenceNumber());
              });
    }
  }

  @Test
  void ofTwoCommittersOneWinsAndTheOtherIsStale() {
    DataFile mine = ledger.rows();
    Plan<ContentFile<?>> first = ledger.plan(ledger.delta(0, 5, mine));
    Plan<ContentFile<?>> second = ledger.plan(ledger.delta(0, 7, ledger.rows()));
    TableCommitter other = new TableCommitter(catalog, Ledger.CONNECTOR, UUID::randomUUID);

    assertThat(committer.commit(first)).isInstanceOf(Committed.class);
    assertThat(other.commit(second))
        .isEqualTo(new CommitOutcome.Stale("the last sequence number is 1, not 0"));
    assertThat(ledger.timesAdded()).isEqualTo(Map.of(mine.location(), 1));
  }

  @Test
  void aForeignCommitMakesAPlanStaleSinceItsSequenceNumbersWouldBeWrong() {
    Plan<ContentFile<?>> plan = ledger.plan(ledger.delta(0, 5, ledger.rows()));
    ledger.table().newAppend().appendFile(ledger.rows()).commit();

    assertThat(committer.commit(plan))
        .isEqualTo(new CommitOutcome.Stale("the last sequence number is 1, not 0"));
  }

  @Test
  void aRollbackBetweenPlanAndCommitIsNoticedThoughTheVectorIsTheSameAgain() {
    committer.commit(ledger.plan(ledger.delta(0, 5, ledger.rows())));
    Plan<ContentFile<?>> plan = ledger.plan(ledger.delta(5, 6, ledger.rows()));
    long planned = ledger.table().currentSnapshot().snapshotId();
    committer.commit(ledger.plan(ledger.delta(5, 9, ledger.rows())));
    ledger.table().manageSnapshots().rollbackTo(planned).commit();

    assertThat(committer.commit(plan))
        .isEqualTo(new CommitOutcome.Stale("the last sequence number is 2, not 1"));
  }

  @Test
  void aRollbackTakesTheOffsetsBackAndTheNextCommitGoesOnFromThere() {
    committer.commit(ledger.plan(ledger.delta(0, 5, ledger.rows())));
    long kept = ledger.table().currentSnapshot().snapshotId();
    committer.commit(ledger.plan(ledger.delta(5, 9, ledger.rows())));
    ledger.table().manageSnapshots().rollbackTo(kept).commit();

    TableState state = committer.load(TABLE);
    assertThat(state.committed()).isEqualTo(at(5));
    assertThat(state.high()).isEqualTo(at(9));
    assertThat(committer.commit(ledger.plan(ledger.delta(5, 7, ledger.rows()))))
        .isInstanceOf(Committed.class);
    assertThat(committer.load(TABLE).committed()).isEqualTo(at(7));
    assertThat(committer.load(TABLE).high()).isEqualTo(at(9));
  }

  @Test
  void aTableCreatedAnewIsAnotherTable() {
    Plan<ContentFile<?>> plan = ledger.plan(ledger.delta(0, 5, ledger.rows()));
    UUID old = ledger.table().uuid();
    catalog.dropTable(TableIdentifier.parse("db.t"));
    Table created = ledger.create();

    assertThat(committer.commit(plan))
        .isEqualTo(
            new CommitOutcome.Stale(
                "the table's UUID is %s, not %s".formatted(created.uuid(), old)));
  }

  @Test
  void aSuspectDeltaIsCommittedOnlyWhileItsFilesExist() {
    DataFile rows = ledger.rows();
    Plan<ContentFile<?>> plan = ledger.plan(ledger.delta(0, 5, rows));
    UUID delta = plan.layers().get(0).deltas().get(0).id();
    ledger.table().io().deleteFile(rows.location());

    assertThat(committer.missingFiles(TABLE, plan.layers().get(0).deltas())).containsExactly(delta);
    Plan<ContentFile<?>> doubting =
        new Plan<>(
            plan.commitId(), TABLE, plan.base(), plan.layers(), Set.of(delta), plan.validThrough());
    assertThat(committer.commit(doubting))
        .isEqualTo(new CommitOutcome.Stale("file '%s' is gone".formatted(rows.location())));
  }

  @Test
  void aDeltaWhoseFilesExistIsNotMissing() {
    assertThat(committer.missingFiles(TABLE, List.of(ledger.delta(0, 5, ledger.rows())))).isEmpty();
  }

  @Test
  void aMissingTableIsNotLoaded() {
    assertThatThrownBy(() -> committer.load(TableRef.main("db.absent")))
        .isInstanceOf(NoSuchTableException.class)
        .hasMessage("Table does not exist: db.absent");
  }

  @Test
  void aTableOfFormatOneTakesLayersOfRowsThoughItHasNoSequenceNumbers() {
    catalog.dropTable(TableIdentifier.parse("db.t"));
    ledger.create(Map.of("format-version", "1"));

    assertThat(
            committer.commit(
                ledger.plan(ledger.delta(0, 5, ledger.rows()), ledger.delta(5, 6, ledger.rows()))))
        .isInstanceOf(Committed.class);
    assertThat(committer.commit(ledger.plan(ledger.delta(6, 7, ledger.rows()))))
        .isInstanceOf(Committed.class);
    assertThat(committer.load(TABLE).committed()).isEqualTo(at(7));
    assertThat(ledger.timesAdded()).hasSize(3);
  }

  @Test
  void aDeltaWithoutFilesMovesTheOffsetsOnly() {
    assertThat(committer.commit(ledger.plan(ledger.delta(0, 5)))).isInstanceOf(Committed.class);
    assertThat(ledger.table().currentSnapshot().operation()).isEqualTo("append");
    assertThat(committer.load(TABLE).committed()).isEqualTo(at(5));
  }

  @Test
  void aPlanWithoutLayersIsRefused() {
    assertThatThrownBy(() -> committer.commit(ledger.plan()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot commit a plan without layers to table 'db.t'.");
  }

  @Test
  void anotherConnectorStartsAnew() {
    committer.commit(ledger.plan(ledger.delta(0, 5, ledger.rows())));

    assertThat(new TableCommitter(catalog, "other", UUID::randomUUID).load(TABLE).committed())
        .isEqualTo(Offsets.none());
  }

  private String property(String key) {
    return ledger.table().properties().get(key);
  }
}
