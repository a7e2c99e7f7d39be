package io.frazil.connector.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.resolve.TableFiles.Sync;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.util.DeleteFileSet;
import org.apache.iceberg.util.SnapshotUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.CONCURRENT)
class TableFilesTest {
  private static final int STEPS = 40;

  private final TableFiles files = new TableFiles(Set.of(ForeignWriter.KEY));
  private ForeignWriter writer;

  /** What of a file must be as planned. */
  private record Seen(
      String location,
      Long rowId,
      Long sequenceNumber,
      String bounds,
      Integer specId,
      Set<String> deletes) {

    static Seen of(LiveFile file) {
      DataFile data = file.file();
      return new Seen(
          data.location(),
          data.firstRowId(),
          data.dataSequenceNumber(),
          data.lowerBounds().get(ForeignWriter.KEY)
              + "-"
              + data.nullValueCounts().get(ForeignWriter.KEY),
          data.specId(),
          file.deletes().stream()
              .map(each -> each.location() + "@" + each.contentOffset() + each.content())
              .collect(Collectors.toSet()));
    }
  }

  private Sync sync() {
    Sync sync = files.sync(writer.table, head(SnapshotRef.MAIN_BRANCH));
    assertAsPlanned(files, SnapshotRef.MAIN_BRANCH);
    return sync;
  }

  private Optional<Snapshot> head(String branch) {
    return Optional.ofNullable(SnapshotUtil.latestSnapshot(writer.table, branch));
  }

  private void assertAsPlanned(TableFiles files, String branch) {
    assertThat(files.files().stream().map(Seen::of))
        .containsExactlyInAnyOrderElementsOf(writer.plan(branch).stream().map(Seen::of).toList());
    files.files().forEach(file -> assertThat(files.file(file.file().location())).contains(file));
  }

  private List<DataFile> data() {
    return writer.plan(SnapshotRef.MAIN_BRANCH).stream().map(LiveFile::file).toList();
  }

  @Test
  void aTableWithoutSnapshotHasNoFiles() {
    writer = new ForeignWriter(3);
    assertThat(sync()).isEqualTo(Sync.FULL);
    assertThat(files.files()).isEmpty();
    assertThat(sync()).isEqualTo(Sync.UNCHANGED);
    writer.append(2);
    assertThat(sync()).isEqualTo(Sync.INCREMENTAL);
    assertThat(files.files()).hasSize(2);
    assertThat(files.file("elsewhere")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void whatOthersAppendAndCompactIsFollowed(int version) {
    writer = new ForeignWriter(version);
    writer.append(5);
    assertThat(sync()).isEqualTo(Sync.FULL);
    writer.append(3);
    writer.append(1);
    assertThat(sync()).isEqualTo(Sync.INCREMENTAL);
    writer.compact(data().subList(0, 4));
    assertThat(sync()).isEqualTo(Sync.INCREMENTAL);
    writer.table.rewriteManifests().clusterBy(file -> "all").commit();
    assertThat(sync()).isEqualTo(Sync.INCREMENTAL);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void deletesOfSingleDataFilesAreFollowed(int version) {
    writer = new ForeignWriter(version);
    writer.append(5);
    sync();
    for (int i = 0; i < 3; i++) {
      writer.deleteRows(writer.plan(SnapshotRef.MAIN_BRANCH).subList(i, i + 2));
      assertThat(sync()).isEqualTo(Sync.INCREMENTAL);
    }
    // Format v2 keeps position deletes of files that are gone.
    writer.compact(data());
    assertThat(sync()).isEqualTo(Sync.INCREMENTAL);
    assertThat(new TableFiles(Set.of(1)).sync(writer.table, head(SnapshotRef.MAIN_BRANCH)))
        .isEqualTo(Sync.FULL);
    writer.append(1);
    assertThat(sync()).isEqualTo(Sync.INCREMENTAL);
  }

  @Test
  void deletesOfManyDataFilesArePlanned() {
    writer = new ForeignWriter(2);
    writer.append(4);
    sync();
    writer.deleteByKey("c0");
    assertThat(sync()).isEqualTo(Sync.FULL);
    assertThat(sync()).isEqualTo(Sync.UNCHANGED);
    writer.append(1);
    assertThat(sync()).isEqualTo(Sync.FULL);
  }

  @Test
  void deletesWithoutUseThatCouldBeOfManyDataFilesArePlanned() {
    writer = new ForeignWriter(2);
    writer.append(1);
    writer.deleteInPartition("c1");
    assertThat(sync()).isEqualTo(Sync.FULL);
    writer.append(1);
    assertThat(sync()).isEqualTo(Sync.FULL);
  }

  @Test
  void whatIsPlannedOnceIsFollowedAgainWhenItsCauseIsGone() {
    writer = new ForeignWriter(2);
    writer.append(4);
    writer.deleteByKey("c0");
    sync();
    RowDelta removal = writer.table.newRowDelta();
    deletes().forEach(removal::removeDeletes);
    removal.commit();
    assertThat(sync()).isEqualTo(Sync.FULL);
    writer.append(1);
    assertThat(sync()).isEqualTo(Sync.INCREMENTAL);
  }

  @Test
  void aVectorHidesThePositionDeletesOfAnUpgradedTable() {
    writer = new ForeignWriter(2);
    writer.append(2);
    writer.deleteRows(plan());
    sync();
    writer.upgrade();
    writer.deleteRows(plan().subList(0, 1));
    assertThat(sync()).isEqualTo(Sync.FULL);
    writer.deleteRows(plan());
    assertThat(sync()).isEqualTo(Sync.INCREMENTAL);
  }

  @Test
  void anUpgradedTableIsPlannedUntilItsRowsHaveIds() {
    writer = new ForeignWriter(2);
    writer.append(2);
    sync();
    writer.upgrade();
    assertThat(sync()).isEqualTo(Sync.UNCHANGED);
    writer.append(1);
    assertThat(sync()).isEqualTo(Sync.FULL);
    writer.append(1);
    assertThat(sync()).isEqualTo(Sync.INCREMENTAL);
  }

  @Test
  void aTableThatWasUpgradedBeforeItIsKnownIsPlannedUntilItsRowsHaveIds() {
    writer = new ForeignWriter(2);
    writer.append(2);
    writer.upgrade();
    sync();
    writer.append(1);
    assertThat(sync()).isEqualTo(Sync.FULL);
    writer.append(1);
    assertThat(sync()).isEqualTo(Sync.INCREMENTAL);
  }

  @Test
  void aRollbackIsPlanned() {
    writer = new ForeignWriter(3);
    long first = writer.append(2).snapshotId();
    writer.append(2);
    sync();
    writer.table.manageSnapshots().rollbackTo(first).commit();
    assertThat(sync()).isEqualTo(Sync.FULL);
    writer.append(1);
    assertThat(sync()).isEqualTo(Sync.INCREMENTAL);
  }

  @Test
  void aGapOfExpiredSnapshotsIsPlanned() {
    writer = new ForeignWriter(3);
    writer.append(2);
    sync();
    writer.append(1);
    expireAllButHead();
    // The known one is still the parent's id of the oldest left.
    assertThat(sync()).isEqualTo(Sync.INCREMENTAL);
    writer.append(1);
    writer.append(1);
    expireAllButHead();
    assertThat(sync()).isEqualTo(Sync.FULL);
  }

  @Test
  void aManifestThatIsGoneIsPlanned() {
    writer = new ForeignWriter(3);
    writer.append(2);
    sync();
    Snapshot between = writer.append(1);
    writer.table.rewriteManifests().clusterBy(file -> "all").commit();
    writer.table.io().deleteFile(between.manifestListLocation());
    assertThat(sync()).isEqualTo(Sync.FULL);
  }

  @Test
  void anotherTableInItsPlaceIsPlanned() {
    writer = new ForeignWriter(3);
    writer.append(2);
    sync();
    writer.replace();
    assertThat(sync()).isEqualTo(Sync.FULL);
    assertThat(files.files()).hasSize(2);
  }

  @Test
  void aFailedPlanLeavesNothingKnown() {
    writer = new ForeignWriter(3);
    Snapshot first = writer.append(2);
    sync();
    writer.table.io().deleteFile(first.allManifests(writer.table.io()).get(0).path());
    writer.append(1);
    writer.table.manageSnapshots().rollbackTo(first.snapshotId()).commit();
    files.sync(writer.table, head(SnapshotRef.MAIN_BRANCH));
    writer.append(1);
    writer.deleteByKey("c0");
    assertThatThrownBy(() -> files.sync(writer.table, head(SnapshotRef.MAIN_BRANCH)))
        .isInstanceOf(RuntimeException.class);
    assertThat(files.files()).isEmpty();
  }

  @Test
  void aBranchIsFollowedOnItsOwn() {
    writer = new ForeignWriter(3);
    writer.append(2);
    writer.table.manageSnapshots().createBranch("audit").commit();
    assertThat(files.sync(writer.table, head("audit"))).isEqualTo(Sync.FULL);
    writer.append(1);
    assertThat(files.sync(writer.table, head("audit"))).isEqualTo(Sync.UNCHANGED);
    AppendFiles append = writer.table.newAppend().toBranch("audit");
    writer.newFiles(1).forEach(append::appendFile);
    append.commit();
    assertThat(files.sync(writer.table, head("audit"))).isEqualTo(Sync.INCREMENTAL);
    assertAsPlanned(files, "audit");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void itIsAsPlannedAfterAnyHistory(int version) {
    long only = Long.getLong("frazil.seed", -1);
    SplittableRandom seeds = new SplittableRandom();
    int runs = only >= 0 ? 1 : Integer.getInteger("frazil.seeds", 2);
    for (int run = 0; run < runs; run++) {
      long seed = only >= 0 ? only : seeds.nextInt(1_000_000_000);
      try {
        new History(seed, version).run();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("Failed with seed %d: v%d".formatted(seed, version), e);
      }
    }
  }

  private List<LiveFile> plan() {
    return writer.plan(SnapshotRef.MAIN_BRANCH);
  }

  private Set<DeleteFile> deletes() {
    return DeleteFileSet.of(plan().stream().flatMap(file -> file.deletes().stream()).toList());
  }

  private void expireAllButHead() {
    writer
        .table
        .expireSnapshots()
        .expireOlderThan(Long.MAX_VALUE)
        .retainLast(1)
        .deleteWith(
            path -> {
              // There are no data files.
              if (path.contains("/metadata/")) {
                writer.table.io().deleteFile(path);
              }
            })
        .commit();
  }

  /** Random commits of anybody. */
  private final class History {
    private final SplittableRandom random;
    private final TableFiles followed = new TableFiles(Set.of(ForeignWriter.KEY));
    private final int version;

    History(long seed, int version) {
      this.random = new SplittableRandom(seed);
      this.version = version;
      writer = new ForeignWriter(version);
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        commit();
        // Sometimes many commits at once.
        if (random.nextInt(3) > 0) {
          followed.sync(writer.table, head(SnapshotRef.MAIN_BRANCH));
          assertAsPlanned(followed, SnapshotRef.MAIN_BRANCH);
        }
      }
    }

    private void commit() {
      if (data().isEmpty()) {
        writer.append(1 + random.nextInt(4));
        return;
      }
      switch (random.nextInt(14)) {
        case 0, 1, 2 -> writer.append(1 + random.nextInt(4));
        case 3, 4, 5 -> deleteRows();
        case 6 -> writer.compact(some(data()));
        case 7 -> overwrite();
        case 8 -> writer.table.rewriteManifests().clusterBy(file -> random.nextInt(2)).commit();
        case 9 -> rollBack();
        case 10 -> expireAllButHead();
        case 11 -> cherryPick();
        case 12 -> seldom();
        default -> dropPartition();
      }
    }

    private void deleteRows() {
      if (version > 1) {
        writer.deleteRows(some(plan()));
      }
    }

    private void overwrite() {
      OverwriteFiles overwrite = writer.table.newOverwrite();
      some(data()).forEach(overwrite::deleteFile);
      writer.newFiles(1).forEach(overwrite::addFile);
      overwrite.commit();
    }

    private void rollBack() {
      List<Long> ancestors = SnapshotUtil.currentAncestorIds(writer.table);
      writer
          .table
          .manageSnapshots()
          .rollbackTo(ancestors.get(random.nextInt(ancestors.size())))
          .commit();
    }

    private void cherryPick() {
      AppendFiles staged = writer.table.newAppend().stageOnly();
      writer.newFiles(1).forEach(staged::appendFile);
      staged.commit();
      Snapshot picked = null;
      for (Snapshot snapshot : writer.table.snapshots()) {
        picked = snapshot;
      }
      if (random.nextBoolean()) {
        writer.append(1);
      }
      writer.table.manageSnapshots().cherrypick(picked.snapshotId()).commit();
    }

    private void seldom() {
      int choice = random.nextInt(8);
      if (choice == 0) {
        writer.replace();
      } else if (choice == 1 && version > 1) {
        writer.deleteByKey("c" + random.nextInt(2));
      } else if (choice == 2 && version == 2 && !writer.hasVectors()) {
        writer.deleteInPartition("c" + random.nextInt(2));
      } else if (choice == 3 && version < 3) {
        writer.upgrade();
      }
    }

    private void dropPartition() {
      writer
          .table
          .newDelete()
          .deleteFromRowFilter(Expressions.equal("category", "c" + random.nextInt(2)))
          .commit();
    }

    private <T> List<T> some(Collection<T> all) {
      List<T> some = new ArrayList<>(all);
      for (int i = 0; i < all.size() / 2; i++) {
        some.remove(random.nextInt(some.size()));
      }
      return some;
    }
  }
}
