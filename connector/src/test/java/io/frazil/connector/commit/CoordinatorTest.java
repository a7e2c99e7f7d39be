package io.frazil.connector.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.commit.ControlEvent.CommitComplete;
import io.frazil.connector.commit.ControlEvent.CommitToTable;
import io.frazil.connector.commit.ControlEvent.DataComplete;
import io.frazil.connector.commit.ControlEvent.DataWritten;
import io.frazil.connector.commit.ControlEvent.Progress;
import io.frazil.connector.commit.ControlEvent.StartCommit;
import io.frazil.connector.commit.CoordinatorAction.GiveUp;
import io.frazil.connector.commit.CoordinatorAction.Send;
import io.frazil.connector.commit.CoordinatorAction.SettleTable;
import io.frazil.connector.commit.Settlement.Settled;
import io.frazil.connector.commit.Settlement.Unsettled;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CoordinatorTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant NEWEST = Instant.parse("2025-12-31T23:59:59Z");
  private static final UUID ROUND = new UUID(1, 1);
  private static final UUID TOPIC_ID = new UUID(2, 2);
  private static final TableRef TABLE = TableRef.main("db.t");
  private static final SourcePartition P0 = new SourcePartition("orders", 0);
  private static final SourcePartition P1 = new SourcePartition("orders", 1);

  private final Coordinator<String> coordinator =
      new Coordinator<>(
          new Coordinator.Settings(
              Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(5), 2),
          START);

  @Test
  void aRoundBeginsWhenTheIntervalIsOver() {
    assertThat(coordinator.isDue(START)).isTrue();
    begin(Map.of());
    assertThat(coordinator.isDue(START.plusMillis(999))).isFalse();
    assertThat(coordinator.isDue(START.plusMillis(1000))).isTrue();
  }

  @Test
  void aPartitionWithoutRecordsDoesNotHoldTheRoundUp() {
    assertThat(begin(Map.of(P0, 1L, P1, 0L))).containsExactly(new Send<>(new StartCommit<>(ROUND)));
    Delta<String> delta = delta(1, List.of("a"));
    on(new DataWritten<>(ROUND, delta, 0, 1, 1));
    assertThat(on(complete(Map.of(P0, progress(1, Optional.of(NEWEST))), Set.of(delta.id()))))
        .isEmpty();

    List<CoordinatorAction<String>> actions =
        on(complete(Map.of(P1, progress(0, Optional.empty())), Set.of()));

    assertThat(actions).singleElement().isInstanceOf(SettleTable.class);
    SettleTable<String> settle = (SettleTable<String>) actions.get(0);
    assertThat(settle.validThrough()).contains(NEWEST);
    assertThat(coordinator.settled(ROUND, settled(Set.of(delta.id())), START.plusMillis(10)))
        .last()
        .isEqualTo(new Send<>(new CommitComplete<>(ROUND, Optional.of(NEWEST))));
  }

  @Test
  void theSameReportTwiceDoesNotMakeARoundComplete() {
    begin(Map.of(P0, 1L, P1, 5L));
    DataComplete<String> report = complete(Map.of(P0, progress(1, Optional.of(NEWEST))), Set.of());

    assertThat(on(report)).isEmpty();
    assertThat(on(report)).isEmpty();
  }

  @Test
  void atTheTimeoutWhatIsThereIsSettledAndNothingIsClaimed() {
    begin(Map.of(P0, 1L, P1, 5L));
    Delta<String> delta = delta(1, List.of("a"));
    on(new DataWritten<>(ROUND, delta, 0, 1, 1));

    assertThat(coordinator.tick(START.plusMillis(1999))).noneMatch(SettleTable.class::isInstance);
    assertThat(coordinator.tick(START.plusMillis(2000)))
        .singleElement()
        .satisfies(
            action -> {
              SettleTable<String> settle = (SettleTable<String>) action;
              assertThat(settle.candidates())
                  .extracting(c -> c.delta().id())
                  .containsExactly(delta.id());
              assertThat(settle.validThrough()).isEmpty();
            });
  }

  @Test
  void aWorkerThatComesLaterOrHeardNothingIsAskedAgain() {
    begin(Map.of(P0, 1L));

    assertThat(coordinator.tick(START.plusMillis(199))).isEmpty();
    assertThat(coordinator.tick(START.plusMillis(200)))
        .containsExactly(new Send<>(new StartCommit<>(ROUND)));
    assertThat(coordinator.tick(START.plusMillis(201))).isEmpty();
  }

  @Test
  void aDeltaIsSettledOnlyWhole() {
    begin(Map.of(P0, 1L));
    Delta<String> delta = delta(1, List.of("a", "b"));
    on(new DataWritten<>(ROUND, delta.withFiles(List.of("b")), 1, 2, 1));
    assertThat(on(complete(Map.of(P0, progress(1, Optional.of(NEWEST))), Set.of(delta.id()))))
        .isEmpty();

    List<CoordinatorAction<String>> actions =
        on(new DataWritten<>(ROUND, delta.withFiles(List.of("a")), 0, 2, 1));

    SettleTable<String> settle = (SettleTable<String>) actions.get(0);
    assertThat(settle.candidates().get(0).delta().files()).containsExactly("a", "b");
  }

  @Test
  void aTableWithoutDeltasIsAnsweredToo() {
    begin(Map.of(P0, 0L));

    assertThat(on(complete(Map.of(P0, progress(0, Optional.empty())), Set.of())))
        .singleElement()
        .isInstanceOf(SettleTable.class);
    assertThat(coordinator.settled(ROUND, settled(Set.of()), START.plusMillis(10)))
        .first()
        .satisfies(a -> assertThat(((Send<String>) a).event()).isInstanceOf(CommitToTable.class));
  }

  @Test
  void aReportThatNobodyAskedForStartsARoundAtOnce() {
    begin(Map.of());
    assertThat(coordinator.isDue(START.plusMillis(10))).isFalse();

    coordinator.on(
        new DataComplete<>(Coordinator.UNASKED, new UUID(8, 8), Map.of(), Set.of(), Set.of()),
        START.plusMillis(10));

    assertThat(coordinator.isDue(START.plusMillis(10))).isTrue();
  }

  @Test
  void aTableThatStaysOutOfReachIsGivenUpAfterTheBudget() {
    RuntimeException cause = new IllegalStateException("access denied");
    for (int round = 1; round <= 2; round++) {
      assertThat(failedRound(round, cause)).noneMatch(GiveUp.class::isInstance);
    }
    assertThat(failedRound(3, cause)).contains(new GiveUp<>(TABLE, 3, cause));
  }

  @Test
  void aTableIsNotGivenUpBeforeAsManyTimeoutsAreOver() {
    RuntimeException cause = new IllegalStateException("access denied");
    Unsettled unsettled = new Unsettled(TABLE, cause);
    for (int millis = 0; millis < 4_000; millis += 500) {
      assertThat(coordinator.settled(ROUND, unsettled, START.plusMillis(millis))).isEmpty();
    }

    assertThat(coordinator.settled(ROUND, unsettled, START.plusSeconds(4)))
        .containsExactly(new GiveUp<>(TABLE, 9, cause));
  }

  @Test
  void aTableThatIsSettledInBetweenHasAllTheTimeAgain() {
    Unsettled unsettled = new Unsettled(TABLE, new IllegalStateException("access denied"));
    for (int second = 0; second < 4; second++) {
      coordinator.settled(ROUND, unsettled, START.plusSeconds(second));
    }
    coordinator.settled(ROUND, settled(Set.of()), START.plusSeconds(4));

    assertThat(coordinator.settled(ROUND, unsettled, START.plusSeconds(5)))
        .noneMatch(GiveUp.class::isInstance);
  }

  @Test
  void failuresOfRoundsThatATaskMissedCountToo() {
    RuntimeException cause = new IllegalStateException("access denied");
    for (int round = 1; round <= 2; round++) {
      assertThat(failedRoundThatATaskMissed(round, cause)).noneMatch(GiveUp.class::isInstance);
    }
    assertThat(failedRoundThatATaskMissed(3, cause)).contains(new GiveUp<>(TABLE, 3, cause));
  }

  @Test
  void aTableStillBeingSettledSitsTheNextRoundOut() {
    begin(Map.of(P0, 0L));
    on(complete(Map.of(P0, progress(0, Optional.empty())), Set.of()));
    Instant later = START.plusSeconds(3);
    assertThat(coordinator.isDue(later)).isTrue();

    UUID next = new UUID(1, 2);
    coordinator.begin(later, next, Map.of(P0, 0L));
    List<CoordinatorAction<String>> actions =
        coordinator.on(
            new DataComplete<>(
                next,
                new UUID(8, 8),
                Map.of(P0, progress(0, Optional.empty())),
                Set.of(),
                Set.of(TABLE)),
            later);

    assertThat(actions).containsExactly(new Send<>(new CommitComplete<>(next, Optional.empty())));
  }

  private List<CoordinatorAction<String>> failedRound(int number, RuntimeException cause) {
    UUID round = startedRound(number, Map.of(P0, 0L));
    return coordinator.settled(round, new Unsettled(TABLE, cause), startOf(number).plusSeconds(2));
  }

  private List<CoordinatorAction<String>> failedRoundThatATaskMissed(
      int number, RuntimeException cause) {
    UUID round = startedRound(number, Map.of(P0, 0L, P1, 0L));
    assertThat(coordinator.tick(startOf(number).plusSeconds(2)))
        .singleElement()
        .isInstanceOf(SettleTable.class);
    return coordinator.settled(round, new Unsettled(TABLE, cause), startOf(number).plusSeconds(2));
  }

  /** A round that the worker of the first partition has reported to. */
  private UUID startedRound(int number, Map<SourcePartition, Long> expected) {
    UUID round = new UUID(6, number);
    Instant now = startOf(number);
    coordinator.begin(now, round, expected);
    coordinator.on(
        new DataComplete<>(
            round,
            new UUID(8, 8),
            Map.of(P0, progress(0, Optional.empty())),
            Set.of(),
            Set.of(TABLE)),
        now);
    return round;
  }

  private static Instant startOf(int number) {
    return START.plusSeconds(10L * number);
  }

  private List<CoordinatorAction<String>> begin(Map<SourcePartition, Long> expected) {
    return coordinator.begin(START, ROUND, expected);
  }

  private List<CoordinatorAction<String>> on(ControlEvent<String> event) {
    return coordinator.on(event, START.plusMillis(5));
  }

  private static DataComplete<String> complete(
      Map<SourcePartition, Progress> partitions, Set<UUID> deltas) {
    return new DataComplete<>(ROUND, new UUID(8, 8), partitions, deltas, Set.of(TABLE));
  }

  private static Progress progress(long offset, Optional<Instant> newest) {
    return new Progress(new Position(TOPIC_ID, offset), newest);
  }

  private static Settled settled(Set<UUID> landed) {
    return new Settled(
        TABLE, OptionalLong.of(1), Offsets.none(), landed, Set.of(), Optional.empty());
  }

  private static Delta<String> delta(int id, List<String> files) {
    return new Delta<>(
        new UUID(5, id),
        TABLE,
        new UUID(9, 9),
        Offsets.none(),
        Offsets.of(P0, new Position(TOPIC_ID, 1)),
        files,
        OlderRows.GO_BY_KEY,
        1,
        10);
  }
}
