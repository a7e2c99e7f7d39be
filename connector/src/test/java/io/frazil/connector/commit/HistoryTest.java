package io.frazil.connector.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.commit.History.Ancestor;
import io.frazil.connector.commit.History.Marker;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HistoryTest {
  private static final UUID LIFE = new UUID(0, 1);

  @Test
  void aTableWithoutSnapshotsAndWithoutMarkerHoldsNothing() {
    assertThat(new History(List.of(), List.of(), false, Set.of(), Optional.empty()).committed())
        .contains(Offsets.none());
  }

  @Test
  void theNewestSnapshotThatCarriesAVectorHasTheWord() {
    History history =
        new History(
            List.of(foreign(3), carrying(2, 20), carrying(1, 10)),
            List.of(),
            false,
            Set.of(1L, 2L, 3L),
            Optional.of(marker(2, 99)));

    assertThat(history.committed()).contains(at(20));
  }

  @Test
  void aRollbackTakesTheOffsetsBackThoughTheMarkerKnowsMore() {
    History history =
        new History(
            List.of(carrying(1, 10)), List.of(), false, Set.of(1L, 2L), Optional.of(marker(2, 20)));

    assertThat(history.committed()).contains(at(10));
    assertThat(history.high()).isEqualTo(at(20));
  }

  @Test
  void theMarkerSpeaksWhenItsSnapshotWasExpiredFromACutAncestry() {
    History history =
        new History(List.of(foreign(3)), List.of(), true, Set.of(3L), Optional.of(marker(2, 20)));

    assertThat(history.committed()).contains(at(20));
  }

  @Test
  void anExpiredSnapshotThatIsStillKnownSpeaksBeforeTheMarker() {
    History rolledBack =
        new History(
            List.of(foreign(3)),
            List.of(carrying(1, 10)),
            false,
            Set.of(3L),
            Optional.of(marker(2, 20)));

    assertThat(rolledBack.committed()).contains(at(10));
  }

  @Test
  void theMarkerIsSilentWhenItsSnapshotIsRetainedElsewhere() {
    History history =
        new History(
            List.of(foreign(3)), List.of(), true, Set.of(2L, 3L), Optional.of(marker(2, 20)));

    assertThat(history.committed()).isEmpty();
  }

  @Test
  void theMarkerIsSilentWhenItIsNotOlderThanAllThatIsRetained() {
    History history =
        new History(
            List.of(foreign(5), foreign(3)),
            List.of(),
            true,
            Set.of(3L, 5L),
            Optional.of(marker(4, 40)));

    assertThat(history.committed()).isEmpty();
  }

  @Test
  void aTableRolledBackToBeforeItsFirstVectorHoldsNothing() {
    History history =
        new History(
            List.of(foreign(1)), List.of(), false, Set.of(1L, 2L), Optional.of(marker(2, 20)));

    assertThat(history.committed()).contains(Offsets.none());
  }

  @Test
  void aTableWithMarkerButWithoutSnapshotWasReplacedAndHoldsNothing() {
    History history =
        new History(List.of(), List.of(), false, Set.of(2L), Optional.of(marker(2, 20)));

    assertThat(history.committed()).contains(Offsets.none());
  }

  @Test
  void aCutAncestryWithoutMarkerWasNeverCommittedTo() {
    History history =
        new History(List.of(foreign(7)), List.of(), true, Set.of(7L), Optional.empty());

    assertThat(history.committed()).contains(Offsets.none());
  }

  private static Ancestor foreign(long number) {
    return new Ancestor(number, number, Optional.empty());
  }

  private static Ancestor carrying(long number, long offset) {
    return new Ancestor(number, number, Optional.of(at(offset)));
  }

  private static Marker marker(long number, long offset) {
    return new Marker(number, number, at(offset), at(offset));
  }

  private static Offsets at(long offset) {
    return Offsets.of(new SourcePartition("orders", 0), new Position(LIFE, offset));
  }
}
