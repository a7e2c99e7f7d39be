package io.frazil.connector.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.commit.ControlEvent.CommitToTable;
import io.frazil.connector.commit.ControlEvent.DataComplete;
import io.frazil.connector.commit.ControlEvent.DataWritten;
import io.frazil.connector.commit.WorkerAction.Discard;
import io.frazil.connector.commit.WorkerAction.Reload;
import io.frazil.connector.commit.WorkerAction.Replaced;
import io.frazil.connector.commit.WorkerAction.Seek;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WorkerTest {
  private static final TableRef TABLE = TableRef.main("db.t");
  private static final UUID TABLE_UUID = new UUID(1, 1);
  private static final UUID TOPIC_ID = new UUID(2, 2);
  private static final UUID ROUND = new UUID(3, 3);
  private static final SourcePartition PARTITION = new SourcePartition("orders", 0);
  private static final SourcePartition OTHER = new SourcePartition("orders", 1);

  private final Worker<String> worker = new Worker<>(new UUID(4, 4), Set.of(TABLE));

  @Test
  void readingStartsAtWhatTheTableHas() {
    List<WorkerAction> actions =
        worker.assign(Map.of(PARTITION, start(OptionalLong.empty())), Map.of(TABLE, state(40)));

    assertThat(actions).containsExactly(new Seek(PARTITION, 40));
  }

  @Test
  void readingStartsAtTheFloorWhereTheTableGotNoRows() {
    List<WorkerAction> actions =
        worker.assign(Map.of(PARTITION, start(OptionalLong.of(70))), Map.of(TABLE, state(40)));

    assertThat(actions).containsExactly(new Seek(PARTITION, 70));
  }

  @Test
  void aTableThatWasRolledBackIsReadFromWhatItHasLeft() {
    TableState rolledBack =
        new TableState(TABLE_UUID, offsets(40), offsets(60), 9, KeyReach.OLDER_SNAPSHOTS);

    List<WorkerAction> actions =
        worker.assign(Map.of(PARTITION, start(OptionalLong.of(70))), Map.of(TABLE, rolledBack));

    assertThat(actions).containsExactly(new Seek(PARTITION, 40));
  }

  @Test
  void aTopicThatWasCreatedAgainIsReadFromItsStart() {
    Start again = new Start(new UUID(9, 9), 3, OptionalLong.empty());

    List<WorkerAction> actions = worker.assign(Map.of(PARTITION, again), Map.of(TABLE, state(40)));

    assertThat(actions).containsExactly(new Seek(PARTITION, 3));
  }

  @Test
  void aTableThatIsFirstNamedLateGetsNothingFromBeforeThat() {
    Worker<String> routing = new Worker<>(new UUID(4, 4), Set.of());
    routing.assign(Map.of(PARTITION, start(OptionalLong.empty())), Map.of());
    routing.advance(PARTITION, 0, Optional.empty());
    routing.advance(PARTITION, 1, Optional.empty());

    assertThat(routing.open(TABLE, fresh())).isEmpty();
    assertThat(routing.accepts(TABLE, PARTITION, 1)).isFalse();
    assertThat(routing.accepts(TABLE, PARTITION, 2)).isTrue();
  }

  @Test
  void aTableThatLacksWhatWasNeverReadHereIsReadFromThere() {
    Worker<String> routing = new Worker<>(new UUID(4, 4), Set.of());
    routing.assign(Map.of(PARTITION, start(OptionalLong.of(70))), Map.of());
    routing.advance(PARTITION, 70, Optional.empty());
    TableState rolledBack =
        new TableState(TABLE_UUID, offsets(40), offsets(60), 9, KeyReach.OLDER_SNAPSHOTS);

    assertThat(routing.open(TABLE, rolledBack)).containsExactly(new Seek(PARTITION, 40));
    assertThat(routing.accepts(TABLE, PARTITION, 40)).isTrue();
  }

  @Test
  void theGroupIsToldOnlyWhatTheTableHas() {
    assignAt(40);
    write(40);
    write(41);
    assertThat(worker.outstanding().committable()).containsEntry(PARTITION, position(40));

    cut(1);
    assertThat(worker.outstanding().committable()).containsEntry(PARTITION, position(40));

    assertThat(worker.published(published(42))).isEmpty();
    assertThat(worker.outstanding().committable()).containsEntry(PARTITION, position(42));
  }

  @Test
  void whatIsNotAcknowledgedIsSentAgain() {
    assignAt(0);
    write(0);
    cut(1);

    assertThat(sent(worker.outstanding().report(ROUND)))
        .extracting(DataWritten::sends)
        .containsExactly(1);
    assertThat(sent(worker.outstanding().report(ROUND)))
        .extracting(DataWritten::sends)
        .containsExactly(2);
    worker.published(published(1));
    assertThat(sent(worker.outstanding().report(ROUND))).isEmpty();
  }

  @Test
  void rowsWaitForARoundWhileThreeDeltasAreNotAnswered() {
    assignAt(0);
    for (int delta = 0; delta < 3; delta++) {
      write(delta);
      cut(delta);
    }
    write(3);

    assertThat(worker.outstanding().tablesToCut(ROUND)).containsExactly(TABLE);
    assertThat(sent(worker.outstanding().report(ROUND))).hasSize(3);
    assertThat(worker.outstanding().tablesToCut(ROUND)).isEmpty();
    assertThat(sent(worker.outstanding().report(ROUND))).hasSize(3);
    assertThat(worker.outstanding().tablesToCut(Coordinator.UNASKED)).containsExactly(TABLE);
    worker.published(published(1));
    assertThat(worker.outstanding().tablesToCut(ROUND)).containsExactly(TABLE);
  }

  @Test
  void anIdleWorkerReportsToo() {
    assignAt(5);

    assertThat(worker.outstanding().report(ROUND)).singleElement().isInstanceOf(DataComplete.class);
  }

  /** The rule that the simulation meets too rarely to be shown to need it. */
  @Test
  void aLateMessageMakesTheWorkerLookAtTheTableBeforeItForgets() {
    assignAt(0);
    write(0);
    cut(1);
    worker.published(published(1));
    write(1);
    cut(2);

    assertThat(worker.published(published(0))).containsExactly(new Reload(TABLE));
    assertThat(worker.loaded(TABLE, state(1))).isEmpty();
    assertThat(sent(worker.outstanding().report(ROUND)))
        .extracting(d -> d.delta().id())
        .containsExactly(deltaId(2));
  }

  @Test
  void aWorkerThatBelievedTheLateMessageWouldReadAgainWhatTheTableHas() {
    assignAt(0);
    write(0);
    cut(1);
    worker.published(published(1));
    write(1);
    cut(2);

    worker.published(published(0));
    assertThat(worker.loaded(TABLE, state(0))).contains(new Seek(PARTITION, 0));
    assertThat(worker.accepts(TABLE, PARTITION, 0)).as("record 0 would be written twice").isTrue();
  }

  @Test
  void aDeltaThatLostItsFilesIsReadAgain() {
    assignAt(0);
    write(0);
    cut(1);
    CommitToTable<String> voided =
        new CommitToTable<>(
            ROUND,
            TABLE,
            OptionalLong.empty(),
            Offsets.none(),
            Set.of(deltaId(1)),
            Optional.empty());

    assertThat(worker.published(voided)).containsExactly(new Reload(TABLE));
    assertThat(
            worker.loaded(
                TABLE,
                new TableState(
                    TABLE_UUID, Offsets.none(), Offsets.none(), 0, KeyReach.OLDER_SNAPSHOTS)))
        .containsExactly(new Discard(TABLE), new Seek(PARTITION, 0));
    assertThat(sent(worker.outstanding().report(ROUND))).isEmpty();
  }

  @Test
  void aTableThatWasReplacedStopsTheWorkerAndForgetsNothing() {
    assignAt(0);
    write(0);
    cut(1);
    worker.published(published(9));

    TableState another =
        new TableState(new UUID(7, 7), Offsets.none(), Offsets.none(), 0, KeyReach.OLDER_SNAPSHOTS);
    assertThat(worker.loaded(TABLE, another)).containsExactly(new Replaced(TABLE));
    assertThat(worker.outstanding().committable()).containsEntry(PARTITION, position(1));
  }

  @Test
  void losingAPartitionForgetsWhatSharesADeltaWithIt() {
    worker.assign(
        Map.of(PARTITION, start(OptionalLong.empty()), OTHER, start(OptionalLong.empty())),
        Map.of(
            TABLE,
            new TableState(
                TABLE_UUID, Offsets.none(), Offsets.none(), 0, KeyReach.OLDER_SNAPSHOTS)));
    write(0);
    worker.wrote(TABLE, OTHER, 0);
    worker.advance(OTHER, 0, Optional.empty());
    cut(1);

    assertThat(worker.revoke(List.of(PARTITION))).containsExactly(new Reload(TABLE));
    assertThat(
            worker.loaded(
                TABLE,
                new TableState(
                    TABLE_UUID, Offsets.none(), Offsets.none(), 0, KeyReach.OLDER_SNAPSHOTS)))
        .containsExactly(new Discard(TABLE), new Seek(OTHER, 0));
  }

  @Test
  void losingAllPartitionsForgetsAll() {
    assignAt(0);
    write(0);

    assertThat(worker.revoke(List.of(PARTITION))).containsExactly(new Discard(TABLE));
    assertThat(worker.isKnown(TABLE)).isFalse();
  }

  @Test
  void openRowsThatAreLostAreReadAgainAndWholeDeltasStay() {
    assignAt(0);
    write(0);
    cut(1);
    write(1);
    write(2);

    assertThat(worker.lose(TABLE)).containsExactly(new Discard(TABLE), new Seek(PARTITION, 1));
    assertThat(worker.accepts(TABLE, PARTITION, 0)).isFalse();
    write(1);
    cut(2);

    assertThat(sent(worker.outstanding().report(ROUND)))
        .extracting(sent -> sent.delta().base())
        .containsExactly(offsets(0), offsets(1));
  }

  @Test
  void aTableThatIsSetAsideHoldsTheGroupAndClaimsNothing() {
    assignAt(0);
    write(0);
    cut(1);
    write(1);
    assertThat(worker.setAside(TABLE)).containsExactly(new Discard(TABLE));
    worker.miss(TABLE, PARTITION, 0);
    worker.miss(TABLE, PARTITION, 2);
    worker.advance(PARTITION, 2, Optional.of(Instant.EPOCH));

    assertThat(worker.published(published(1))).isEmpty();
    assertThat(worker.outstanding().committable()).containsEntry(PARTITION, position(1));
    assertThat(worker.outstanding().isSettled()).isFalse();
    assertThat(worker.outstanding().report(ROUND))
        .last()
        .extracting(event -> ((DataComplete<String>) event).partitions().get(PARTITION))
        .isEqualTo(new ControlEvent.Progress(position(1), Optional.empty()));

    assertThat(worker.takeUp(TABLE, state(1))).containsExactly(new Seek(PARTITION, 1));
    write(1);
    write(2);
  }

  @Test
  void aTableThatWasRolledBackWhileItWasSetAsideIsReadFromWhatItHasLeft() {
    assignAt(40);
    write(40);
    worker.setAside(TABLE);

    assertThat(worker.takeUp(TABLE, state(20)))
        .containsExactly(new Discard(TABLE), new Seek(PARTITION, 20));
  }

  @Test
  void aTableThatCannotBeReachedWhenPartitionsComeMissesThemFromTheFloor() {
    assignAt(40);
    worker.setAside(TABLE);
    worker.assign(Map.of(OTHER, start(OptionalLong.of(7))), Map.of());
    worker.miss(TABLE, OTHER, 7);
    worker.advance(OTHER, 7, Optional.empty());
    assertThat(worker.outstanding().committable()).containsEntry(OTHER, position(7));

    assertThat(worker.takeUp(TABLE, state(40))).contains(new Seek(OTHER, 7));
    assertThat(worker.accepts(TABLE, OTHER, 7)).isTrue();
  }

  @Test
  void aTableThatWasNeverOpenedAndIsSetAsideIsNotOpenedWhenPartitionsCome() {
    worker.assign(Map.of(PARTITION, start(OptionalLong.empty())), Map.of());
    worker.setAside(TABLE);
    worker.miss(TABLE, PARTITION, 0);
    worker.advance(PARTITION, 0, Optional.empty());
    worker.assign(Map.of(OTHER, start(OptionalLong.empty())), Map.of(TABLE, fresh()));

    assertThat(worker.takeUp(TABLE)).containsExactly(new Seek(PARTITION, 0));
    assertThat(worker.open(TABLE, fresh())).isEmpty();
    assertThat(worker.accepts(TABLE, PARTITION, 0)).isTrue();
  }

  private void assignAt(long offset) {
    worker.assign(Map.of(PARTITION, start(OptionalLong.empty())), Map.of(TABLE, state(offset)));
  }

  private void write(long offset) {
    assertThat(worker.accepts(TABLE, PARTITION, offset)).isTrue();
    worker.wrote(TABLE, PARTITION, offset);
    worker.advance(PARTITION, offset, Optional.empty());
  }

  private void cut(int id) {
    worker.cut(
        TABLE, deltaId(id), new Written<>(List.of("file-" + id), OlderRows.GO_BY_KEY, 1, 100));
  }

  private static UUID deltaId(int id) {
    return new UUID(5, id);
  }

  private static List<DataWritten<String>> sent(List<ControlEvent<String>> events) {
    return events.stream()
        .filter(DataWritten.class::isInstance)
        .map(event -> (DataWritten<String>) event)
        .toList();
  }

  private static CommitToTable<String> published(long offset) {
    return new CommitToTable<>(
        ROUND, TABLE, OptionalLong.empty(), offsets(offset), Set.of(), Optional.empty());
  }

  private static Start start(OptionalLong floor) {
    return new Start(TOPIC_ID, 0, floor);
  }

  private static TableState fresh() {
    return new TableState(TABLE_UUID, Offsets.none(), Offsets.none(), 0, KeyReach.OLDER_SNAPSHOTS);
  }

  private static TableState state(long offset) {
    return new TableState(
        TABLE_UUID, offsets(offset), offsets(offset), 1, KeyReach.OLDER_SNAPSHOTS);
  }

  private static Offsets offsets(long offset) {
    return Offsets.of(PARTITION, position(offset));
  }

  private static Position position(long offset) {
    return new Position(TOPIC_ID, offset);
  }
}
