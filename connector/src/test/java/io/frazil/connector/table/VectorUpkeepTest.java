package io.frazil.connector.table;

import static io.frazil.connector.table.Ledger.TABLE;
import static io.frazil.connector.table.Ledger.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VectorUpkeepTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private Ledger ledger;

  @BeforeEach
  void createTable() {
    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize("memory", Map.of());
    ledger = new Ledger(catalog);
    ledger.committer().commit(ledger.plan(ledger.delta(0, 5, ledger.rows())));
  }

  @Test
  void aVectorThatIsAboutToBeLostIsCarriedOnWhenTheTableIsLoaded() {
    ledger.table().newAppend().appendFile(ledger.rows()).commit();
    ledger.table().expireSnapshots().expireOlderThan(Long.MAX_VALUE).retainLast(1).commit();
    VectorUpkeep upkeep = new VectorUpkeep(ledger.committer(), Clock.fixed(NOW, ZoneOffset.UTC));

    assertThat(upkeep.load(TABLE).committed()).isEqualTo(at(5));
    assertThat(ledger.table().currentSnapshot().summary())
        .containsEntry("frazil.offsets.sink", OffsetsJson.write(at(5)));
  }

  @Test
  void aTableIsLookedAtOnlyNowAndThen() {
    VectorUpkeep upkeep = new VectorUpkeep(ledger.committer(), Clock.fixed(NOW, ZoneOffset.UTC));
    upkeep.load(TABLE);
    ledger.table().newAppend().appendFile(ledger.rows()).commit();
    ledger.table().expireSnapshots().expireOlderThan(Long.MAX_VALUE).retainLast(1).commit();
    long head = ledger.table().currentSnapshot().snapshotId();

    upkeep.load(TABLE);

    assertThat(ledger.table().currentSnapshot().snapshotId()).isEqualTo(head);
  }
}
