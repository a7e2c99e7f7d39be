package io.frazil.connector.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BlockLedgerTest {
  private final BlockLedger ledger = new BlockLedger(100);

  @Test
  void theOnesThatWereNotUsedForTheLongestTimeMakeRoom() {
    reserve("a", 40);
    reserve("b", 40);
    reserve("c", 20);
    ledger.beginLookup();
    ledger.used("a", 40);

    assertThat(reserve("d", 50)).contains(List.of("b", "c"));
    assertThat(ledger.bytes()).isEqualTo(90);
    assertThat(ledger.has("a")).isTrue();
  }

  @Test
  void whatALookupUsesDoesNotMakeRoomForIt() {
    long lookup = ledger.beginLookup();
    ledger.reserve("a", 60, lookup);

    assertThat(ledger.reserve("b", 60, lookup)).isEmpty();
    assertThat(ledger.has("a")).isTrue();
    assertThat(reserve("b", 60)).contains(List.of("a"));
  }

  @Test
  void whatIsTooBigEvictsNothing() {
    reserve("a", 60);

    assertThat(reserve("b", 101)).isEmpty();
    assertThat(ledger.has("a")).isTrue();
  }

  @Test
  void whatWasThereBeforeMakesRoomInTheOrderInWhichItIsFound() {
    ledger.found("old", 70);
    ledger.found("new", 70);

    assertThat(ledger.trim()).containsExactly("old");
    assertThat(ledger.trim()).isEmpty();
    assertThat(ledger.bytes()).isEqualTo(70);
  }

  @Test
  void aSizeThatChangesIsCountedOnce() {
    reserve("a", 60);
    ledger.used("a", 50);
    ledger.used("a", 50);

    assertThat(ledger.bytes()).isEqualTo(50);
    ledger.remove("a");
    ledger.remove("a");
    assertThat(ledger.bytes()).isZero();
  }

  private Optional<List<String>> reserve(String name, long bytes) {
    return ledger.reserve(name, bytes, ledger.beginLookup());
  }
}
