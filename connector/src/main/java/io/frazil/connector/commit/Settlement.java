package io.frazil.connector.commit;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/** What a round did to one table. */
public sealed interface Settlement {
  TableRef table();

  /**
   * The table was reached, and something or nothing was committed.
   *
   * @param snapshotId the last snapshot that was made, if any was
   * @param committed the table's vector now
   * @param landed the deltas that are in the table now
   * @param voided the deltas that never can be
   * @param validThrough the source time up to which the table is complete, where known
   */
  record Settled(
      TableRef table,
      OptionalLong snapshotId,
      Offsets committed,
      Set<UUID> landed,
      Set<UUID> voided,
      Optional<Instant> validThrough)
      implements Settlement {
    public Settled {
      requireNonNull(table, "table");
      requireNonNull(committed, "committed");
      landed = Set.copyOf(landed);
      voided = Set.copyOf(voided);
      requireNonNull(validThrough, "validThrough");
    }
  }

  /** The table could not be loaded or committed to. */
  record Unsettled(TableRef table, RuntimeException cause) implements Settlement {}
}
