package io.frazil.connector.deletes;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.deletes.ChangedTable.Place;
import io.frazil.connector.resolve.LiveFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.UpdatePartitionSpec;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.roaringbitmap.RoaringBitmap;

/**
 * Random commits of this and of other writers against a plain set of ids. Runs again from a seed
 * with {@code -Dfrazil.seed=N}, and longer with {@code -Dfrazil.seeds=N}.
 */
@Execution(ExecutionMode.CONCURRENT)
class RowRemoverModelTest {
  private static final int STEPS = 14;
  private static final int MAX_ROWS = 12;

  private SplittableRandom random;
  private ChangedTable changed;
  private final Set<Long> model = new TreeSet<>();
  private final Map<Long, Long> rowIds = new HashMap<>();
  private long nextId;
  private PositionCache cache;

  static Stream<Arguments> tables() {
    return Stream.of(
        Arguments.of(DeleteForm.COPY_ON_WRITE, 1, FileFormat.PARQUET),
        Arguments.of(DeleteForm.COPY_ON_WRITE, 2, FileFormat.PARQUET),
        Arguments.of(DeleteForm.COPY_ON_WRITE, 3, FileFormat.PARQUET),
        Arguments.of(DeleteForm.COPY_ON_WRITE, 2, FileFormat.ORC),
        Arguments.of(DeleteForm.COPY_ON_WRITE, 3, FileFormat.AVRO),
        Arguments.of(DeleteForm.COPY_ON_WRITE, 3, FileFormat.ORC),
        Arguments.of(DeleteForm.POSITION_DELETES, 2, FileFormat.PARQUET),
        Arguments.of(DeleteForm.POSITION_DELETES, 2, FileFormat.AVRO),
        Arguments.of(DeleteForm.POSITION_DELETES, 2, FileFormat.ORC),
        Arguments.of(DeleteForm.DELETION_VECTORS, 3, FileFormat.PARQUET),
        Arguments.of(DeleteForm.DELETION_VECTORS, 3, FileFormat.AVRO),
        Arguments.of(DeleteForm.DELETION_VECTORS, 3, FileFormat.ORC));
  }

  @ParameterizedTest(name = "{0}, format v{1}, {2}")
  @MethodSource("tables")
  void theTableEqualsASetAfterEveryCommit(DeleteForm form, int version, FileFormat format) {
    long only = Long.getLong("frazil.seed", -1);
    if (only >= 0) {
      run(only, form, version, format);
      return;
    }
    SplittableRandom seeds = new SplittableRandom();
    for (int run = 0; run < Integer.getInteger("frazil.seeds", 2); run++) {
      run(seeds.nextInt(1_000_000_000), form, version, format);
    }
  }

  private void run(long seed, DeleteForm form, int version, FileFormat format) {
    try {
      start(seed, version, format);
      for (int step = 0; step < STEPS; step++) {
        step(form, version);
        check(form, version);
      }
    } catch (Throwable e) {
      throw new AssertionError(
          "Failed with seed %d: %s, v%d, %s".formatted(seed, form, version, format), e);
    }
  }

  private void start(long seed, int version, FileFormat format) {
    random = new SplittableRandom(seed);
    PartitionSpec spec =
        random.nextBoolean()
            ? PartitionSpec.unpartitioned()
            : PartitionSpec.builderFor(ChangedTable.SCHEMA).identity("category").build();
    SortOrder order =
        random.nextBoolean()
            ? SortOrder.unsorted()
            : SortOrder.builderFor(ChangedTable.SCHEMA).asc("id").build();
    changed = ChangedTable.create(version, format, spec, order);
    // Some see all, some little, some nothing.
    cache = new PositionCache(List.of(0L, 2_000L, 1_000_000L).get(random.nextInt(3)));
    model.clear();
    rowIds.clear();
    nextId = 0;
  }

  private void step(DeleteForm form, int version) {
    int choice = random.nextInt(10);
    if (model.isEmpty() || choice == 0) {
      changed.append(newIds());
    } else if (choice == 1 && version > 1) {
      Set<Long> ids = some(0.2);
      ids.add(nextId);
      changed.deleteByKey(ids);
      model.removeAll(ids);
    } else if (choice == 2 && version > 1) {
      changed.compact();
      rowIds.clear();
    } else if (choice == 3) {
      evolve();
    } else {
      removeAndAppend(form);
    }
  }

  private void evolve() {
    boolean partitioned = changed.table.spec().isPartitioned();
    if (partitioned) {
      UpdatePartitionSpec update = changed.table.updateSpec();
      changed.table.spec().fields().stream()
          .filter(field -> !field.transform().isVoid())
          .forEach(field -> update.removeField(field.name()));
      update.commit();
    } else {
      changed.table.updateSpec().addField(Expressions.bucket("id", 2)).commit();
    }
  }

  /** One commit: new rows, some of which go at once, and some old rows. */
  private void removeAndAppend(DeleteForm form) {
    double share = List.of(0.1, 0.5, 1.0).get(random.nextInt(3));
    Set<Long> gone = some(share);
    Map<LiveFile, RoaringBitmap> positions = changed.positions(gone::contains);
    List<Long> added = random.nextBoolean() ? newIds() : List.of();
    List<DataFile> newFiles = changed.write(added);
    for (DataFile file : newFiles) {
      if (random.nextBoolean()) {
        RoaringBitmap some = new RoaringBitmap();
        LongStream.range(0, file.recordCount())
            .filter(row -> random.nextInt(3) == 0)
            .forEach(row -> some.add((int) row));
        positions.put(new LiveFile(file), some);
        gone.addAll(idsAt(file, added, some));
      }
    }
    RowRemover remover =
        RowRemover.of(
            form,
            changed.table,
            Map.of(TableProperties.WRITE_TARGET_FILE_SIZE_BYTES, "1"),
            UUID.randomUUID().toString(),
            cache);
    Removal removal = remover.remove(positions);
    changed.commit(newFiles, removal);
    model.removeAll(gone);
  }

  /** The ids at positions of a file that was just written: its rows are in the order of ids. */
  private List<Long> idsAt(DataFile file, List<Long> ids, RoaringBitmap positions) {
    List<Long> inFile = new ArrayList<>();
    new LiveRows(changed.table, cache)
        .read(
            new LiveFile(file),
            positions,
            changed.table.schema().select("id"),
            (position, row) -> inFile.add(row.get(0, Long.class)));
    assertThat(ids).containsAll(inFile);
    return inFile;
  }

  private List<Long> newIds() {
    List<Long> ids =
        LongStream.range(nextId, nextId + 1 + random.nextInt(MAX_ROWS)).boxed().toList();
    nextId += ids.size();
    model.addAll(ids);
    return ids;
  }

  private Set<Long> some(double share) {
    Set<Long> some = new HashSet<>();
    for (long id : model) {
      if (random.nextDouble() < share) {
        some.add(id);
      }
    }
    return some;
  }

  private void check(DeleteForm form, int version) {
    Map<Long, Place> places = changed.places();
    assertThat(places.keySet()).isEqualTo(model);
    if (version == 3) {
      places.forEach(
          (id, place) ->
              assertThat(rowIds.computeIfAbsent(id, any -> place.rowId()))
                  .as("row id of %d", id)
                  .isEqualTo(place.rowId())
                  .isNotNegative());
    }
    if (form != DeleteForm.COPY_ON_WRITE) {
      // One delete file of positions a data file, whatever came before.
      changed
          .plan()
          .forEach(
              file ->
                  assertThat(file.deletes().stream().filter(DeletedPositions::hasPositions))
                      .hasSizeLessThan(2));
    }
  }
}
