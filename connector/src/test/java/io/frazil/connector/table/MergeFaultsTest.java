package io.frazil.connector.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.commit.Delta;
import io.frazil.connector.commit.Settlement;
import io.frazil.connector.deletes.PositionCache;
import io.frazil.connector.merge.DeleteMode;
import io.frazil.connector.merge.Merger;
import io.frazil.connector.resolve.IndexListener;
import io.frazil.connector.resolve.KeyIndex;
import io.frazil.connector.table.FaultyFileIO.Request;
import io.frazil.connector.table.MergedTable.Setup;
import io.frazil.connector.write.Spooling;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.types.TypeUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Storage that fails at any request of a commit, and owners who move or replace a table around one.
 */
@Execution(ExecutionMode.CONCURRENT)
class MergeFaultsTest {
  private static final int MAX_REQUESTS = 100;
  // As many conflicts as a commit does not bear.
  private static final int LASTING = 1 + TableProperties.COMMIT_NUM_RETRIES_DEFAULT;

  @TempDir private Path folder;

  static Stream<Arguments> requestsOfEveryMode() {
    return setups()
        .flatMap(
            setup ->
                Stream.concat(
                    Stream.of(Request.values()).map(request -> Arguments.of(setup, request, 0)),
                    // What was written for it is deleted.
                    Stream.of(Arguments.of(setup, Request.DELETE, LASTING))));
  }

  static Stream<Setup> setups() {
    return Stream.of(
        setup(DeleteMode.POSITION, 2),
        setup(DeleteMode.DELETION_VECTOR, 3),
        setup(DeleteMode.COPY_ON_WRITE, 3),
        setup(DeleteMode.EQUALITY, 2));
  }

  private static Setup setup(DeleteMode mode, int version) {
    return new Setup(mode, version, "region", List.of("id"), List.of("at"), "avro");
  }

  @ParameterizedTest
  @MethodSource("requestsOfEveryMode")
  void aRequestToStorageThatFailsLeavesOrphansAtMost(Setup setup, Request request, int conflicts) {
    Scene scene = new Scene(setup);
    scene.commit(scene.deltas());
    int number = 1;
    boolean hasFailed = true;
    // There are many reads, and most are alike.
    for (; hasFailed; number += request == Request.READ ? 3 : 1) {
      assertThat(number).isLessThan(MAX_REQUESTS);
      List<String> known = scene.table.dataFiles();
      List<Delta<ContentFile<?>>> deltas = scene.deltas();
      List<List<Object>> before = scene.table.rows();
      for (int conflict = 0; conflict < conflicts; conflict++) {
        scene.interrupt(() -> {});
      }
      scene.table.catalog().storage().fail(request, number);

      boolean isLanded = MergedTable.isLanded(scene.settle(deltas), deltas);

      hasFailed = scene.table.catalog().storage().heal();
      assertThat(ReachableFiles.missingOf(scene.table.table())).as("%d", number).isEmpty();
      assertThat(scene.table.rows())
          .as("%d", number)
          .containsExactlyInAnyOrderElementsOf(isLanded ? scene.model.values() : before);
      if (!isLanded) {
        scene.commit(deltas);
      }
      assertThat(scene.table.rows())
          .as("%d, at last", number)
          .containsExactlyInAnyOrderElementsOf(scene.model.values());
      assertThat(scene.orphansBeside(known))
          .as("%d", number)
          .hasSizeLessThanOrEqualTo(request == Request.DELETE ? 1 : 0);
      // Else each commit would need more requests than the one before.
      scene.table.expireAllButNewest();
      scene.table.compact();
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void aRollbackWhileACommitIsMadeStopsIt(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(scene.deltas());
    long kept = scene.owner.history().get(0);
    List<List<Object>> rows = scene.table.rows();
    scene.commit(scene.deltas());
    List<Delta<ContentFile<?>>> deltas = scene.deltas();
    scene.interrupt(() -> scene.owner.rollBackTo(kept));

    assertThat(MergedTable.isLanded(scene.settle(deltas), deltas)).isFalse();
    assertThat(scene.table.rows()).containsExactlyInAnyOrderElementsOf(rows);
    scene.restartFrom(rows);
    scene.assertCommits();
  }

  @ParameterizedTest
  @MethodSource("setups")
  void aTableCreatedAnewWhileACommitIsMadeGetsNoneOfIt(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(scene.deltas());
    List<Delta<ContentFile<?>>> deltas = scene.deltas();
    scene.interrupt(() -> scene.owner.createAnew(setup.formatVersion()));

    assertThat(MergedTable.isLanded(scene.settle(deltas), deltas)).isFalse();
    assertThat(scene.table.rows()).isEmpty();
    scene.restartFrom(List.of());
    scene.assertCommits();
  }

  @ParameterizedTest
  @MethodSource("setups")
  void aTableReplacedWhileACommitIsMadeGetsNoneOfIt(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(scene.deltas());
    List<Delta<ContentFile<?>>> deltas = scene.deltas();
    scene.interrupt(() -> scene.owner.replace(MergedTable.SCHEMA));

    assertThat(MergedTable.isLanded(scene.settle(deltas), deltas)).isFalse();
    assertThat(scene.table.rows()).isEmpty();
    scene.restartFrom(List.of());
    scene.assertCommits();
  }

  @ParameterizedTest
  @MethodSource("setups")
  void aKeyColumnThatAReplacedTableHasAnewIsAnotherColumn(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(scene.deltas());
    int old = scene.table.table().schema().findField("id").fieldId();
    scene.owner.replace(TypeUtil.selectNot(MergedTable.SCHEMA, Set.of(1)));
    scene.owner.replace(MergedTable.SCHEMA);

    assertThat(scene.table.table().schema().findField("id").fieldId()).isNotEqualTo(old);
    scene.restartFrom(List.of());
    scene.assertCommits();
  }

  @Test
  void whatOthersAppendToAnEmptyTableWhileItsFirstCommitIsMadeIsReplaced() {
    Scene scene =
        new Scene(
            new Setup(DeleteMode.COPY_ON_WRITE, 1, "region", List.of("id"), List.of("at"), "avro"));
    scene.interrupt(() -> scene.table.append(new Object[] {1L, "c", "us", 1L, 0}));

    scene.commit(scene.deltas());
    assertThat(scene.table.rows()).containsExactlyInAnyOrderElementsOf(scene.model.values());
  }

  @ParameterizedTest
  @MethodSource("setups")
  void aCommitThatCannotBeSeenAnyMoreKeepsItsFiles(Setup setup) {
    Scene scene = new Scene(setup);
    scene.commit(scene.deltas());
    scene.table.catalog().showOnlyNewest();
    List<Delta<ContentFile<?>>> deltas = scene.deltas();
    scene
        .table
        .catalog()
        .next(
            apply -> {
              apply.run();
              scene.table.append(new Object[] {77L, "c", "us", 1L, 0});
              throw new CommitFailedException("sent twice");
            });
    scene.model.put(77L, List.of(77L, "c", "us", 1L, 0));

    scene.settle(deltas);
    assertThat(ReachableFiles.missingOf(scene.table.table())).isEmpty();
    assertThat(scene.table.rows()).containsExactlyInAnyOrderElementsOf(scene.model.values());
    scene.assertCommits();
  }

  /** A table whose rows change over and over, and a map that says what is in it. */
  private final class Scene {
    private final MergedTable table;
    private final TableOwner owner;
    private final TableCommitter committer;
    private final Map<Long, List<Object>> model = new HashMap<>();
    private long time = 100;

    private Scene(Setup setup) {
      this.table = new MergedTable(setup, folder.resolve("spool"));
      this.owner = new TableOwner(table);
      KeyIndex index =
          KeyIndex.open(folder.resolve("index"), 1 << 20, Runnable::run, IndexListener.NONE);
      this.committer =
          table.committer(
              new Merger(
                  // Without a cache of positions, delete files are read too.
                  new Merger.Means(
                      index, new PositionCache(0), Map.of(), Spooling.of(Path.of("unused"), 1))),
              new RowDeltas());
    }

    /** Two that change rows of the table and of each other; something is late. */
    private List<Delta<ContentFile<?>>> deltas() {
      time += 10;
      List<Delta<ContentFile<?>>> deltas = new ArrayList<>();
      deltas.add(
          table.delta(
              Ledger.FIRST,
              changes -> {
                upsert(changes, 1, "eu");
                upsert(changes, 2, "eu");
                upsert(changes, 3, "us");
                upsert(changes, 10 + time, "eu");
              }));
      deltas.add(
          table.delta(
              Ledger.SECOND,
              changes -> {
                upsert(changes, 2, "us");
                changes.upsert(1L, "c", "us", time - 5, 0);
                changes.deleteByKey(3, "c");
                model.remove(3L);
                upsert(changes, 4, "eu");
                move(changes, 10 + time);
                move(changes, time);
              }));
      return deltas;
    }

    /** Of a row of the delta before, or of the commit before. */
    private void move(MergedTable.Changes changes, long id) {
      changes.patch(Set.of("at", "region"), id, "c", "us", time, null);
      Object kept = model.containsKey(id) ? model.get(id).get(4) : null;
      model.put(id, Arrays.asList(id, "c", "us", time, kept));
    }

    private void upsert(MergedTable.Changes changes, long id, String region) {
      List<Object> row = List.of(id, "c", region, time, (int) time);
      changes.upsert(row.toArray());
      model.put(id, row);
    }

    private Settlement settle(List<Delta<ContentFile<?>>> deltas) {
      return MergedTable.settle(committer, deltas);
    }

    private void commit(List<Delta<ContentFile<?>>> deltas) {
      Settlement settlement = settle(deltas);
      assertThat(MergedTable.isLanded(settlement, deltas)).as("%s", settlement).isTrue();
    }

    private void assertCommits() {
      commit(deltas());
      commit(deltas());
      assertThat(table.rows()).containsExactlyInAnyOrderElementsOf(model.values());
      assertThat(ReachableFiles.missingOf(table.table())).isEmpty();
    }

    /** The next commit finds that somebody did this since it was prepared. */
    private void interrupt(Runnable action) {
      table
          .catalog()
          .next(
              apply -> {
                action.run();
                throw new CommitFailedException("conflict");
              });
    }

    /** Tasks go on from what the table has. */
    private void restartFrom(List<List<Object>> rows) {
      table.rewindTo(committer.load(table.ref()).committed());
      model.clear();
      rows.forEach(row -> model.put((Long) row.get(0), row));
    }

    /** Newer files of rows and deletes that nothing refers to. */
    private Set<String> orphansBeside(List<String> known) {
      Set<String> orphans = new TreeSet<>(table.dataFiles());
      orphans.removeAll(Set.copyOf(known));
      orphans.removeAll(ReachableFiles.of(table.table()));
      return orphans;
    }
  }
}
