package io.frazil.connector.resolve;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.exceptions.NotFoundException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The live data files of one branch of a table, as of the snapshot it was brought to last. It
 * follows the table from snapshot to snapshot, whoever commits, and plans anew only what cannot be
 * followed: a history that was rolled back, replaced or expired, and delete files that apply to
 * more than one data file, for whose reach a plan is needed.
 *
 * <p>Not thread-safe.
 */
public final class TableFiles {
  private static final Logger LOG = LoggerFactory.getLogger(TableFiles.class);

  // Each costs some requests to storage, one after the other; a plan makes its own in parallel.
  private static final int MAX_SNAPSHOTS_TO_FOLLOW = 100;

  private final Set<Integer> statisticsOf;
  private OptionalLong snapshotId = OptionalLong.empty();
  private int formatVersion;
  // Empty while nothing is known, also after a failure.
  private Optional<LiveFiles> known = Optional.empty();

  /** What it took to get to a snapshot. */
  public enum Sync {
    /** Nothing: the table did not move. */
    UNCHANGED,
    /** The changes of the snapshots in between. */
    INCREMENTAL,
    /** A plan of the whole table. */
    FULL
  }

  /**
   * Knows no files yet.
   *
   * @param statisticsOf ids of the columns whose statistics are kept: those of the key
   */
  public TableFiles(Set<Integer> statisticsOf) {
    this.statisticsOf = Set.copyOf(statisticsOf);
  }

  /**
   * Brings it to a snapshot. After an exception it knows nothing, and the next call plans anew.
   *
   * @param table the same table at each call, refreshed
   * @param head the newest snapshot of the branch, empty if there is none yet
   */
  public Sync sync(Table table, Optional<Snapshot> head) {
    OptionalLong headId =
        head.map(snapshot -> OptionalLong.of(snapshot.snapshotId())).orElse(OptionalLong.empty());
    if (known.isPresent() && snapshotId.equals(headId)) {
      return Sync.UNCHANGED;
    }
    Optional<LiveFiles> followed =
        known.flatMap(files -> head.flatMap(newest -> follow(table, newest, files)));
    // A plan that fails must not leave a mixture.
    known = followed;
    if (followed.isEmpty()) {
      known =
          Optional.of(
              head.isPresent()
                  ? TablePlan.of(table, head.get(), statisticsOf)
                  : LiveFiles.none(statisticsOf));
    }
    snapshotId = headId;
    formatVersion = TableUtil.formatVersion(table);
    return followed.isPresent() ? Sync.INCREMENTAL : Sync.FULL;
  }

  /** The data files with a live row or without, and the delete files that apply to each. */
  public Collection<LiveFile> files() {
    return known.map(LiveFiles::files).orElse(Set.of());
  }

  /** The data file at a location, if the table has one there. */
  public Optional<LiveFile> file(String location) {
    return known.flatMap(files -> files.file(location));
  }

  /** What is known, with the snapshots between applied; empty if that cannot be done. */
  private Optional<LiveFiles> follow(Table table, Snapshot head, LiveFiles files) {
    Deque<Snapshot> between = new ArrayDeque<>();
    // An upgrade may change files without a commit that says so.
    if (!files.canFollow()
        || TableUtil.formatVersion(table) != formatVersion
        || !collect(table, head, between)) {
      return Optional.empty();
    }
    // From here on, files is neither the one nor the other.
    known = Optional.empty();
    try {
      for (Snapshot snapshot : between) {
        if (!files.apply(SnapshotChanges.builderFor(table).snapshot(snapshot).build())) {
          return Optional.empty();
        }
      }
      return files.agreesWith(ManifestCounts.of(table, head))
          ? Optional.of(files)
          : Optional.empty();
    } catch (NotFoundException e) {
      LOG.debug("Planning table {} anew: a manifest of its history is gone", table.name(), e);
      return Optional.empty();
    }
  }

  /** Collects the snapshots after the known one, oldest first; false if the way is interrupted. */
  private boolean collect(Table table, Snapshot head, Deque<Snapshot> between) {
    Snapshot snapshot = head;
    while (between.size() < MAX_SNAPSHOTS_TO_FOLLOW) {
      between.addFirst(snapshot);
      if (snapshot.parentId() == null) {
        return snapshotId.isEmpty();
      }
      if (snapshotId.equals(OptionalLong.of(snapshot.parentId()))) {
        return true;
      }
      snapshot = table.snapshot(snapshot.parentId());
      if (snapshot == null) {
        return false;
      }
    }
    return false;
  }
}
