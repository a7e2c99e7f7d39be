package io.frazil.benchmark.deletes;

import io.frazil.connector.commit.CoordinatorAction.SettleTable;
import io.frazil.connector.commit.CoordinatorAction.SettleTable.Candidate;
import io.frazil.connector.commit.Delta;
import io.frazil.connector.commit.Offsets;
import io.frazil.connector.commit.OlderRows;
import io.frazil.connector.commit.Position;
import io.frazil.connector.commit.Settlement;
import io.frazil.connector.commit.Settlement.Settled;
import io.frazil.connector.commit.Settlement.Unsettled;
import io.frazil.connector.commit.Settler;
import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.deletes.PositionCache;
import io.frazil.connector.merge.DeleteMode;
import io.frazil.connector.merge.MergeRules;
import io.frazil.connector.merge.Merger;
import io.frazil.connector.merge.SnapshotContent;
import io.frazil.connector.resolve.KeyIndex;
import io.frazil.connector.table.RuledMerging;
import io.frazil.connector.table.TableCommitter;
import io.frazil.connector.write.DeltaFiles;
import io.frazil.connector.write.Spooling;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;

/** A table that changes come into as in a running connector, in one delete mode. */
final class ChangedTable {
  private static final long MAX_INDEX_BYTES = 10L << 30;
  private static final long MAX_POSITION_BYTES = 64L << 20;
  private static final int PLANS_PER_ROUND = 4;
  private static final SourcePartition SOURCE = new SourcePartition("orders", 0);
  private static final UUID TOPIC_ID = new UUID(0, 1);

  private final Warehouse warehouse;
  private final Mode mode;
  private final TableRef ref;
  private final Table table;
  private final IndexSize indexSize = new IndexSize();
  private final MeasuredMerging merging;
  private final Settler<ContentFile<?>> settler;
  private final List<Long> snapshotIds = new ArrayList<>();
  private long metadataBytes;

  /** A new table that has these files. */
  ChangedTable(Warehouse warehouse, Mode mode, List<DataFile> files) {
    this.warehouse = warehouse;
    this.mode = mode;
    this.ref = TableRef.main("shop." + mode);
    this.table = warehouse.create(mode.name(), mode.formatVersion(), files);
    Merger merger = merger(warehouse.keyIndex("index-" + mode, MAX_INDEX_BYTES, indexSize));
    this.merging = new MeasuredMerging(new RuledMerging(merger, rules()));
    this.settler =
        new Settler<>(
            new TableCommitter(warehouse.catalog(), "benchmark", UUID::randomUUID, merging),
            UUID::randomUUID,
            PLANS_PER_ROUND);
    snapshotIds.add(table.currentSnapshot().snapshotId());
    this.metadataBytes = FolderSize.of(metadataFolder());
  }

  /** A merger that knows nothing yet. */
  static Merger merger(KeyIndex index) {
    return new Merger(
        new Merger.Means(
            index,
            new PositionCache(MAX_POSITION_BYTES),
            Map.of(),
            Spooling.of(Path.of("unused"), 1)));
  }

  private RuledMerging.Rules rules() {
    return new RuledMerging.Rules() {
      @Override
      public DeleteMode deleteMode(TableRef asked) {
        return mode.deleteMode();
      }

      @Override
      public MergeRules of(TableRef asked, Table loaded) {
        return new MergeRules(mode.deleteMode(), List.of());
      }
    };
  }

  Mode mode() {
    return mode;
  }

  Table table() {
    return table;
  }

  /** The snapshot after so many commits. */
  long snapshotAfter(int commits) {
    return snapshotIds.get(commits);
  }

  double indexBytesPerRow() {
    return indexSize.bytesPerRow();
  }

  /** Sets these rows. */
  CommitFigures commit(List<Record> rows) {
    List<DeltaFiles> written = new ArrayList<>();
    Cost write = Cost.of(() -> written.add(Deltas.upsert(table, rows, warehouse.spooling())));
    Delta<ContentFile<?>> delta = delta(written.get(0));
    List<Settlement> settled = new ArrayList<>();
    Cost settle = Cost.of(() -> settled.add(settler.settle(request(delta))));
    requireLanded(settled.get(0), delta);
    table.refresh();
    snapshotIds.add(table.currentSnapshot().snapshotId());
    return new CommitFigures(
        write, merging.cost(), settle.minus(merging.cost()), written(delta.files()));
  }

  private Delta<ContentFile<?>> delta(DeltaFiles files) {
    int number = snapshotIds.size();
    return new Delta<>(
        UUID.randomUUID(),
        ref,
        table.uuid(),
        number == 1 ? Offsets.none() : at(number - 1),
        at(number),
        files.files(),
        files.removesOlderRows() ? OlderRows.GO_BY_KEY : OlderRows.STAY,
        files.rows(),
        files.bytes());
  }

  private SettleTable<ContentFile<?>> request(Delta<ContentFile<?>> delta) {
    return new SettleTable<>(
        UUID.randomUUID(), ref, List.of(new Candidate<>(delta, false)), Optional.empty());
  }

  private static Offsets at(long offset) {
    return Offsets.of(SOURCE, new Position(TOPIC_ID, offset));
  }

  private static void requireLanded(Settlement settlement, Delta<ContentFile<?>> delta) {
    if (settlement instanceof Unsettled unsettled) {
      throw unsettled.cause();
    }
    if (!((Settled) settlement).landed().contains(delta.id())) {
      throw new IllegalStateException("Cannot commit delta: " + settlement);
    }
  }

  private Written written(List<ContentFile<?>> delta) {
    long rows = 0;
    long keys = 0;
    for (ContentFile<?> file : delta) {
      if (file.content() == FileContent.DATA) {
        rows += file.fileSizeInBytes();
      } else if (mode.resolvesKeys()) {
        keys += file.fileSizeInBytes();
      }
    }
    long added = 0;
    long deletes = 0;
    for (SnapshotContent content : merging.last().snapshots()) {
      added += bytes(content.addedRows());
      deletes += bytes(content.addedDeletes());
    }
    long metadataBefore = metadataBytes;
    metadataBytes = FolderSize.of(metadataFolder());
    return new Written(rows, added - rows, deletes, keys, metadataBytes - metadataBefore);
  }

  private static long bytes(List<? extends ContentFile<?>> files) {
    return files.stream().mapToLong(ContentFile::fileSizeInBytes).sum();
  }

  private Path metadataFolder() {
    return Path.of(table.location()).resolve("metadata");
  }
}
