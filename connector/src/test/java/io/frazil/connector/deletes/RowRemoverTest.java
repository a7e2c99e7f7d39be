package io.frazil.connector.deletes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.deletes.ChangedTable.Place;
import io.frazil.connector.resolve.LiveFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.util.ContentFileUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.RoaringBitmap;

@Execution(ExecutionMode.CONCURRENT)
class RowRemoverTest {
  @TempDir private Path folder;

  private final PositionCache cache = new PositionCache(1_000_000);

  private RowRemover remover(ChangedTable changed, DeleteForm form) {
    return RowRemover.of(form, changed.table, Map.of(), UUID.randomUUID().toString(), cache);
  }

  private Removal remove(ChangedTable changed, DeleteForm form, Long... ids) {
    Removal removal = remover(changed, form).remove(changed.positions(Set.of(ids)::contains));
    changed.commit(List.of(), removal);
    return removal;
  }

  private static ChangedTable tableFor(DeleteForm form) {
    return ChangedTable.create(formatOf(form));
  }

  private static int formatOf(DeleteForm form) {
    return switch (form) {
      case POSITION_DELETES -> 2;
      case DELETION_VECTORS -> 3;
      case COPY_ON_WRITE -> 1;
    };
  }

  private static Set<Long> idsOf(ChangedTable changed) {
    return changed.places().keySet();
  }

  @ParameterizedTest
  @EnumSource(DeleteForm.class)
  void manyCommitsMayRemoveRowsOfOneFile(DeleteForm form) {
    ChangedTable changed = tableFor(form);
    changed.append(0L, 1L, 2L, 3L, 4L);
    remove(changed, form, 1L);
    remove(changed, form, 3L);
    remove(changed, form, 0L, 4L);
    assertThat(idsOf(changed)).containsExactly(2L);
    remove(changed, form, 2L);
    assertThat(idsOf(changed)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(DeleteForm.class)
  void aFileThatLosesNoRowIsLeftAlone(DeleteForm form) {
    ChangedTable changed = tableFor(form);
    changed.append(0L, 1L);
    LiveFile before = changed.plan().get(0);
    remove(changed, form, 1L);
    LiveFile after = changed.plan().get(0);
    RoaringBitmap gone =
        form == DeleteForm.COPY_ON_WRITE ? new RoaringBitmap() : RoaringBitmap.bitmapOf(1);
    Removal removal =
        remover(changed, form).remove(Map.of(after, gone, before, new RoaringBitmap()));
    assertThat(removal)
        .isEqualTo(new Removal(List.of(), List.of(), List.of(), List.of(), List.of()));
  }

  @ParameterizedTest
  @EnumSource(DeleteForm.class)
  void theSnapshotIsNamedAfterWhatItDoes(DeleteForm form) {
    ChangedTable changed = tableFor(form);
    changed.append(0L, 1L);
    remove(changed, form, 1L);
    assertThat(changed.table.currentSnapshot().operation())
        .isEqualTo(
            form == DeleteForm.COPY_ON_WRITE ? DataOperations.OVERWRITE : DataOperations.DELETE);
  }

  @ParameterizedTest
  @EnumSource(DeleteForm.class)
  void discardedFilesAreGone(DeleteForm form) throws IOException {
    ChangedTable changed = ChangedTable.createIn(folder, formatOf(form));
    changed.append(LongStream.range(0, 50).boxed().toList());
    changed.append(100L, 101L);
    List<Path> before = dataFiles();
    RowRemover remover = remover(changed, form);
    remover.remove(changed.positions(id -> id % 2 == 0));
    assertThat(dataFiles()).hasSizeGreaterThan(before.size());
    remover.discard();
    assertThat(dataFiles()).isEqualTo(before);
    assertThat(idsOf(changed)).hasSize(52);
  }

  @Test
  void whatAFailureLeavesIsDiscarded() throws IOException {
    ChangedTable changed = ChangedTable.createIn(folder, 2);
    for (long id = 0; id < 20; id += 2) {
      changed.append(id, id + 1);
    }
    Map<LiveFile, RoaringBitmap> positions = changed.positions(id -> id % 2 == 0);
    changed.table.io().deleteFile(changed.plan().get(5).file().location());
    List<Path> before = dataFiles();
    RowRemover remover = remover(changed, DeleteForm.COPY_ON_WRITE);
    assertThatThrownBy(() -> remover.remove(positions)).isInstanceOf(NotFoundException.class);
    remover.discard();
    assertThat(dataFiles()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(
      value = DeleteForm.class,
      names = {"POSITION_DELETES", "DELETION_VECTORS"})
  void theNextCommitReadsNothingFromStorage(DeleteForm form) {
    ChangedTable changed = tableFor(form);
    changed.append(0L, 1L, 2L);
    Removal first = remove(changed, form, 0L);
    Map<LiveFile, RoaringBitmap> next = changed.positions(id -> id == 2L);
    first.addedDeletes().forEach(file -> changed.table.io().deleteFile(file.location()));
    changed.commit(List.of(), remover(changed, form).remove(next));
    assertThat(idsOf(changed)).containsExactly(1L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PARQUET", "AVRO", "ORC"})
  void aPositionDeleteFileIsOfOneDataFileInEveryFormat(FileFormat format) {
    ChangedTable changed =
        ChangedTable.create(2, format, PartitionSpec.unpartitioned(), SortOrder.unsorted());
    changed.append(0L, 1L);
    changed.append(2L, 3L);
    Removal removal = remove(changed, DeleteForm.POSITION_DELETES, 0L, 2L);
    assertThat(removal.addedDeletes()).hasSize(2).allMatch(ContentFileUtil::isFileScoped);
    removal = remove(changed, DeleteForm.POSITION_DELETES, 1L);
    assertThat(removal.replacedDeletes()).hasSize(1);
    assertThat(changed.deleteFiles()).hasSize(2);
  }

  @Test
  void positionDeletesOfManyDataFilesStay() {
    ChangedTable changed = ChangedTable.create(2);
    changed.append(0L, 1L, 2L);
    changed.append(3L, 4L, 5L);
    changed.deleteByOneFile(Set.of(0L, 3L));
    Removal removal = remove(changed, DeleteForm.POSITION_DELETES, 1L);
    assertThat(removal.replacedDeletes()).isEmpty();
    assertThat(idsOf(changed)).containsExactly(2L, 4L, 5L);
    remove(changed, DeleteForm.POSITION_DELETES, 2L, 4L);
    assertThat(idsOf(changed)).containsExactly(5L);
    assertThat(changed.deleteFiles()).hasSize(3);
  }

  @Test
  void vectorsHoldThePositionDeletesOfAnUpgradedTable() {
    ChangedTable changed = ChangedTable.create(2);
    changed.append(0L, 1L, 2L, 3L);
    changed.append(4L, 5L, 6L, 7L);
    changed.deleteByOneFile(Set.of(0L, 4L));
    Removal ofOneFile = remove(changed, DeleteForm.POSITION_DELETES, 1L);
    changed.table.updateProperties().set(TableProperties.FORMAT_VERSION, "3").commit();

    Removal removal = remove(changed, DeleteForm.DELETION_VECTORS, 2L);
    assertThat(removal.replacedDeletes())
        .map(DeleteFile::location)
        .containsExactly(ofOneFile.addedDeletes().get(0).location());
    assertThat(idsOf(changed)).containsExactly(3L, 5L, 6L, 7L);

    removal = remove(changed, DeleteForm.DELETION_VECTORS, 3L, 5L);
    assertThat(removal.replacedDeletes()).hasSize(1);
    assertThat(removal.addedDeletes()).hasSize(2).allMatch(ContentFileUtil::isDV);
    assertThat(idsOf(changed)).containsExactly(6L, 7L);
  }

  @Test
  void eachVectorHasAFileOfItsOwn() {
    ChangedTable changed = ChangedTable.create(3);
    changed.append(0L, 1L);
    changed.append(2L, 3L);
    Removal removal = remove(changed, DeleteForm.DELETION_VECTORS, 0L, 2L);
    assertThat(removal.addedDeletes().stream().map(DeleteFile::location).distinct()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(DeleteForm.class)
  void rowsOfTheSameCommitCanGo(DeleteForm form) {
    ChangedTable changed = tableFor(form);
    changed.append(0L);
    DataFile added = changed.write(List.of(1L, 2L, 3L)).get(0);
    Map<LiveFile, RoaringBitmap> positions = new HashMap<>(changed.positions(id -> true));
    positions.put(new LiveFile(added), RoaringBitmap.bitmapOf(1));
    Removal removal = remover(changed, form).remove(positions);
    changed.commit(List.of(added), removal);
    assertThat(idsOf(changed)).containsExactly(1L, 3L);
    assertThat(removal.supersededRows())
        .isEqualTo(form == DeleteForm.COPY_ON_WRITE ? List.of(added) : List.of());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aRewrittenFileKeepsPartitionSpecAndSortOrder(int version) {
    PartitionSpec spec = PartitionSpec.builderFor(ChangedTable.SCHEMA).identity("category").build();
    SortOrder order = SortOrder.builderFor(ChangedTable.SCHEMA).asc("id").build();
    ChangedTable changed = ChangedTable.create(version, FileFormat.PARQUET, spec, order);
    changed.append(0L, 2L, 4L);
    DataFile old = changed.plan().get(0).file();
    changed.table.updateSpec().removeField("category").commit();
    changed.table.replaceSortOrder().desc("id").commit();

    Removal removal = remove(changed, DeleteForm.COPY_ON_WRITE, 2L);
    assertThat(removal.removedRows()).map(DataFile::location).containsExactly(old.location());
    DataFile rewritten = changed.plan().get(0).file();
    assertThat(rewritten.specId())
        .isEqualTo(old.specId())
        .isNotEqualTo(changed.table.spec().specId());
    assertThat(rewritten.partition()).isEqualTo(old.partition());
    assertThat(rewritten.sortOrderId()).isEqualTo(old.sortOrderId()).isEqualTo(1);
    assertThat(rewritten.recordCount()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PARQUET", "AVRO", "ORC"})
  void rewrittenRowsKeepTheirIdsAndTheCommitThatChangedThem(FileFormat format) {
    ChangedTable changed =
        ChangedTable.create(3, format, PartitionSpec.unpartitioned(), SortOrder.unsorted());
    changed.append(0L, 1L, 2L);
    changed.append(3L, 4L, 5L);
    Map<Long, Place> before = changed.places();
    remove(changed, DeleteForm.COPY_ON_WRITE, 0L, 4L);
    remove(changed, DeleteForm.COPY_ON_WRITE, 1L);
    Map<Long, Place> after = changed.places();
    assertThat(after.keySet()).containsExactly(2L, 3L, 5L);
    after.forEach(
        (id, place) -> {
          assertThat(place.rowId()).isEqualTo(before.get(id).rowId()).isNotNegative();
          assertThat(place.updated()).isEqualTo(before.get(id).updated()).isPositive();
        });
  }

  @Test
  void aRewriteAppliesAllDeletesAndDropsThoseOfItsFile() {
    ChangedTable changed = ChangedTable.create(2);
    changed.append(0L, 1L, 2L, 3L, 4L);
    changed.append(5L, 6L);
    changed.deleteByOneFile(Set.of(0L, 5L));
    Removal positions = remove(changed, DeleteForm.POSITION_DELETES, 1L);
    changed.deleteByKey(Set.of(2L));
    Removal removal = remove(changed, DeleteForm.COPY_ON_WRITE, 3L);
    assertThat(removal.replacedDeletes())
        .map(DeleteFile::location)
        .containsExactly(positions.addedDeletes().get(0).location());
    assertThat(removal.addedRows()).map(DataFile::recordCount).containsExactly(1L);
    assertThat(idsOf(changed)).containsExactly(4L, 6L);
  }

  @Test
  void aFileWithoutRowsLeftIsOnlyRemoved() {
    ChangedTable changed = ChangedTable.create(2);
    changed.append(0L, 1L);
    changed.append(2L, 3L);
    changed.deleteByKey(Set.of(2L));
    Removal removal = remove(changed, DeleteForm.COPY_ON_WRITE, 0L, 1L, 3L);
    assertThat(removal.removedRows()).hasSize(2);
    assertThat(removal.addedRows()).isEmpty();
    assertThat(changed.plan()).isEmpty();
  }

  @Test
  void aRewriteOfAFileWithAVectorDropsTheVector() {
    ChangedTable changed = ChangedTable.create(3);
    changed.append(0L, 1L, 2L);
    remove(changed, DeleteForm.DELETION_VECTORS, 0L);
    Removal removal = remove(changed, DeleteForm.COPY_ON_WRITE, 1L);
    assertThat(removal.replacedDeletes()).hasSize(1);
    assertThat(idsOf(changed)).containsExactly(2L);
    assertThat(changed.table.currentSnapshot().summary())
        .containsEntry("total-delete-files", "0")
        .containsEntry("total-data-files", "1");
  }

  @ParameterizedTest
  @EnumSource(
      value = DeleteForm.class,
      names = {"POSITION_DELETES", "DELETION_VECTORS"})
  void filesWhosePartitionColumnWasDroppedGetNoDeleteFiles(DeleteForm form) {
    PartitionSpec spec = PartitionSpec.builderFor(ChangedTable.SCHEMA).identity("category").build();
    ChangedTable changed =
        ChangedTable.create(formatOf(form), FileFormat.PARQUET, spec, SortOrder.unsorted());
    changed.append(0L, 2L);
    changed.table.updateSpec().removeField("category").commit();
    changed.table.updateSchema().deleteColumn("category").commit();

    assertThatThrownBy(() -> remove(changed, form, 2L))
        .hasMessageContaining("the column behind its partition field 'category' was dropped")
        .hasMessageEndingWith("Rewrite all data files of partition spec 0 into another spec.");
    remove(changed, DeleteForm.COPY_ON_WRITE, 2L);
    assertThat(changed.plan()).singleElement().matches(left -> left.file().recordCount() == 1);
  }

  @Test
  void bigFilesAreRewrittenAsManyOfTheTargetSize() {
    ChangedTable changed = ChangedTable.create(2);
    changed.append(LongStream.range(0, 3000).boxed().toList());
    Removal removal =
        RowRemover.of(
                DeleteForm.COPY_ON_WRITE,
                changed.table,
                Map.of(TableProperties.WRITE_TARGET_FILE_SIZE_BYTES, "1"),
                UUID.randomUUID().toString(),
                cache)
            .remove(changed.positions(id -> id == 7));
    assertThat(removal.addedRows()).hasSize(3);
    changed.commit(List.of(), removal);
    assertThat(idsOf(changed)).hasSize(2999);
  }

  private List<Path> dataFiles() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("data"))) {
      // Beside each file lies its checksum, which goes with it.
      return files.filter(file -> !file.toString().endsWith(".crc")).sorted().toList();
    }
  }
}
