package io.frazil.connector.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PlannerTest {
  private static final Instant CLAIM = Instant.parse("2026-01-01T00:00:00Z");
  private static final TableRef TABLE = TableRef.main("db.t");
  private static final UUID TOPIC_ID = new UUID(2, 2);
  private static final SourcePartition P0 = new SourcePartition("orders", 0);
  private static final SourcePartition P1 = new SourcePartition("orders", 1);

  @Test
  void deltasChainOntoTheTableAndOntoEachOtherInAnyOrderOfArrival() {
    Delta<String> first = appending(1, P0, 0, 5);
    Delta<String> second = appending(2, P0, 5, 9);

    Plan<String> plan = plan(at(P0, 0), List.of(second, first));

    assertThat(plan.layers()).containsExactly(new Plan.Layer<>(List.of(first, second), at(P0, 9)));
    assertThat(plan.validThrough()).contains(CLAIM);
  }

  @Test
  void aDeltaWithAnotherBaseIsLeftOutAndNothingIsClaimed() {
    Plan<String> plan = plan(at(P0, 0), List.of(appending(1, P0, 3, 5)));

    assertThat(plan.isEmpty()).isTrue();
    assertThat(plan.upto()).isEqualTo(at(P0, 0));
    assertThat(plan.validThrough()).isEmpty();
  }

  @Test
  void aDeltaThatIsAlreadyInTheTableHoldsNothingUp() {
    Plan<String> plan = plan(at(P0, 5), List.of(appending(1, P0, 0, 5)));

    assertThat(plan.isEmpty()).isTrue();
    assertThat(plan.validThrough()).contains(CLAIM);
  }

  @Test
  void ofTwoDeltasWithOneBaseOnlyTheFirstIsTaken() {
    Delta<String> first = appending(1, P0, 0, 5);

    Plan<String> plan = plan(at(P0, 0), List.of(first, appending(2, P0, 0, 7)));

    assertThat(plan.layers()).containsExactly(new Plan.Layer<>(List.of(first), at(P0, 5)));
    assertThat(plan.validThrough()).isEmpty();
  }

  @Test
  void aDeltaThatRemovesOlderRowsStartsALayer() {
    Delta<String> first = appending(1, P0, 0, 5);
    Delta<String> removing = removing(2, P1, 0, 3);
    Delta<String> last = appending(3, P0, 5, 6);

    Plan<String> plan = plan(at(P0, 0).with(at(P1, 0)), List.of(first, removing, last));

    assertThat(plan.layers())
        .containsExactly(
            new Plan.Layer<>(List.of(first), at(P0, 5).with(at(P1, 0))),
            new Plan.Layer<>(List.of(removing, last), at(P0, 6).with(at(P1, 3))));
  }

  @Test
  void whereKeysReachEarlierDeltasAllShareOneLayer() {
    Delta<String> first = removing(1, P0, 0, 5);
    Delta<String> second = removing(2, P0, 5, 6);

    Plan<String> plan = plan(at(P0, 0), List.of(first, second), KeyReach.EARLIER_DELTAS);

    assertThat(plan.layers()).containsExactly(new Plan.Layer<>(List.of(first, second), at(P0, 6)));
  }

  @Test
  void aPartitionThatTheTableLacksIsABaseToo() {
    Delta<String> first =
        new Delta<>(
            new UUID(5, 1),
            TABLE,
            new UUID(9, 9),
            Offsets.none(),
            at(P0, 5),
            List.of("f"),
            OlderRows.STAY,
            1,
            1);

    assertThat(plan(at(P1, 7), List.of(first)).upto()).isEqualTo(at(P0, 5).with(at(P1, 7)));
  }

  private static Plan<String> plan(Offsets committed, List<Delta<String>> candidates) {
    return plan(committed, candidates, KeyReach.OLDER_SNAPSHOTS);
  }

  private static Plan<String> plan(
      Offsets committed, List<Delta<String>> candidates, KeyReach reach) {
    return new Planner()
        .plan(
            new UUID(6, 6),
            TABLE,
            new TableState(new UUID(9, 9), committed, committed, 1, reach),
            candidates,
            Set.of(),
            Optional.of(CLAIM));
  }

  private static Delta<String> appending(int id, SourcePartition partition, long from, long upto) {
    return delta(id, partition, from, upto, false);
  }

  private static Delta<String> removing(int id, SourcePartition partition, long from, long upto) {
    return delta(id, partition, from, upto, true);
  }

  private static Delta<String> delta(
      int id, SourcePartition partition, long from, long upto, boolean removesOlderRows) {
    return new Delta<>(
        new UUID(5, id),
        TABLE,
        new UUID(9, 9),
        at(partition, from),
        at(partition, upto),
        List.of("file-" + id),
        removesOlderRows ? OlderRows.GO_BY_KEY : OlderRows.STAY,
        1,
        1);
  }

  private static Offsets at(SourcePartition partition, long offset) {
    return Offsets.of(partition, new Position(TOPIC_ID, offset));
  }
}
