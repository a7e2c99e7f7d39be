package io.frazil.connector.table;

import static io.frazil.connector.table.Ledger.LIFE;
import static io.frazil.connector.table.Ledger.SECOND;
import static io.frazil.connector.table.Ledger.TABLE;
import static io.frazil.connector.table.Ledger.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.commit.CommitOutcome;
import io.frazil.connector.commit.CommitOutcome.Committed;
import io.frazil.connector.commit.KeyReach;
import io.frazil.connector.commit.Offsets;
import io.frazil.connector.commit.Position;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.commit.TableState;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Test;

class CommittedOffsetsTest {
  private final FaultyCatalog catalog = new FaultyCatalog();
  private final Ledger ledger = new Ledger(catalog);
  private final TableCommitter committer = ledger.committer();

  @Test
  void theVectorIsFoundBelowForeignSnapshots() {
    commitTo(5);
    foreignCommit();

    assertThat(committer.load(TABLE)).isEqualTo(state(at(5), at(5), 2));
  }

  @Test
  void thePropertyTellsTheVectorAfterItsSnapshotWasExpired() {
    commitTo(5);
    foreignCommit();
    foreignCommit();
    expireAllButTheHead();

    assertThat(committer.load(TABLE)).isEqualTo(state(at(5), at(5), 3));
    assertThat(committer.commit(ledger.plan(ledger.delta(5, 6, ledger.rows()))))
        .isInstanceOf(Committed.class);
  }

  @Test
  void offsetsThatNothingRetainedProvesAreUnknownUntilTheyAreSet() {
    commitTo(5);
    foreignCommit();
    long head = ledger.table().currentSnapshot().snapshotId();
    foreignCommit();
    commitTo(6);
    ledger.table().manageSnapshots().rollbackTo(head).commit();
    expireAllButTheHead();
    deleteEarlierMetadata();

    assertThatThrownBy(() -> committer.load(TABLE))
        .isInstanceOf(UnknownOffsetsException.class)
        .hasMessage(
            "Cannot know the committed offsets of table 'db.t' for connector 'sink': the snapshot that carried them has been expired, and what remains does not prove them. Stop the connector and set them with PATCH /connectors/sink/offsets.");
    assertThat(committer.carry(TABLE, at(5))).isInstanceOf(Committed.class);
    assertThat(committer.load(TABLE).committed()).isEqualTo(at(5));
    assertThat(committer.load(TABLE).high()).isEqualTo(at(6));
  }

  @Test
  void aRollbackTakesTheOffsetsBackAlsoWhereItsTracesHaveExpired() {
    commitTo(5);
    long kept = ledger.table().currentSnapshot().snapshotId();
    commitTo(9);
    ledger.table().manageSnapshots().rollbackTo(kept).commit();
    foreignCommit();
    expireAllButTheHead();

    assertThat(committer.load(TABLE).committed()).isEqualTo(at(5));
    assertThat(committer.load(TABLE).high()).isEqualTo(at(9));
  }

  private void deleteEarlierMetadata() {
    Table table = ledger.table();
    ((HasTableOperations) table)
        .operations()
        .current()
        .previousFiles()
        .forEach(file -> table.io().deleteFile(file.file()));
  }

  @Test
  void aReplacedTableHoldsNothingThoughItKeepsUuidAndProperty() {
    commitTo(5);
    UUID uuid = ledger.table().uuid();
    catalog
        .newReplaceTableTransaction(TableIdentifier.parse("db.t"), Ledger.SCHEMA, false)
        .commitTransaction();

    TableState state = committer.load(TABLE);
    assertThat(state.tableUuid()).isEqualTo(uuid);
    assertThat(state.committed()).isEqualTo(Offsets.none());
    assertThat(state.high()).isEqualTo(at(5));
  }

  @Test
  void aBranchThatDoesNotExistForksFromMainWithItsVector() {
    commitTo(5);
    TableRef branch = new TableRef("db.t", "audit");

    assertThat(committer.load(branch).committed()).isEqualTo(at(5));
    assertThat(committer.commit(ledger.plan(branch, ledger.delta(5, 7, ledger.rows()))))
        .isInstanceOf(Committed.class);
    assertThat(committer.load(branch)).isEqualTo(state(at(7), at(7), 2));
    assertThat(committer.load(TABLE)).isEqualTo(state(at(5), at(5), 2));
    assertThat(ledger.table().refs()).containsOnlyKeys(SnapshotRef.MAIN_BRANCH, "audit");
    assertThat(ledger.snapshots().get(1).parentId())
        .isEqualTo(ledger.snapshots().get(0).snapshotId());
  }

  @Test
  void aBranchOfAnEmptyTableIsMadeByItsFirstCommit() {
    TableRef branch = new TableRef("db.t", "audit");

    committer.commit(
        ledger.plan(branch, ledger.delta(0, 3, ledger.rows()), ledger.delta(3, 4, ledger.keys())));

    assertThat(committer.load(branch).committed()).isEqualTo(at(4));
    assertThat(committer.load(TABLE).committed()).isEqualTo(Offsets.none());
  }

  @Test
  void aDroppedBranchForksAnewAndItsOldMarkerIsNotBelieved() {
    TableRef branch = new TableRef("db.t", "audit");
    foreignCommit();
    committer.commit(ledger.plan(branch, ledger.delta(0, 5, ledger.rows())));
    ledger.table().manageSnapshots().removeBranch("audit").commit();
    foreignCommit();
    expireAllButTheHead();

    assertThat(committer.load(branch).committed()).isEqualTo(Offsets.none());
    assertThat(committer.load(branch).high()).isEqualTo(at(5));
  }

  @Test
  void offsetsAreMovedBackDeliberatelyAndHighRemembers() {
    commitTo(5);

    CommitOutcome outcome = committer.carry(TABLE, at(2));

    Snapshot head = ledger.table().currentSnapshot();
    assertThat(outcome).isEqualTo(new Committed(head.snapshotId()));
    assertThat(head.operation()).isEqualTo("append");
    assertThat(head.summary()).doesNotContainKey("added-data-files");
    assertThat(committer.load(TABLE)).isEqualTo(state(at(2), at(5), 2));
  }

  @Test
  void highForgetsAnEarlierLifeOfATopic() {
    commitTo(5);
    Offsets reborn = Offsets.of(Ledger.FIRST, new Position(new UUID(0, 8), 1));

    committer.carry(TABLE, reborn.with(SECOND, new Position(LIFE, 4)));

    assertThat(committer.load(TABLE).high()).isEqualTo(reborn.with(SECOND, new Position(LIFE, 4)));
  }

  @Test
  void movingIsTriedAgainWhenSomebodyElseCommits() {
    commitTo(5);
    catalog.next(
        apply -> {
          foreignCommit();
          apply.run();
        });

    assertThat(committer.carry(TABLE, at(2))).isInstanceOf(Committed.class);
    assertThat(committer.load(TABLE).committed()).isEqualTo(at(2));
  }

  @Test
  void aVectorIsCarriedOnBeforeItsSnapshotExpires() {
    commitTo(5);
    foreignCommit();
    Instant made = Instant.ofEpochMilli(ledger.snapshots().get(0).timestampMillis());
    Duration maxAge = Duration.ofMillis(TableProperties.MAX_SNAPSHOT_AGE_MS_DEFAULT);

    assertThat(committer.recarryIfExpiring(TABLE, made.plus(maxAge.dividedBy(2)))).isEmpty();
    assertThat(committer.recarryIfExpiring(TABLE, made.plus(maxAge)))
        .containsInstanceOf(Committed.class);
    assertThat(ledger.table().currentSnapshot().summary())
        .containsEntry("frazil.offsets.sink", OffsetsJson.write(at(5)));
    assertThat(committer.recarryIfExpiring(TABLE, made.plus(maxAge.multipliedBy(2)))).isEmpty();
  }

  @Test
  void aVectorThatOnlyThePropertyKnowsIsCarriedOn() {
    commitTo(5);
    foreignCommit();
    foreignCommit();
    expireAllButTheHead();

    assertThat(committer.recarryIfExpiring(TABLE, Instant.EPOCH))
        .containsInstanceOf(Committed.class);
    assertThat(committer.recarryIfExpiring(TABLE, Instant.EPOCH)).isEmpty();
  }

  @Test
  void aTableWithoutVectorNeedsNoCarrying() {
    assertThat(committer.recarryIfExpiring(TABLE, Instant.now())).isEmpty();
    foreignCommit();
    assertThat(committer.recarryIfExpiring(TABLE, Instant.now())).isEmpty();
  }

  private void commitTo(long offset) {
    long from =
        committer.load(TABLE).committed().get(Ledger.FIRST).map(Position::offset).orElse(0L);
    assertThat(committer.commit(ledger.plan(ledger.delta(from, offset, ledger.rows()))))
        .isInstanceOf(Committed.class);
  }

  private void foreignCommit() {
    ledger.table().newAppend().appendFile(ledger.rows()).commit();
  }

  private void expireAllButTheHead() {
    ledger.table().expireSnapshots().expireOlderThan(Long.MAX_VALUE).retainLast(1).commit();
    assertThat(ledger.snapshots()).hasSize(1);
  }

  private TableState state(Offsets committed, Offsets high, long lastSequenceNumber) {
    return new TableState(
        ledger.table().uuid(), committed, high, lastSequenceNumber, KeyReach.OLDER_SNAPSHOTS);
  }
}
