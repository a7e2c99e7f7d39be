package io.frazil.connector.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.commit.Delta;
import io.frazil.connector.commit.Settlement;
import io.frazil.connector.commit.Settlement.Unsettled;
import io.frazil.connector.merge.DeleteMode;
import io.frazil.connector.merge.Merger;
import io.frazil.connector.table.MergedTable.Changes;
import io.frazil.connector.table.MergedTable.Setup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes that do not tell the whole row, in all delete modes and format versions. */
class PatchMergeTest {
  @TempDir private Path folder;

  static Stream<Setup> unordered() {
    return Setup.ofEveryMode(List.of());
  }

  static Stream<Setup> ordered() {
    return Setup.ofEveryMode(List.of("at"));
  }

  private final class Scene {
    private final MergedTable table;
    private final TableCommitter committer;
    private long incomplete;

    private Scene(Setup setup) {
      this.table = new MergedTable(setup, folder.resolve("spool"));
      this.committer =
          table.committer(
              new Merger(LocalMeans.in(folder.resolve("index"), folder.resolve("spool"))),
              figures -> incomplete += figures.incomplete());
    }

    @SafeVarargs
    private List<Delta<ContentFile<?>>> deltas(Consumer<Changes>... deltas) {
      List<Delta<ContentFile<?>>> written = new ArrayList<>();
      for (Consumer<Changes> changes : deltas) {
        written.add(table.delta(Ledger.FIRST, changes));
      }
      return written;
    }

    @SafeVarargs
    private void commit(Consumer<Changes>... deltas) {
      land(deltas(deltas));
    }

    private void land(List<Delta<ContentFile<?>>> deltas) {
      assertThat(MergedTable.isLanded(MergedTable.settle(committer, deltas), deltas)).isTrue();
      assertThat(ReachableFiles.missingOf(table.table())).isEmpty();
      assertThat(ReachableFiles.of(table.table())).containsAll(table.dataFiles());
    }

    private void assertRows(Object[]... rows) {
      assertThat(table.rows())
          .containsExactlyInAnyOrderElementsOf(Stream.of(rows).map(Arrays::asList).toList());
    }
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void aPatchKeepsTheValuesOfARowOfAnEarlierCommit(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(
        changes -> {
          changes.upsert(row(1L, "a", "eu", 10L, 1));
          changes.upsert(row(2L, "b", "eu", 10L, 2));
        });
    scene.commit(changes -> changes.patch(Set.of("at"), row(1L, "c", null, 20L, null)));

    scene.assertRows(row(1L, "c", "eu", 20L, 1), row(2L, "b", "eu", 10L, 2));
    assertThat(scene.incomplete).isZero();
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void aNullThatIsToldIsStored(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(row(1L, "a", "eu", 10L, 1)));
    scene.commit(changes -> changes.patch(Set.of("at", "v"), row(1L, "a", null, null, null)));

    scene.assertRows(row(1L, "a", "eu", null, null));
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void aPatchKeepsTheValuesOfARowOfTheSameDelta(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(row(1L, "a", "asia", 10L, 0)));
    scene.commit(
        changes -> {
          changes.upsert(row(1L, "a", "eu", 10L, 1));
          changes.upsert(row(2L, "b", "eu", 10L, 2));
          changes.patch(Set.of("region"), row(1L, "b", "us", null, null));
          changes.patch(Set.of("at"), row(1L, "c", null, 30L, null));
        });

    scene.assertRows(row(1L, "c", "us", 30L, 1), row(2L, "b", "eu", 10L, 2));
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void aPatchKeepsTheValuesOfARowOfTheSameCommit(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(row(1L, "a", "asia", 10L, 0)));
    scene.commit(
        changes -> changes.upsert(row(1L, "a", "eu", 10L, 1)),
        changes -> changes.upsert(row(2L, "b", "eu", 10L, 2)),
        changes -> changes.patch(Set.of("at"), row(1L, "c", null, 20L, null)));

    scene.assertRows(row(1L, "c", "eu", 20L, 1), row(2L, "b", "eu", 10L, 2));
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void patchesOfOneCommitApplyInTheirOrder(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(row(1L, "a", "eu", 10L, 1)));
    scene.commit(
        changes -> changes.patch(Set.of("at"), row(1L, "b", null, 20L, null)),
        changes -> {
          changes.patch(Set.of("region"), row(1L, "c", "us", null, null));
          changes.patch(Set.of("region"), row(1L, "d", "asia", null, null));
        });

    scene.assertRows(row(1L, "d", "asia", 20L, 1));
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void aRowOrADeleteAfterAPatchReplacesIt(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(
        changes -> {
          changes.upsert(row(1L, "a", "eu", 10L, 1));
          changes.upsert(row(2L, "b", "eu", 10L, 2));
          changes.upsert(row(3L, "c", "eu", 10L, 3));
        });
    scene.commit(
        changes -> {
          changes.patch(Set.of("at"), row(1L, "x", null, 20L, null));
          changes.patch(Set.of("at"), row(2L, "x", null, 20L, null));
          changes.patch(Set.of("at"), row(3L, "x", null, 20L, null));
          changes.upsert(row(1L, "a", "us", 30L, 4));
        },
        changes -> changes.delete(row(2L, "b", "eu", 10L, 2)));

    scene.assertRows(row(1L, "a", "us", 30L, 4), row(3L, "x", "eu", 20L, 3));
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void aPatchAfterADeleteHasNothingToKeep(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(
        changes -> {
          changes.upsert(row(1L, "a", "eu", 10L, 1));
          changes.upsert(row(2L, "b", "eu", 10L, 2));
          changes.upsert(row(3L, "c", "eu", 10L, 3));
        });
    scene.commit(
        changes -> {
          changes.delete(row(1L, "a", "eu", 10L, 1));
          changes.patch(Set.of("at"), row(1L, "a", null, 20L, null));
          changes.delete(row(2L, "b", "eu", 10L, 2));
          changes.delete(row(3L, "c", "eu", 10L, 3));
        },
        changes -> changes.patch(Set.of("at"), row(2L, "b", null, 20L, null)));
    scene.commit(changes -> changes.patch(Set.of("at"), row(3L, "c", null, 20L, null)));

    scene.assertRows(
        row(1L, "a", null, 20L, null),
        row(2L, "b", null, 20L, null),
        row(3L, "c", null, 20L, null));
    assertThat(scene.incomplete).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void anUpdateOfSomeColumnsIsTheWholeRowWhereThereIsNone(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(row(1L, "a", "eu", 10L, 1)));
    scene.commit(
        changes -> {
          changes.update(Set.of("v"), row(1L, "a", "us", 20L, 2));
          changes.update(Set.of("v"), row(2L, "b", "us", 20L, 2));
          changes.update(Set.of("v"), row(2L, "b", "eu", 30L, 3));
        });

    scene.assertRows(row(1L, "a", "eu", 10L, 2), row(2L, "b", "us", 20L, 3));
    assertThat(scene.incomplete).isZero();
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void theNewestOfSeveralRowsOfAKeyIsKeptAndAllGo(Setup setup) {
    Scene scene = new Scene(setup);
    scene.table.append(row(1L, "a", "eu", 10L, 1));
    scene.table.append(row(1L, "b", "us", 20L, 2), row(1L, "b", "us", 20L, 3));
    scene.commit(changes -> changes.patch(Set.of("at"), row(1L, "c", null, 30L, null)));

    if (setup.formatVersion() > 1) {
      scene.assertRows(row(1L, "c", "us", 30L, 3));
    } else {
      // Nothing says there which file is the newest.
      assertThat(scene.table.rows()).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void whatOthersCompactMeanwhileIsFoundAgain(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(row(1L, "a", "eu", 10L, 1)));
    scene.commit(changes -> changes.upsert(row(2L, "b", "eu", 10L, 2)));
    List<Delta<ContentFile<?>>> deltas =
        scene.deltas(changes -> changes.patch(Set.of("at"), row(1L, "c", null, 20L, null)));
    scene
        .table
        .catalog()
        .next(
            apply -> {
              scene.table.compact();
              throw new CommitFailedException("compacted");
            });
    scene.land(deltas);

    scene.assertRows(row(1L, "c", "eu", 20L, 1), row(2L, "b", "eu", 10L, 2));
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void patchesAfterATruncateKeepNothing(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(
        changes -> {
          changes.upsert(row(1L, "a", "eu", 10L, 1));
          changes.upsert(row(2L, "b", "eu", 10L, 2));
        });
    scene.land(
        List.of(
            scene.table.truncation(
                Ledger.FIRST,
                changes -> {
                  changes.upsert(row(3L, "c", "eu", 10L, 3));
                  changes.patch(Set.of("at"), row(1L, "a", null, 20L, null));
                }),
            scene.table.delta(
                Ledger.FIRST,
                changes -> changes.patch(Set.of("at"), row(3L, "d", null, 20L, null)))));

    scene.assertRows(row(1L, "a", null, 20L, null), row(3L, "d", "eu", 20L, 3));
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void aRequiredColumnThatNobodyToldIsTheTablesErrorUntilItIsOptional(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(row(1L, "a", "eu", 10L, 1)));
    scene.table.table().updateSchema().allowIncompatibleChanges().requireColumn("v").commit();
    List<Delta<ContentFile<?>>> deltas =
        scene.deltas(
            changes -> changes.patch(Set.of("at", "region"), row(2L, "b", "eu", 20L, null)));
    Settlement refused = MergedTable.settle(scene.committer, deltas);

    assertThat(refused).isInstanceOf(Unsettled.class);
    assertThat(((Unsettled) refused).cause())
        .hasMessageContaining("does not tell required column 'v'")
        .hasMessageContaining("ALTER COLUMN v DROP NOT NULL");

    scene.table.table().updateSchema().makeColumnOptional("v").commit();
    scene.land(deltas);
    scene.assertRows(row(1L, "a", "eu", 10L, 1), row(2L, "b", "eu", 20L, null));
  }

  @ParameterizedTest
  @MethodSource("ordered")
  void aLatePatchDoesNothing(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(row(1L, "a", "eu", 20L, 1)));
    scene.commit(
        changes -> changes.patch(Set.of("at", "region"), row(1L, "b", "us", 10L, null)),
        changes -> changes.patch(Set.of("at"), row(1L, "c", null, 30L, null)),
        changes -> changes.upsert(row(1L, "d", "asia", 25L, 4)),
        changes -> changes.patch(Set.of("at", "v"), row(1L, "e", null, null, 5)));

    scene.assertRows(row(1L, "c", "eu", 30L, 1));
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void aRowWhoseKeyChangesKeepsItsValues(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(
        changes -> {
          changes.upsert(row(1L, "a", "eu", 10L, 1));
          changes.upsert(row(2L, "b", "eu", 10L, 2));
        });
    scene.commit(changes -> changes.move(1L, "a", Set.of("at"), row(3L, "c", null, 20L, null)));

    scene.assertRows(row(2L, "b", "eu", 10L, 2), row(3L, "c", "eu", 20L, 1));
    assertThat(scene.incomplete).isZero();
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void aRowOfTheSameDeltaKeepsItsValuesWhenItsKeyChanges(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(row(1L, "a", "asia", 10L, 0)));
    scene.commit(
        changes -> {
          changes.upsert(row(1L, "a", "eu", 10L, 1));
          changes.patch(Set.of("at"), row(1L, "a", null, 15L, null));
          changes.move(1L, "a", Set.of(), row(3L, "c", null, null, null));
          changes.upsert(row(1L, "d", "us", 30L, 4));
          changes.patch(Set.of("v"), row(3L, "c", null, null, 5));
        });

    scene.assertRows(row(1L, "d", "us", 30L, 4), row(3L, "c", "eu", 15L, 5));
    assertThat(scene.incomplete).isZero();
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void aRowOfTheSameCommitKeepsItsValuesWhenItsKeyChanges(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(row(1L, "a", "asia", 10L, 0)));
    scene.commit(
        changes -> changes.upsert(row(1L, "a", "eu", 10L, 1)),
        changes -> changes.patch(Set.of("at"), row(1L, "a", null, 15L, null)),
        changes -> changes.move(1L, "a", Set.of(), row(3L, "c", null, null, null)),
        changes -> {
          changes.upsert(row(1L, "d", "us", 30L, 4));
          changes.move(3L, "c", Set.of("v"), row(4L, "c", null, null, 5));
        });

    scene.assertRows(row(1L, "d", "us", 30L, 4), row(4L, "c", "eu", 15L, 5));
    assertThat(scene.incomplete).isZero();
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void rowsThatChangeKeysWithEachOtherKeepTheirValues(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(
        changes -> {
          changes.upsert(row(1L, "a", "eu", 10L, 1));
          changes.upsert(row(2L, "b", "us", 10L, 2));
        });
    scene.commit(
        changes -> {
          changes.move(1L, "a", Set.of("at"), row(3L, "a", null, 20L, null));
          changes.move(2L, "b", Set.of("at"), row(1L, "b", null, 21L, null));
          changes.move(3L, "a", Set.of("at"), row(2L, "a", null, 22L, null));
        });

    scene.assertRows(row(1L, "b", "us", 21L, 2), row(2L, "a", "eu", 22L, 1));
    assertThat(scene.incomplete).isZero();
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void aChangeOfAKeyThatIsSentAgainKeepsTheValues(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(row(1L, "a", "eu", 10L, 1)));
    scene.commit(changes -> changes.move(1L, "a", Set.of("at"), row(3L, "c", null, 20L, null)));
    scene.commit(changes -> changes.upsert(row(1L, "d", "us", 30L, 4)));
    scene.commit(
        changes -> {
          changes.move(1L, "a", Set.of("at"), row(3L, "c", null, 20L, null));
          changes.move(1L, "a", Set.of("at"), row(3L, "c", null, 20L, null));
          changes.upsert(row(1L, "d", "us", 30L, 4));
        });

    scene.assertRows(row(1L, "d", "us", 30L, 4), row(3L, "c", "eu", 20L, 1));
    assertThat(scene.incomplete).isZero();
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void aChangeOfAKeyThatIsSentAgainWithTheNextOneKeepsTheValues(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(row(1L, "a", "eu", 10L, 1)));
    scene.commit(changes -> changes.move(1L, "a", Set.of("at"), row(3L, "c", null, 20L, null)));
    scene.commit(
        changes -> {
          changes.move(1L, "a", Set.of("at"), row(3L, "c", null, 20L, null));
          changes.move(3L, "c", Set.of("at"), row(4L, "d", null, 30L, null));
        });

    scene.assertRows(row(4L, "d", "eu", 30L, 1));
    assertThat(scene.incomplete).isZero();
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void aRowThatIsNotKnownToHaveLeftItsKeyIsNotTakenForThatOfANewOne(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(row(1L, "a", "eu", 10L, 1)));
    scene.commit(
        changes -> changes.delete(row(1L, "a", "eu", 10L, 1)),
        changes -> changes.arrive(1L, "a", Set.of("at"), row(3L, "c", null, 20L, null)));
    scene.commit(
        changes -> {
          changes.upsert(row(1L, "b", "us", 20L, 2));
          changes.arrive(1L, "b", Set.of("at"), row(4L, "d", null, 20L, null));
        });

    scene.assertRows(
        row(1L, "b", "us", 20L, 2), row(3L, "c", null, 20L, null), row(4L, "d", null, 20L, null));
    assertThat(scene.incomplete).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void theValuesOfARowThatStaysUnderItsOldKeyAreThoseOfTheNewOneToo(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(row(1L, "a", "eu", 10L, 1)));
    scene.commit(
        changes -> {
          changes.flag(Set.of("v"), row(1L, "x", null, null, -1));
          changes.arrive(1L, "a", Set.of("v"), row(3L, "c", null, null, 1));
        });

    scene.assertRows(row(1L, "x", "eu", 10L, -1), row(3L, "c", "eu", 10L, 1));
    assertThat(scene.incomplete).isZero();
  }

  @ParameterizedTest
  @MethodSource("ordered")
  void aRowThatIsNewerThanTheChangeOfItsKeyIsNotThatOfTheNewOne(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(row(1L, "a", "eu", 30L, 1)));
    scene.commit(changes -> changes.move(1L, "a", Set.of("at"), row(3L, "c", null, 20L, null)));
    scene.commit(changes -> changes.move(1L, "a", Set.of("at"), row(4L, "d", null, 40L, null)));

    scene.assertRows(row(3L, "c", null, 20L, null), row(4L, "d", "eu", 40L, 1));
    assertThat(scene.incomplete).isOne();
  }

  @ParameterizedTest
  @MethodSource("ordered")
  void whatComesOfTheOldKeyLaterMakesNoNewerRowThatOfTheNewKey(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(
        changes -> {
          changes.upsert(row(1L, "a", "eu", 30L, 1));
          changes.upsert(row(2L, "b", "us", 30L, 2));
        });
    scene.commit(
        changes -> {
          changes.move(1L, "a", Set.of("at"), row(3L, "c", null, 20L, null));
          changes.move(2L, "b", Set.of("at"), row(4L, "d", null, 20L, null));
          changes.deleteByKey(1L, "a");
          changes.upsert(row(2L, "b", "us", 40L, 4));
        });

    scene.assertRows(
        row(2L, "b", "us", 40L, 4), row(3L, "c", null, 20L, null), row(4L, "d", null, 20L, null));
    assertThat(scene.incomplete).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("unordered")
  void noSnapshotHasAKeyFileWithPatches(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(changes -> changes.upsert(row(1L, "a", "eu", 10L, 1)));
    scene.commit(
        changes -> {
          changes.patch(Set.of("at"), row(1L, "c", null, 20L, null));
          changes.upsert(row(2L, "b", "eu", 10L, 2));
        });

    List<DeleteFile> byKey =
        scene.table.tasks().stream()
            .flatMap(task -> task.deletes().stream())
            .filter(file -> file.content() == FileContent.EQUALITY_DELETES)
            .toList();
    assertThat(byKey).allSatisfy(file -> assertThat(file.equalityFieldIds()).containsExactly(1));
    assertThat(byKey.isEmpty()).isEqualTo(setup.mode() != DeleteMode.EQUALITY);
  }

  private static Object[] row(Object... values) {
    return values;
  }
}
