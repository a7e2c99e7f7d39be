package io.frazil.connector.table;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.commit.CommitOutcome;
import io.frazil.connector.commit.Delta;
import io.frazil.connector.commit.History;
import io.frazil.connector.commit.Offsets;
import io.frazil.connector.commit.Plan;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.commit.TableState;
import io.frazil.connector.commit.Tables;
import io.frazil.connector.merge.Merge;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.util.SnapshotUtil;

/**
 * Commits deltas to tables together with the source offsets that they bring the table to, and reads
 * those offsets back. A commit is a compare-and-set: it lands only on the very state that it was
 * planned on.
 *
 * <p>Thread-safe if the catalog is; one table's commits are best made by one thread at a time,
 * since all but one of several at once are stale.
 */
public final class TableCommitter implements Tables<ContentFile<?>> {
  private static final int MAX_CARRY_ATTEMPTS = 5;

  private final Catalog catalog;
  private final String connector;
  private final CommittedOffsets offsets;
  private final Supplier<UUID> ids;
  private final Merging merging;
  private final RowDeltas rowDeltas;

  /**
   * A committer that adds the deltas' files to tables as they are.
   *
   * @param catalog where the tables are; not closed by this
   * @param connector the connector's name: offsets belong to it
   * @param ids gives a new random id at each call
   */
  public TableCommitter(Catalog catalog, String connector, Supplier<UUID> ids) {
    this(catalog, connector, ids, Merging.AS_WRITTEN);
  }

  /**
   * A committer that merges deltas into tables.
   *
   * @param catalog where the tables are; not closed by this
   * @param connector the connector's name: offsets belong to it
   * @param ids gives a new random id at each call
   * @param merging merges what is committed into each table
   */
  public TableCommitter(Catalog catalog, String connector, Supplier<UUID> ids, Merging merging) {
    this(catalog, connector, ids, merging, new RowDeltas());
  }

  TableCommitter(
      Catalog catalog, String connector, Supplier<UUID> ids, Merging merging, RowDeltas rowDeltas) {
    this.catalog = requireNonNull(catalog, "catalog");
    this.connector = requireNonNull(connector, "connector");
    this.offsets = new CommittedOffsets(connector);
    this.ids = requireNonNull(ids, "ids");
    this.merging = requireNonNull(merging, "merging");
    this.rowDeltas = requireNonNull(rowDeltas, "rowDeltas");
  }

  /**
   * The table as it is now.
   *
   * @throws UnknownOffsetsException if nothing retained proves its committed offsets
   * @throws org.apache.iceberg.exceptions.NoSuchTableException if there is no such table
   */
  @Override
  public TableState load(TableRef table) {
    Table loaded = loadTable(table);
    TableMetadata metadata = metadata(loaded);
    Offsets committed =
        offsets
            .history(metadata, table.branch(), loaded.io())
            .committed()
            .orElseThrow(() -> new UnknownOffsetsException(table, connector));
    return state(loaded, table, committed);
  }

  @Override
  public CommitOutcome commit(Plan<ContentFile<?>> plan) {
    List<Delta<ContentFile<?>>> doubtful =
        plan.layers().stream()
            .flatMap(layer -> layer.deltas().stream())
            .filter(delta -> plan.doubtful().contains(delta.id()))
            .toList();
    return commit(plan, Optional.of(plan.base().committed()), doubtful);
  }

  @Override
  public Set<UUID> missingFiles(TableRef table, Collection<Delta<ContentFile<?>>> deltas) {
    // A REST catalog closes the storage of a table that nobody holds any more.
    Table loaded = loadTable(table);
    return deltas.stream()
        .filter(
            delta -> !delta.files().stream().allMatch(f -> LayeredCommit.exists(loaded.io(), f)))
        .map(Delta::id)
        .collect(Collectors.toSet());
  }

  /**
   * Moves the committed offsets deliberately, also backwards, and also where they are unknown: an
   * empty snapshot that carries the new vector.
   *
   * @throws org.apache.iceberg.exceptions.NoSuchTableException if there is no such table
   */
  public CommitOutcome carry(TableRef table, Offsets vector) {
    CommitOutcome outcome = carryOnce(table, vector);
    for (int attempt = 1;
        attempt < MAX_CARRY_ATTEMPTS && outcome instanceof CommitOutcome.Stale;
        attempt++) {
      outcome = carryOnce(table, vector);
    }
    return outcome;
  }

  /**
   * Carries the vector on with an empty snapshot if the snapshot that carries it is to expire soon,
   * by the table's own settings; then the offsets would become unknown.
   *
   * @return what became of the commit, or empty if none was needed
   * @throws org.apache.iceberg.exceptions.NoSuchTableException if there is no such table
   */
  public Optional<CommitOutcome> recarryIfExpiring(TableRef table, Instant now) {
    Table loaded = loadTable(table);
    TableMetadata metadata = metadata(loaded);
    if (!isExpiring(metadata, table.branch(), now)) {
      return Optional.empty();
    }
    History history = offsets.history(metadata, table.branch(), loaded.io());
    return history
        .committed()
        .filter(vector -> !vector.isEmpty())
        .map(vector -> commitVector(loaded, table, history, vector));
  }

  private CommitOutcome carryOnce(TableRef table, Offsets vector) {
    Table loaded = loadTable(table);
    History history = offsets.history(metadata(loaded), table.branch(), loaded.io());
    return commitVector(loaded, table, history, vector);
  }

  private CommitOutcome commitVector(
      Table loaded, TableRef table, History history, Offsets vector) {
    Optional<Offsets> committed = history.committed();
    TableState base = state(loaded, table, committed.orElse(Offsets.none()));
    Plan<ContentFile<?>> plan =
        new Plan<>(
            ids.get(),
            table,
            base,
            List.of(new Plan.Layer<>(List.of(), vector)),
            Set.of(),
            Optional.empty());
    return commit(plan, committed, List.of());
  }

  private CommitOutcome commit(
      Plan<ContentFile<?>> plan, Optional<Offsets> expected, List<Delta<ContentFile<?>>> doubtful) {
    if (plan.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot commit a plan without layers to table '%s'.".formatted(plan.table()));
    }
    LayeredCommit.Base base;
    Merge merge;
    try {
      Table table = loadTable(plan.table());
      TableMetadata metadata = metadata(table);
      Optional<CommitOutcome> known = CommitAttempt.lookUp(metadata, plan);
      if (known.isPresent()) {
        return known.get();
      }
      long sequenceNumber = metadata.lastSequenceNumber();
      if (sequenceNumber != plan.base().lastSequenceNumber()) {
        // What was merged into it now would be stale at once.
        return new CommitOutcome.Stale(
            "the last sequence number is %d, not %d"
                .formatted(sequenceNumber, plan.base().lastSequenceNumber()));
      }
      base = new LayeredCommit.Base(expected, LayeredCommit.head(metadata, plan.table().branch()));
      merge = merging.merge(new PresentPartitions(table).of(plan), table);
    } catch (RuntimeException e) {
      return new CommitOutcome.Failed(e);
    }
    LayeredCommit commit = new LayeredCommit(offsets, plan, base, doubtful, merge, rowDeltas);
    return new CommitAttempt(plan, merge, commit, () -> loadTable(plan.table())).run();
  }

  private boolean isExpiring(TableMetadata metadata, String branch, Instant now) {
    Snapshot head = SnapshotUtil.latestSnapshot(metadata, branch);
    if (head == null || offsets.vectorOf(head).isPresent()) {
      return false;
    }
    SnapshotRef ref = Optional.ofNullable(metadata.ref(branch)).orElse(metadata.ref(TableRef.MAIN));
    Retention retention = Retention.of(metadata, ref);
    int newer = 0;
    for (Snapshot snapshot : SnapshotUtil.ancestorsOf(head.snapshotId(), metadata::snapshot)) {
      if (offsets.vectorOf(snapshot).isPresent()) {
        return retention.isEnding(snapshot, newer, now);
      }
      newer++;
    }
    return true;
  }

  private TableState state(Table loaded, TableRef table, Offsets committed) {
    TableMetadata metadata = metadata(loaded);
    return new TableState(
        UUID.fromString(metadata.uuid()),
        committed,
        offsets.high(metadata, table.branch(), committed),
        metadata.lastSequenceNumber(),
        merging.reach(table, loaded));
  }

  private Table loadTable(TableRef table) {
    return catalog.loadTable(TableIdentifier.parse(table.table()));
  }

  private static TableMetadata metadata(Table table) {
    return ((HasTableOperations) table).operations().current();
  }
}
