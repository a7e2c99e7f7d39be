package io.frazil.connector.table;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;

/**
 * How long a branch keeps its snapshots, by its own settings or else the table's. Somebody who
 * expires with other settings than these is not bound by them.
 *
 * @param maxAge older ones may be removed at any time
 * @param minSnapshots but not the newest so many
 */
record Retention(Duration maxAge, int minSnapshots) {
  private static final int MARGIN = 5;

  static Retention of(TableMetadata table, SnapshotRef branch) {
    long maxAgeMs =
        Optional.ofNullable(branch.maxSnapshotAgeMs())
            .orElseGet(
                () ->
                    table.propertyAsLong(
                        TableProperties.MAX_SNAPSHOT_AGE_MS,
                        TableProperties.MAX_SNAPSHOT_AGE_MS_DEFAULT));
    int minSnapshots =
        Optional.ofNullable(branch.minSnapshotsToKeep())
            .orElseGet(
                () ->
                    table.propertyAsInt(
                        TableProperties.MIN_SNAPSHOTS_TO_KEEP,
                        TableProperties.MIN_SNAPSHOTS_TO_KEEP_DEFAULT));
    return new Retention(Duration.ofMillis(maxAgeMs), minSnapshots);
  }

  /**
   * Whether four fifths of a snapshot's time are over.
   *
   * @param newer how many snapshots of the branch are newer
   */
  boolean isEnding(Snapshot snapshot, int newer, Instant now) {
    Instant made = Instant.ofEpochMilli(snapshot.timestampMillis());
    // One more commit of anybody's may take the guard of minSnapshots away.
    return newer + 1 >= minSnapshots
        && Duration.between(made, now).compareTo(maxAge.minus(maxAge.dividedBy(MARGIN))) >= 0;
  }
}
