package io.frazil.connector.commit;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * What the protocol knows of a table when it is loaded.
 *
 * @param tableUuid the table's UUID
 * @param committed the table's whole vector
 * @param high for each source partition the highest position ever committed; above {@code
 *     committed} when somebody rolled the table back
 * @param lastSequenceNumber the highest sequence number that the table ever gave out; never goes
 *     back, not even on a rollback, and so tells whether anybody committed since
 * @param keyReach which rows the deltas' keys reach in this table
 */
public record TableState(
    UUID tableUuid, Offsets committed, Offsets high, long lastSequenceNumber, KeyReach keyReach) {
  public TableState {
    requireNonNull(keyReach, "keyReach");
    requireNonNull(tableUuid, "tableUuid");
    requireNonNull(committed, "committed");
    requireNonNull(high, "high");
  }

  /**
   * Whether the partition's committed position is not the highest any more: somebody rolled the
   * table back.
   */
  public boolean isRolledBack(SourcePartition partition) {
    return high.get(partition)
        .filter(h -> committed.get(partition).filter(c -> c.covers(h)).isEmpty())
        .isPresent();
  }
}
