package io.frazil.connector.table;

import io.frazil.connector.commit.CoordinatorAction.SettleTable;
import io.frazil.connector.commit.CoordinatorAction.SettleTable.Candidate;
import io.frazil.connector.commit.Delta;
import io.frazil.connector.commit.KeyReach;
import io.frazil.connector.commit.Offsets;
import io.frazil.connector.commit.OlderRows;
import io.frazil.connector.commit.Plan;
import io.frazil.connector.commit.Position;
import io.frazil.connector.commit.Settlement;
import io.frazil.connector.commit.Settlement.Settled;
import io.frazil.connector.commit.Settler;
import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.deletes.LiveRows;
import io.frazil.connector.deletes.PositionCache;
import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.key.OrderingColumns;
import io.frazil.connector.merge.DeleteMode;
import io.frazil.connector.merge.Merge;
import io.frazil.connector.merge.MergeRules;
import io.frazil.connector.merge.Merger;
import io.frazil.connector.patch.Patch;
import io.frazil.connector.resolve.LiveFile;
import io.frazil.connector.write.AppendDeltaWriter;
import io.frazil.connector.write.DeltaFiles;
import io.frazil.connector.write.Spooling;
import io.frazil.connector.write.UpsertDeltaWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.ExpireSnapshots;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.DVFileWriter;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.SnapshotUtil;
import org.roaringbitmap.RoaringBitmap;

/**
 * A table that deltas are merged into as in a running connector, from the delta writer to the
 * settler; read as any engine would, and compacted as anybody may.
 */
final class MergedTable {
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.required(2, "code", Types.StringType.get()),
          Types.NestedField.optional(3, "region", Types.StringType.get()),
          Types.NestedField.optional(4, "at", Types.LongType.get()),
          Types.NestedField.optional(5, "v", Types.IntegerType.get()));
  static final TableIdentifier NAME = TableIdentifier.of("db", "merged");
  private static final UUID TOPIC_ID = new UUID(0, 9);

  private final FaultyCatalog catalog;
  private final Setup setup;
  private final Path folder;
  private final TableRef ref;
  private final Map<SourcePartition, Long> offsets = new HashMap<>();
  private boolean areFilesShared;

  /**
   * What kind of table.
   *
   * @param mode how rows are removed
   * @param formatVersion the table's
   * @param partitionBy its partitions, as users write them
   * @param key its key columns
   * @param ordering its ordering columns
   * @param format of its files
   */
  record Setup(
      DeleteMode mode,
      int formatVersion,
      String partitionBy,
      List<String> key,
      List<String> ordering,
      String format) {

    /** Partitioned by region, with the id as the key. */
    static Setup of(DeleteMode mode, int formatVersion, List<String> ordering) {
      return new Setup(mode, formatVersion, "region", List.of("id"), ordering, "parquet");
    }

    /** Such tables, in each mode and each format version that has it. */
    static Stream<Setup> ofEveryMode(List<String> ordering) {
      return Stream.of(
          of(DeleteMode.POSITION, 2, ordering),
          of(DeleteMode.DELETION_VECTOR, 3, ordering),
          of(DeleteMode.COPY_ON_WRITE, 1, ordering),
          of(DeleteMode.COPY_ON_WRITE, 2, ordering),
          of(DeleteMode.COPY_ON_WRITE, 3, ordering),
          of(DeleteMode.EQUALITY, 2, ordering),
          of(DeleteMode.EQUALITY, 3, ordering));
    }
  }

  MergedTable(Setup setup, Path folder) {
    this(setup, folder, TableRef.MAIN);
  }

  /** The same with another branch that all but {@link TableOwner} write to and read. */
  MergedTable(Setup setup, Path folder, String branch) {
    this.ref = new TableRef(NAME.toString(), branch);
    this.catalog = new FaultyCatalog();
    this.setup = setup;
    this.folder = folder;
    catalog.createNamespace(Namespace.of("db"));
    new TableCreator(catalog)
        .loadOrCreate(
            new NewTable(
                NAME,
                SCHEMA,
                PartitionBy.parse(setup.partitionBy()),
                Map.of(
                    TableProperties.FORMAT_VERSION,
                    Integer.toString(setup.formatVersion()),
                    // Quicker than Parquet with so few rows.
                    TableProperties.DEFAULT_FILE_FORMAT,
                    setup.format(),
                    TableProperties.COMMIT_MIN_RETRY_WAIT_MS,
                    "1",
                    TableProperties.COMMIT_MAX_RETRY_WAIT_MS,
                    "2"),
                setup.mode() == DeleteMode.EQUALITY
                    ? TableUse.EQUALITY_DELETES
                    : TableUse.COPY_ON_WRITE));
  }

  private MergedTable(MergedTable other, Setup setup) {
    this.catalog = other.catalog;
    this.setup = setup;
    this.folder = other.folder;
    this.ref = other.ref;
    this.offsets.putAll(other.offsets);
  }

  /** The same table with the connector configured anew. */
  MergedTable orderedBy(String column) {
    return new MergedTable(
        this,
        new Setup(
            setup.mode(),
            setup.formatVersion(),
            setup.partitionBy(),
            setup.key(),
            List.of(column),
            setup.format()));
  }

  /** The same table with the connector configured anew. */
  MergedTable switchedTo(DeleteMode mode) {
    return new MergedTable(
        this,
        new Setup(
            mode,
            setup.formatVersion(),
            setup.partitionBy(),
            setup.key(),
            setup.ordering(),
            setup.format()));
  }

  FaultyCatalog catalog() {
    return catalog;
  }

  /** Appends rows without asking what is there, as somebody else may. */
  void append(Object[]... rows) {
    appendTo(ref.branch(), rows);
  }

  /** The same to another branch. */
  void appendTo(String branch, Object[]... rows) {
    Table table = table();
    try (AppendDeltaWriter writer =
        AppendDeltaWriter.open(table, Map.of(), Spooling.of(folder, 1), UUID.randomUUID())) {
      for (Object[] row : rows) {
        writer.append(row(table.schema(), row));
      }
      AppendFiles append = table.newAppend().toBranch(branch);
      writer.complete().files().forEach(file -> append.appendFile((DataFile) file));
      append.commit();
    }
  }

  boolean exists(ContentFile<?> file) {
    return LayeredCommit.exists(table().io(), file);
  }

  /** The locations of all files of rows and deletes that are there. */
  List<String> dataFiles() {
    return catalog.files().stream().filter(file -> file.contains("/data/")).toList();
  }

  Table table() {
    return catalog.loadTable(NAME);
  }

  /** Writes a delta, which moves its source partition on. */
  Delta<ContentFile<?>> delta(SourcePartition partition, Consumer<Changes> changes) {
    return delta(partition, OlderRows.GO_BY_KEY, changes);
  }

  /** Writes a delta that begins with an empty table. */
  Delta<ContentFile<?>> truncation(SourcePartition partition, Consumer<Changes> changes) {
    return delta(partition, OlderRows.GO, changes);
  }

  private Delta<ContentFile<?>> delta(
      SourcePartition partition, OlderRows olderRows, Consumer<Changes> changes) {
    Table table = table();
    DeltaFiles files;
    try (UpsertDeltaWriter writer = open(table)) {
      changes.accept(new Changes(writer, table));
      files = writer.complete();
    }
    long offset = offsets.getOrDefault(partition, 0L);
    offsets.put(partition, offset + 1);
    Offsets base = offset == 0 ? Offsets.none() : at(partition, offset);
    return new Delta<>(
        UUID.randomUUID(),
        ref,
        table.uuid(),
        base,
        at(partition, offset + 1),
        files.files(),
        olderRows,
        files.rows(),
        files.bytes());
  }

  private UpsertDeltaWriter open(Table table) {
    KeyColumns key = KeyColumns.of(table.schema(), setup.key());
    PartitionSpec spec =
        setup.mode() == DeleteMode.EQUALITY
            ? UnpartitionedSpec.ensure(table)
            : PartitionSpec.unpartitioned();
    Spooling spooling = Spooling.of(folder, 1);
    return setup.ordering().isEmpty()
        ? UpsertDeltaWriter.open(table, key, spec, Map.of(), spooling, UUID.randomUUID())
        : UpsertDeltaWriter.openOrdered(
            table,
            key,
            OrderingColumns.of(table.schema(), setup.ordering()),
            spec,
            Map.of(),
            spooling,
            UUID.randomUUID());
  }

  /** Where its tasks have to go on after somebody moved the table back: from what it has. */
  void rewindTo(Offsets committed) {
    offsets.clear();
    committed
        .positions()
        .forEach((partition, position) -> offsets.put(partition, position.offset()));
  }

  /** How far its tasks have read. */
  Offsets offsets() {
    Offsets all = Offsets.none();
    for (Map.Entry<SourcePartition, Long> partition : offsets.entrySet()) {
      all = all.with(at(partition.getKey(), partition.getValue()));
    }
    return all;
  }

  TableRef ref() {
    return ref;
  }

  /** The newest snapshot of the branch, or of main while there is no such branch. */
  Optional<Snapshot> head() {
    return Optional.ofNullable(SnapshotUtil.latestSnapshot(table(), ref.branch()));
  }

  private static Offsets at(SourcePartition partition, long offset) {
    return Offsets.of(partition, new Position(TOPIC_ID, offset));
  }

  /** A committer with everything as in a task. */
  TableCommitter committer(Merger merger, RowDeltas rowDeltas) {
    return new TableCommitter(catalog, "sink", UUID::randomUUID, ruled(merger), rowDeltas);
  }

  /** The same, which tells what merges came to. */
  TableCommitter committer(Merger merger, Consumer<Merge.Figures> figures) {
    Merging merging = ruled(merger);
    return new TableCommitter(
        catalog,
        "sink",
        UUID::randomUUID,
        new Merging() {
          @Override
          public KeyReach reach(TableRef ref, Table asked) {
            return merging.reach(ref, asked);
          }

          @Override
          public Merge merge(Plan<ContentFile<?>> plan, Table loaded) {
            Merge merge = merging.merge(plan, loaded);
            merge.figures().ifPresent(figures);
            return merge;
          }
        });
  }

  private Merging ruled(Merger merger) {
    return new RuledMerging(
        merger,
        new RuledMerging.Rules() {
          @Override
          public DeleteMode deleteMode(TableRef ref) {
            return setup.mode();
          }

          @Override
          public MergeRules of(TableRef ref, Table table) {
            return new MergeRules(setup.mode(), setup.ordering());
          }
        });
  }

  /** Settles the deltas; they may not all land. */
  static Settlement settle(TableCommitter committer, List<Delta<ContentFile<?>>> deltas) {
    return new Settler<>(committer, UUID::randomUUID, 5)
        .settle(
            new SettleTable<>(
                UUID.randomUUID(),
                deltas.get(0).table(),
                deltas.stream().map(delta -> new Candidate<>(delta, false)).toList(),
                Optional.empty()));
  }

  static boolean isLanded(Settlement settlement, List<Delta<ContentFile<?>>> deltas) {
    return settlement instanceof Settled settled
        && deltas.stream().allMatch(delta -> settled.landed().contains(delta.id()));
  }

  /** The rows as an engine reads them. */
  List<List<Object>> rows() {
    List<List<Object>> rows = new ArrayList<>();
    Optional<Snapshot> head = head();
    if (head.isEmpty()) {
      return rows;
    }
    try (CloseableIterable<Record> records =
        IcebergGenerics.read(table()).useSnapshot(head.get().snapshotId()).build()) {
      for (Record row : records) {
        rows.add(values(row));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  static List<Object> values(Record row) {
    List<Object> values = new ArrayList<>();
    // The reader may add metadata columns behind these.
    for (int column = 0; column < SCHEMA.columns().size(); column++) {
      values.add(row.get(column));
    }
    return values;
  }

  /** The files as an engine plans to read them. */
  List<FileScanTask> tasks() {
    List<FileScanTask> tasks = new ArrayList<>();
    try (CloseableIterable<FileScanTask> planned = table().newScan().planFiles()) {
      planned.forEach(tasks::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return tasks;
  }

  /** Rewrites all data files into others without dead rows, as compaction does. */
  void compact() {
    Table table = table();
    Optional<Snapshot> newest = head();
    if (newest.isEmpty()) {
      return;
    }
    Snapshot head = newest.get();
    RewriteFiles rewrite =
        table.newRewrite().validateFromSnapshot(head.snapshotId()).toBranch(ref.branch());
    boolean isEmpty = true;
    try (CloseableIterable<FileScanTask> tasks =
        table.newScan().useSnapshot(head.snapshotId()).planFiles()) {
      for (FileScanTask task : tasks) {
        rewrite.deleteFile(task.file());
        task.deletes().forEach(rewrite::deleteFile);
        isEmpty = false;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (isEmpty) {
      return;
    }
    try (AppendDeltaWriter writer =
        AppendDeltaWriter.open(table, Map.of(), Spooling.of(folder, 1), UUID.randomUUID())) {
      rows().forEach(values -> writer.append(row(table.schema(), values.toArray())));
      for (ContentFile<?> file : writer.complete().files()) {
        rewrite.addFile((DataFile) file);
      }
    }
    rewrite.dataSequenceNumber(head.sequenceNumber()).commit();
  }

  static Record row(Schema schema, Object... values) {
    GenericRecord row = GenericRecord.create(schema);
    for (int column = 0; column < values.length; column++) {
      row.set(column, values[column]);
    }
    return row;
  }

  /** Takes changes as a task does. */
  final class Changes {
    private final UpsertDeltaWriter writer;
    private final Schema schema;
    private final KeyColumns key;

    private Changes(UpsertDeltaWriter writer, Table table) {
      this.writer = writer;
      this.schema = table.schema();
      this.key = KeyColumns.of(schema, setup.key());
    }

    void upsert(Object... values) {
      Record row = row(schema, values);
      writer.upsert(key.keyOf(row), row);
    }

    /** A change that tells these columns, beside id and code, and nothing of others. */
    void patch(Set<String> told, Object... values) {
      Patch patch = patchOf(told, values);
      writer.patch(key.keyOf(patch.row()), patch);
    }

    /** The same of a row that had another key before, of which nothing else is told. */
    void arrive(long formerId, String formerCode, Set<String> told, Object... values) {
      Patch patch = patchOf(told, values);
      Record former = key.keyOf(row(schema, formerId, formerCode));
      writer.patch(key.keyOf(patch.row()), patch.of(Optional.of(Patch.Former.of(former))));
    }

    /** The same, and the row of the other key goes. */
    void move(long formerId, String formerCode, Set<String> told, Object... values) {
      Object[] former = values.clone();
      former[0] = formerId;
      former[1] = formerCode;
      delete(former);
      arrive(formerId, formerCode, told, values);
    }

    /** The row of this key stays as a deleted one, of which these columns are told. */
    void flag(Set<String> told, Object... values) {
      Patch patch = patchOf(told, values);
      writer.flag(key.keyOf(patch.row()), patch);
    }

    private Patch patchOf(Set<String> told, Object... values) {
      GenericRecord row = GenericRecord.create(schema);
      BitSet changed = new BitSet();
      BitSet unknown = new BitSet();
      for (int column = 0; column < values.length; column++) {
        Types.NestedField field = schema.columns().get(column);
        if (column < 2 || told.contains(field.name())) {
          row.set(column, values[column]);
          changed.set(field.fieldId());
        } else {
          unknown.set(field.fieldId());
        }
      }
      return new Patch(row, changed, unknown);
    }

    /** A change of a whole row that changes only these columns where there is a row already. */
    void update(Set<String> updated, Object... values) {
      Record row = row(schema, values);
      BitSet changed = new BitSet();
      schema.columns().stream()
          .filter(field -> field.fieldId() <= 2 || updated.contains(field.name()))
          .forEach(field -> changed.set(field.fieldId()));
      writer.patch(key.keyOf(row), new Patch(row, changed, new BitSet()));
    }

    /** A delete that brings the row as it was. */
    void delete(Object... values) {
      Record row = row(schema, values);
      if (setup.ordering().isEmpty()) {
        writer.delete(key.keyOf(row));
      } else {
        writer.delete(key.keyOf(row), OrderingColumns.of(schema, setup.ordering()).valuesOf(row));
      }
    }

    /** A delete that brings its key only. */
    void deleteByKey(long id, String code) {
      writer.delete(key.keyOf(row(schema, id, code)));
    }
  }

  /**
   * Deletes rows by deletion vectors, all in one file, as other engines do.
   *
   * @param isDeleted decides by a row's id
   * @return the ids of deleted rows
   */
  List<Long> deleteAsOthersDo(LongPredicate isDeleted) {
    Table table = table();
    Optional<Snapshot> newest = head();
    List<Long> deleted = new ArrayList<>();
    if (newest.isEmpty()) {
      return deleted;
    }
    Snapshot head = newest.get();
    areFilesShared = true;
    LiveRows rows = new LiveRows(table, new PositionCache(0));
    BaseDeleteLoader loader = new BaseDeleteLoader(file -> table.io().newInputFile(file));
    Map<String, FileScanTask> tasks = new HashMap<>();
    DVFileWriter writer =
        new BaseDVFileWriter(
            OutputFileFactory.builderFor(table, 1, 1).format(FileFormat.PUFFIN).build(),
            location -> previous(loader, tasks.get(location)));
    try (writer;
        CloseableIterable<FileScanTask> planned =
            table.newScan().useSnapshot(head.snapshotId()).planFiles()) {
      for (FileScanTask task : planned) {
        tasks.put(task.file().location(), task);
        RoaringBitmap all = RoaringBitmap.bitmapOfRange(0, task.file().recordCount());
        rows.read(
            new LiveFile(task.file(), task.deletes()),
            all,
            table.schema(),
            (position, row) -> {
              if (isDeleted.test((Long) row.get(0))) {
                writer.delete(task.file().location(), position, task.spec(), task.partition());
                deleted.add((Long) row.get(0));
              }
            });
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    RowDelta delta =
        table.newRowDelta().validateFromSnapshot(head.snapshotId()).toBranch(ref.branch());
    writer.result().deleteFiles().forEach(delta::addDeletes);
    writer.result().rewrittenDeleteFiles().forEach(delta::removeDeletes);
    delta.commit();
    return deleted;
  }

  private static PositionDeleteIndex previous(BaseDeleteLoader loader, FileScanTask task) {
    List<DeleteFile> positions =
        task.deletes().stream()
            .filter(file -> file.content() == FileContent.POSITION_DELETES)
            .toList();
    return loader.loadPositionDeletes(positions, task.file().location());
  }

  void expireAllButNewest() {
    table()
        .expireSnapshots()
        .expireOlderThan(Long.MAX_VALUE)
        .retainLast(1)
        // Iceberg takes files away that are shared with vectors in force.
        .cleanupLevel(
            areFilesShared ? ExpireSnapshots.CleanupLevel.NONE : ExpireSnapshots.CleanupLevel.ALL)
        .commit();
  }

  /** As its owner may, at any time. */
  void upgradeTo(int formatVersion) {
    table()
        .updateProperties()
        .set(TableProperties.FORMAT_VERSION, Integer.toString(formatVersion))
        .commit();
  }
}
