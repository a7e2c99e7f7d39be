package io.frazil.connector.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.commit.Delta;
import io.frazil.connector.commit.OlderRows;
import io.frazil.connector.commit.Settlement;
import io.frazil.connector.merge.DeleteMode;
import io.frazil.connector.merge.Merger;
import io.frazil.connector.table.MergedTable.Changes;
import io.frazil.connector.table.MergedTable.Setup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Deltas merged into tables, case by case, in every mode. */
@Execution(ExecutionMode.CONCURRENT)
class MergeTest {
  private static final Object[] EU_1 = {1L, "a", "eu", 10L, 1};
  private static final Object[] EU_2 = {2L, "b", "eu", 10L, 2};
  private static final Object[] US_1 = {1L, "a", "us", 11L, 3};
  private static final Object[] US_3 = {3L, "c", "us", 10L, 4};

  @TempDir private Path folder;

  static Stream<Setup> unordered() {
    return Setup.ofEveryMode(List.of());
  }

  static Stream<Setup> ordered() {
    return Setup.ofEveryMode(List.of("at"));
  }

  /** A table, and the committer that everything goes through. */
  private final class Scene {
    private final MergedTable table;
    private final TableCommitter committer;

    private Scene(Setup setup) {
      this(setup, new RowDeltas());
    }

    private Scene(Setup setup, RowDeltas rowDeltas) {
      this(new MergedTable(setup, folder.resolve("spool")), rowDeltas);
    }

    private Scene(MergedTable table, RowDeltas rowDeltas) {
      this.table = table;
      this.committer =
          table.committer(
              new Merger(LocalMeans.in(folder.resolve("index"), Path.of("unused"))), rowDeltas);
    }

    private Scene switchedTo(DeleteMode mode) {
      return new Scene(table.switchedTo(mode), new RowDeltas());
    }

    private Delta<ContentFile<?>> delta(Consumer<Changes> changes) {
      return table.delta(Ledger.FIRST, changes);
    }

    /** A table of {@code EU_1} and {@code EU_2}, and the delta that deletes the first. */
    private List<Delta<ContentFile<?>>> deleteOfOneOfTwo() {
      commit(
          changes -> {
            changes.upsert(EU_1);
            changes.upsert(EU_2);
          });
      return List.of(delta(changes -> changes.deleteByKey(1, "a")));
    }

    private void atCommit(FaultyCatalog.Fault fault) {
      table.catalog().next(fault);
    }

    private Settlement settle(List<Delta<ContentFile<?>>> deltas) {
      return MergedTable.settle(committer, deltas);
    }

    @SafeVarargs
    private void commit(Consumer<Changes>... deltas) {
      List<Delta<ContentFile<?>>> written = new ArrayList<>();
      for (Consumer<Changes> changes : deltas) {
        written.add(delta(changes));
      }
      assertThat(MergedTable.isLanded(settle(written), written)).isTrue();
    }

    private void assertRows(Object[]... rows) {
      assertThat(table.rows())
          .containsExactlyInAnyOrderElementsOf(Stream.of(rows).map(Arrays::asList).toList());
    }

    private List<DeleteFile> deletes() {
      return table.tasks().stream().flatMap(task -> task.deletes().stream()).distinct().toList();
    }

    private long snapshots() {
      long count = 0;
      for (Snapshot ignored : table.table().snapshots()) {
        count++;
      }
      return count;
    }
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void anUpdateThatMovesARowToAnotherPartitionLeavesOneRow(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(EU_1));
    scene.commit(changes -> changes.upsert(US_1));

    scene.assertRows(US_1);
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void aDeleteThatBringsOnlyTheKeyFindsTheRowWhereverItLies(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(
        changes -> {
          changes.upsert(EU_1);
          changes.upsert(EU_2);
          changes.upsert(US_3);
        });
    scene.commit(
        changes -> {
          changes.deleteByKey(1, "a");
          changes.deleteByKey(3, "c");
          changes.deleteByKey(99, "nobody");
        });

    scene.assertRows(EU_2);
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void aRowSentTwiceIsOneRow(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(
        changes -> {
          changes.upsert(EU_1);
          changes.upsert(EU_1);
        });
    scene.commit(changes -> changes.upsert(EU_1));

    scene.assertRows(EU_1);
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void aRowThatIsInsertedAndDeletedInOneDeltaTakesTheOlderRowAlong(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(EU_1));
    scene.commit(
        changes -> {
          changes.upsert(US_1);
          changes.deleteByKey(1, "a");
        });

    scene.assertRows();
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void ofTwoDeltasInOneCommitTheLaterWins(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(EU_2));
    scene.commit(
        changes -> changes.upsert(EU_1),
        changes -> changes.deleteByKey(2, "b"),
        changes -> changes.upsert(US_1));

    scene.assertRows(US_1);
    assertThat(scene.snapshots()).isEqualTo(setup.mode() == DeleteMode.EQUALITY ? 4 : 2);
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void rowsThatWereOnlyAddedGiveWayToLaterChanges(Setup setup) {
    Scene scene = new Scene(setup);
    List<Delta<ContentFile<?>>> deltas =
        List.of(
            scene.delta(changes -> changes.upsert(EU_1)),
            withoutKeyFile(
                scene.delta(
                    changes -> {
                      changes.upsert(US_1);
                      changes.upsert(EU_2);
                    })),
            scene.delta(changes -> changes.deleteByKey(2, "b")));

    assertThat(MergedTable.isLanded(scene.settle(deltas), deltas)).isTrue();
    scene.assertRows(EU_1, US_1);
  }

  /** As tasks write it that only add rows, before the connector is told to replace them. */
  private static Delta<ContentFile<?>> withoutKeyFile(Delta<ContentFile<?>> delta) {
    List<ContentFile<?>> rows =
        delta.files().stream().filter(file -> file.content() == FileContent.DATA).toList();
    return new Delta<>(
        delta.id(),
        delta.table(),
        delta.tableUuid(),
        delta.base(),
        delta.upto(),
        rows,
        OlderRows.STAY,
        delta.rows(),
        delta.bytes());
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void deltasFromBeforeATableChangedAreMergedAsTheyAre(Setup setup) {
    Setup byTwo =
        new Setup(
            setup.mode(), setup.formatVersion(), "v", List.of("id", "code"), List.of(), "parquet");
    Scene scene = new Scene(byTwo);
    scene.commit(changes -> changes.upsert(EU_1));
    Delta<ContentFile<?>> old =
        scene.delta(
            changes -> {
              changes.upsert(US_1);
              changes.upsert(EU_2);
            });
    scene
        .table
        .table()
        .updateSchema()
        .updateColumn("v", Types.LongType.get())
        .renameColumn("region", "area")
        .moveFirst("code")
        .commit();
    scene.table.table().updateSpec().removeField("v").addField("code").commit();
    scene.table.table().updateSchema().moveAfter("code", "id").commit();
    List<Delta<ContentFile<?>>> deltas =
        List.of(old, scene.delta(changes -> changes.deleteByKey(2, "b")));

    Settlement settlement = scene.settle(deltas);
    assertThat(MergedTable.isLanded(settlement, deltas)).as("%s", settlement).isTrue();
    scene.assertRows(new Object[] {1L, "a", "us", 11L, 3L});
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void rowsThatSomebodyAddsBeforeTheFirstCommitAreFound(Setup setup) {
    Scene scene = new Scene(setup);
    List<Delta<ContentFile<?>>> deltas = List.of(scene.delta(changes -> changes.upsert(US_1)));
    scene.atCommit(
        apply -> {
          scene.table.append(EU_1);
          apply.run();
        });

    assertThat(MergedTable.isLanded(scene.settle(deltas), deltas)).isTrue();
    scene.assertRows(US_1);
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void allRowsOfAKeyThatIsThereTwiceGo(Setup setup) {
    Scene scene = new Scene(setup);
    scene.table.append(EU_1, EU_2);
    scene.table.append(US_1);
    scene.commit(changes -> changes.upsert(1L, "a", "eu", 12L, 9));

    scene.assertRows(EU_2, new Object[] {1L, "a", "eu", 12L, 9});
  }

  @ParameterizedTest
  @MethodSource("ordered")
  void aLateChangeOverwritesNothingInLaterCommits(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(US_1));
    scene.commit(
        changes -> {
          changes.upsert(EU_1);
          changes.upsert(EU_2);
        });
    scene.commit(changes -> changes.delete(EU_1));

    scene.assertRows(US_1, EU_2);
  }

  @ParameterizedTest
  @MethodSource("ordered")
  void aLateChangeOverwritesNothingInOneCommit(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(US_1), changes -> changes.upsert(EU_1));

    scene.assertRows(US_1);
  }

  @ParameterizedTest
  @MethodSource("ordered")
  void whatComesBackInTheDeltaOfADeleteThatCannotBeLateReplacesTheRow(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(
        changes -> {
          changes.upsert(US_1);
          changes.upsert(EU_2);
          changes.upsert(US_3);
        });
    Object[] undated3 = {3L, "c", "eu", null, 7};
    scene.commit(
        changes -> {
          changes.deleteByKey(1, "a");
          changes.upsert(EU_1);
          changes.deleteByKey(2, "b");
          changes.upsert(2L, "b", "eu", 1L, 7);
          changes.delete(2L, "b", "eu", 2L, 7);
          changes.deleteByKey(3, "c");
          changes.upsert(undated3);
        });

    scene.assertRows(EU_1, undated3);
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void whatWasWrittenBeforeThereWasAnOrderIsNotLate(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(EU_1));
    List<Delta<ContentFile<?>>> old = List.of(scene.delta(changes -> changes.upsert(US_1)));
    Scene ordered = new Scene(scene.table.orderedBy("at"), new RowDeltas());

    assertThat(MergedTable.isLanded(ordered.settle(old), old)).isTrue();
    scene.assertRows(US_1);
    ordered.commit(changes -> changes.upsert(EU_1));
    scene.assertRows(US_1);
  }

  @ParameterizedTest
  @MethodSource("ordered")
  void rowsFromBeforeAnOrderingColumnHaveItsDefault(Setup setup) {
    if (setup.formatVersion() < 3) {
      return;
    }
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(EU_1));
    scene
        .table
        .table()
        .updateSchema()
        .addColumn("version", Types.LongType.get(), Literal.of(5L))
        .commit();
    Scene ordered = new Scene(scene.table.orderedBy("version"), new RowDeltas());
    ordered.commit(changes -> changes.upsert(1L, "a", "us", 11L, 2, 4L));

    scene.assertRows(EU_1);
  }

  @ParameterizedTest
  @MethodSource("ordered")
  void ofChangesOfTheSameTimeTheLaterWins(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(1L, "a", "eu", 10L, 1));
    scene.commit(changes -> changes.upsert(1L, "a", "us", 10L, 2));

    scene.assertRows(new Object[] {1L, "a", "us", 10L, 2});
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void aTableHasWhatItsModeSays(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(
        changes -> {
          changes.upsert(EU_1);
          changes.upsert(EU_2);
          changes.upsert(US_3);
        });
    scene.commit(
        changes -> {
          changes.deleteByKey(1, "a");
          changes.deleteByKey(3, "c");
        });
    scene.commit(changes -> changes.upsert(4L, "d", "eu", 10L, 0));
    scene.commit(changes -> changes.deleteByKey(4, "d"));

    scene.assertRows(EU_2);
    List<DeleteFile> deletes = scene.deletes();
    switch (setup.mode()) {
      case COPY_ON_WRITE -> assertThat(deletes).isEmpty();
      case EQUALITY ->
          assertThat(deletes)
              .isNotEmpty()
              .allMatch(file -> file.content() == FileContent.EQUALITY_DELETES);
      case AUTO, POSITION, DELETION_VECTOR -> {
        assertThat(scene.table.tasks()).allMatch(task -> task.deletes().size() <= 1);
        assertThat(deletes)
            .isNotEmpty()
            .allMatch(file -> file.content() == FileContent.POSITION_DELETES)
            .allMatch(file -> file.referencedDataFile() != null)
            .allMatch(
                file ->
                    (file.format() == FileFormat.PUFFIN)
                        == (setup.mode() == DeleteMode.DELETION_VECTOR));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void keyFilesAreGoneWhenNoSnapshotNeedsThem(Setup setup) {
    Scene scene = new Scene(setup);
    Delta<ContentFile<?>> delta =
        scene.delta(
            changes -> {
              changes.upsert(EU_1);
              changes.deleteByKey(2, "b");
            });
    List<Delta<ContentFile<?>>> deltas = List.of(delta);
    assertThat(MergedTable.isLanded(scene.settle(deltas), deltas)).isTrue();

    assertThat(delta.files())
        .allMatch(
            file ->
                scene.table.exists(file)
                    == (file.content() == FileContent.DATA || setup.mode() == DeleteMode.EQUALITY));
  }

  @ParameterizedTest
  @EnumSource(
      value = DeleteMode.class,
      names = {"POSITION", "DELETION_VECTOR", "COPY_ON_WRITE"})
  void aCommitThatDidNotLandLeavesOnlyTheFilesOfItsDeltas(DeleteMode mode) {
    Scene scene = new Scene(Setup.of(mode, mode == DeleteMode.POSITION ? 2 : 3, List.of()));
    List<Delta<ContentFile<?>>> deltas = scene.deleteOfOneOfTwo();
    List<String> before = scene.table.dataFiles();
    for (int attempt = 0; attempt < 5; attempt++) {
      scene.atCommit(
          apply -> {
            throw new CommitFailedException("conflict");
          });
    }

    assertThat(MergedTable.isLanded(scene.settle(deltas), deltas)).isFalse();
    assertThat(scene.table.dataFiles()).containsExactlyInAnyOrderElementsOf(before);
    assertThat(MergedTable.isLanded(scene.settle(deltas), deltas)).isTrue();
    scene.assertRows(EU_2);
  }

  @Test
  void filesOfACommitOfWhichNobodyKnowsAreKept() {
    Scene scene = new Scene(Setup.of(DeleteMode.DELETION_VECTOR, 3, List.of()));
    List<Delta<ContentFile<?>>> deltas = scene.deleteOfOneOfTwo();
    List<String> before = scene.table.dataFiles();
    scene.atCommit(
        apply -> {
          throw new CommitStateUnknownException(new IllegalStateException("no answer"));
        });

    assertThat(MergedTable.isLanded(scene.settle(deltas), deltas)).isFalse();
    assertThat(scene.table.dataFiles()).hasSize(before.size() + 1).containsAll(before);
    assertThat(MergedTable.isLanded(scene.settle(deltas), deltas)).isTrue();
    scene.assertRows(EU_2);
  }

  @Test
  void aCommitThatLandsAfterItsConnectionBrokeHasItsFiles() {
    Scene scene = new Scene(Setup.of(DeleteMode.DELETION_VECTOR, 3, List.of()));
    List<Delta<ContentFile<?>>> deltas = scene.deleteOfOneOfTwo();
    List<Runnable> underWay = new ArrayList<>();
    scene.atCommit(
        apply -> {
          underWay.add(apply);
          throw new RESTException("Error occurred while processing POST request");
        });

    assertThat(MergedTable.isLanded(scene.settle(deltas), deltas)).isFalse();
    underWay.forEach(Runnable::run);
    scene.assertRows(EU_2);
  }

  @Test
  void expiringSnapshotsTakesNoVectorThatIsInForce() {
    Scene scene = new Scene(Setup.of(DeleteMode.DELETION_VECTOR, 3, List.of()));
    scene.commit(
        changes -> {
          changes.upsert(EU_1);
          changes.upsert(EU_2);
          changes.upsert(US_3);
          changes.upsert(4L, "d", "us", 10L, 0);
          changes.upsert(5L, "e", "us", 10L, 0);
        });
    scene.commit(
        changes -> {
          changes.deleteByKey(1, "a");
          changes.deleteByKey(4, "d");
        });
    scene.commit(changes -> changes.deleteByKey(5, "e"));
    scene.table.expireAllButNewest();

    scene.assertRows(EU_2, US_3);
  }

  @Test
  void keysThatWereWrittenForAnotherModeDoNotBecomeEqualityDeletes() {
    Scene scene = new Scene(Setup.of(DeleteMode.POSITION, 2, List.of()));
    scene.commit(changes -> changes.upsert(EU_1));
    List<Delta<ContentFile<?>>> old = List.of(scene.delta(changes -> changes.deleteByKey(1, "a")));

    Settlement settlement = scene.switchedTo(DeleteMode.EQUALITY).settle(old);

    assertThat(((Settlement.Unsettled) settlement).cause())
        .hasMessageContaining("was written for another delete mode");
    scene.assertRows(EU_1);
  }

  @Test
  void aTableThatIsUpgradedKeepsItsPositionDeletesInForce() {
    Scene scene = new Scene(Setup.of(DeleteMode.AUTO, 2, List.of()));
    scene.commit(
        changes -> {
          changes.upsert(EU_1);
          changes.upsert(EU_2);
          changes.upsert(5L, "e", "eu", 10L, 0);
        });
    scene.commit(changes -> changes.deleteByKey(1, "a"));
    scene.table.upgradeTo(3);
    scene.commit(changes -> changes.deleteByKey(5, "e"));

    scene.assertRows(EU_2);
    assertThat(scene.deletes()).singleElement().matches(file -> file.format() == FileFormat.PUFFIN);
  }

  @ParameterizedTest
  @EnumSource(
      value = DeleteMode.class,
      names = {"POSITION", "COPY_ON_WRITE"})
  void equalityDeletesOfOthersStayInForce(DeleteMode mode) {
    Scene equality = new Scene(Setup.of(DeleteMode.EQUALITY, 2, List.of()));
    equality.commit(
        changes -> {
          changes.upsert(EU_1);
          changes.upsert(EU_2);
          changes.upsert(5L, "e", "eu", 10L, 0);
        });
    equality.commit(changes -> changes.deleteByKey(1, "a"));
    Scene scene = equality.switchedTo(mode);
    scene.commit(changes -> changes.deleteByKey(5, "e"));
    scene.commit(changes -> changes.upsert(US_1));

    scene.assertRows(EU_2, US_1);
  }

  @Test
  void vectorsThatOthersPutIntoOneFileAreAllReplaced() {
    Scene scene = new Scene(Setup.of(DeleteMode.DELETION_VECTOR, 3, List.of()));
    replaceVectorsOfOneFile(scene);

    scene.assertRows();
  }

  @Test
  void deleteFilesThatShareALocationAreAllNeeded() {
    RowDeltas mutant =
        new RowDeltas() {
          @Override
          List<DeleteFile> distinct(List<DeleteFile> deletes) {
            Set<String> locations = new HashSet<>();
            return deletes.stream().filter(file -> locations.add(file.location())).toList();
          }
        };
    Scene scene = new Scene(Setup.of(DeleteMode.DELETION_VECTOR, 3, List.of()), mutant);
    replaceVectorsOfOneFile(scene);

    assertThatThrownBy(scene.table::rows).hasMessageContaining("Can't index multiple DVs");
  }

  private static void replaceVectorsOfOneFile(Scene scene) {
    scene.commit(
        changes -> {
          changes.upsert(EU_1);
          changes.upsert(EU_2);
          changes.upsert(US_3);
          changes.upsert(4L, "d", "us", 10L, 5);
        });
    scene.table.deleteAsOthersDo(id -> id == 1 || id == 3);
    scene.commit(
        changes -> {
          changes.deleteByKey(2, "b");
          changes.deleteByKey(4, "d");
        });
  }
}
