package io.frazil.connector.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.commit.CommitOutcome.Committed;
import io.frazil.connector.commit.CommitOutcome.Failed;
import io.frazil.connector.commit.CommitOutcome.Stale;
import io.frazil.connector.commit.CoordinatorAction.SettleTable;
import io.frazil.connector.commit.CoordinatorAction.SettleTable.Candidate;
import io.frazil.connector.commit.Settlement.Settled;
import io.frazil.connector.commit.Settlement.Unsettled;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SettlerTest {
  private static final Instant CLAIM = Instant.parse("2026-01-01T00:00:00Z");
  private static final TableRef TABLE = TableRef.main("db.t");
  private static final UUID TABLE_UUID = new UUID(9, 9);
  private static final SourcePartition P0 = new SourcePartition("orders", 0);

  private final OneTable table = new OneTable();
  private final Settler<String> settler = new Settler<>(table, UUID::randomUUID, 3);

  @Test
  void whatChainsIsCommittedAndPublished() {
    table.outcomes.add(new Committed(77));

    assertThat(settle(List.of(sure(delta(1, 0, 5, TABLE_UUID)))))
        .isEqualTo(settled(OptionalLong.of(77), 5, Set.of(id(1)), Set.of(), Optional.of(CLAIM)));
  }

  @Test
  void aTableWithNothingToCommitIsAnsweredToo() {
    assertThat(settle(List.of()))
        .isEqualTo(settled(OptionalLong.empty(), 0, Set.of(), Set.of(), Optional.of(CLAIM)));
    assertThat(table.plans).isEmpty();
  }

  @Test
  void aStalePlanIsMadeAnewFromTheTableAsItIsNow() {
    table.outcomes.add(new Stale("another was quicker"));
    table.outcomes.add(new Committed(78));
    table.afterCommit = () -> table.committed = 5;

    assertThat(settle(List.of(sure(delta(1, 0, 5, TABLE_UUID)), sure(delta(2, 5, 8, TABLE_UUID)))))
        .isEqualTo(
            settled(OptionalLong.of(78), 8, Set.of(id(1), id(2)), Set.of(), Optional.of(CLAIM)));
    assertThat(table.plans).extracting(p -> p.layers().size()).containsExactly(1, 1);
    assertThat(table.plans).extracting(Plan::commitId).doesNotHaveDuplicates();
  }

  @Test
  void aTableThatAlwaysChangesIsLeftToTheNextRound() {
    for (int attempt = 0; attempt < 3; attempt++) {
      table.outcomes.add(new Stale("another was quicker"));
    }

    assertThat(cause(settle(List.of(sure(delta(1, 0, 5, TABLE_UUID))))))
        .hasMessageStartingWith("Cannot commit to table db.t: others commit to it faster");
  }

  @Test
  void aFailedCommitIsNotTriedAgainInTheRound() {
    RuntimeException failure = new IllegalStateException("nobody knows");
    table.outcomes.add(new Failed(failure));

    assertThat(settle(List.of(sure(delta(1, 0, 5, TABLE_UUID)))))
        .isEqualTo(new Unsettled(TABLE, failure));
  }

  @Test
  void whatATableThrowsIsAResult() {
    assertThat(cause(settle(List.of(sure(delta(1, 0, 5, TABLE_UUID))))))
        .as("no outcome is left")
        .isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void aDoubtfulDeltaWhoseFilesAreGoneIsVoid() {
    table.missing.add(id(1));

    assertThat(settle(List.of(new Candidate<>(delta(1, 0, 5, TABLE_UUID), true))))
        .isEqualTo(settled(OptionalLong.empty(), 0, Set.of(), Set.of(id(1)), Optional.empty()));
  }

  @Test
  void filesOfADeltaThatIsCommittedAreNotLookedFor() {
    table.missing.add(id(1));
    table.committed = 5;

    assertThat(settle(List.of(new Candidate<>(delta(1, 0, 5, TABLE_UUID), true))))
        .isEqualTo(settled(OptionalLong.empty(), 5, Set.of(id(1)), Set.of(), Optional.of(CLAIM)));
  }

  @Test
  void aDeltaForTheTableThatWasThereBeforeIsVoid() {
    assertThat(settle(List.of(sure(delta(1, 0, 5, new UUID(8, 8))))))
        .isEqualTo(settled(OptionalLong.empty(), 0, Set.of(), Set.of(id(1)), Optional.empty()));
  }

  private Settlement settle(List<Candidate<String>> candidates) {
    return settler.settle(new SettleTable<>(new UUID(1, 1), TABLE, candidates, Optional.of(CLAIM)));
  }

  private static RuntimeException cause(Settlement settlement) {
    return ((Unsettled) settlement).cause();
  }

  private static Settled settled(
      OptionalLong snapshot,
      long committed,
      Set<UUID> landed,
      Set<UUID> voided,
      Optional<Instant> claim) {
    return new Settled(TABLE, snapshot, at(committed), landed, voided, claim);
  }

  private static Candidate<String> sure(Delta<String> delta) {
    return new Candidate<>(delta, false);
  }

  private static UUID id(int delta) {
    return new UUID(5, delta);
  }

  private static Delta<String> delta(int id, long from, long upto, UUID tableUuid) {
    return new Delta<>(
        id(id), TABLE, tableUuid, at(from), at(upto), List.of("file-" + id), OlderRows.STAY, 1, 1);
  }

  private static Offsets at(long offset) {
    return Offsets.of(P0, new Position(new UUID(2, 2), offset));
  }

  /** A table whose answers to commits are given beforehand. */
  private static final class OneTable implements Tables<String> {
    private final Deque<CommitOutcome> outcomes = new ArrayDeque<>();
    private final List<Plan<String>> plans = new ArrayList<>();
    private final Set<UUID> missing = new HashSet<>();
    private long committed;
    private Runnable afterCommit = () -> {};

    @Override
    public TableState load(TableRef table) {
      return new TableState(TABLE_UUID, at(committed), at(committed), 1, KeyReach.OLDER_SNAPSHOTS);
    }

    @Override
    public Set<UUID> missingFiles(TableRef table, Collection<Delta<String>> deltas) {
      Set<UUID> gone = new HashSet<>(missing);
      gone.retainAll(deltas.stream().map(Delta::id).toList());
      return gone;
    }

    @Override
    public CommitOutcome commit(Plan<String> plan) {
      plans.add(plan);
      afterCommit.run();
      return outcomes.remove();
    }
  }
}
