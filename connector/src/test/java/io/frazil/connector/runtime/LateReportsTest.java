package io.frazil.connector.runtime;

import static io.frazil.connector.runtime.RunningWorker.delete;
import static io.frazil.connector.runtime.RunningWorker.kafka;
import static io.frazil.connector.runtime.RunningWorker.upsert;
import static io.frazil.connector.runtime.RunningWorker.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.merge.DeleteMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.Table;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reports that come late, twice, or never, from records to rows. */
class LateReportsTest {
  @TempDir private Path folder;
  private final FlakyCatalog catalog = new FlakyCatalog();

  static Stream<MirrorKind> kinds() {
    return MirrorKind.all();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatALeaderThatIsGoneHeardIsCommittedByTheNextInItsOrder(MirrorKind kind) {
    RunningWorker worker = kind.worker(folder);
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    List<ControlEvent<ContentFile<?>>> late = worker.startCommit();
    assertThat(worker.preCommit(2).get(kafka(0)).offset()).isZero();

    worker.put(delete(0, 2, 1), upsert(0, 3, 2, "rob"));
    List<ControlEvent<ContentFile<?>>> next = worker.startCommit();
    assertThat(written(next)).hasSize(2);
    worker.settle(next);
    assertThat(Rows.of(worker.table("db.t"))).containsExactly(Map.of("id", 2, "name", "rob"));
    assertThat(worker.preCommit(4).get(kafka(0)).offset()).isEqualTo(4);

    worker.settle(late);
    assertThat(Rows.of(worker.table("db.t"))).containsExactly(Map.of("id", 2, "name", "rob"));
    assertThat(addedFiles(worker.table("db.t"))).doesNotHaveDuplicates();
  }

  @Test
  void aReportThatIsHeardAgainAddsNothing() {
    RunningWorker worker = appending("one");
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    List<ControlEvent<ContentFile<?>>> report = worker.startCommit();
    worker.settle(report);
    worker.put(upsert(0, 2, 3, "cyd"));
    List<ControlEvent<ContentFile<?>>> next = worker.startCommit();

    worker.settle(report);
    worker.settle(next);
    worker.settle(report);

    assertThat(worker.rowCount("db.t")).isEqualTo(3);
    assertThat(addedFiles(worker.table("db.t"))).hasSize(2).doesNotHaveDuplicates();
  }

  @Test
  void aPartitionThatMovesBetweenReportAndCommitIsReadOnFromThatReport() {
    RunningWorker one = appending("one");
    one.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    List<ControlEvent<ContentFile<?>>> before = one.startCommit();
    one.close(0);
    RunningWorker two = appending("two");
    assertThat(two.context.seeks).isEqualTo(Map.of(kafka(0), 0L));
    two.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"), upsert(0, 2, 3, "cyd"));
    List<ControlEvent<ContentFile<?>>> after = two.startCommit();

    two.settle(before);
    assertThat(two.context.seeks).isEqualTo(Map.of(kafka(0), 2L));
    two.settle(after);
    assertThat(two.rows("db.t")).isEqualTo(Map.of(1, "ada", 2, "bob"));
    two.put(upsert(0, 2, 3, "cyd"));
    two.commit();

    assertThat(two.rowCount("db.t")).isEqualTo(3);
    one.open(0);
    assertThat(one.context.seeks).isEqualTo(Map.of(kafka(0), 3L));
  }

  @Test
  void aPartitionThatMovesBetweenReportAndCommitMayBeReportedByItsNewOwnerFirst() {
    RunningWorker one = appending("one");
    one.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    List<ControlEvent<ContentFile<?>>> before = one.startCommit();
    one.close(0);
    RunningWorker two = appending("two");
    two.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"), upsert(0, 2, 3, "cyd"));
    two.commit();

    two.settle(before);

    assertThat(two.rowCount("db.t")).isEqualTo(3);
  }

  @Test
  void whatCannotBeReportedWhenPartitionsAreGivenUpIsReadAgain() {
    RunningWorker worker = appending("one");
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    worker.control.producer.sendException = new TimeoutException("no answer");
    worker.close(0);

    worker.open(0);
    assertThat(worker.context.seeks).isEqualTo(Map.of(kafka(0), 0L));
    worker.put();
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    worker.commit();

    assertThat(worker.rowCount("db.t")).isEqualTo(2);
  }

  private RunningWorker appending(String index) {
    RunningWorker worker =
        RunningWorker.merging(
            catalog, folder.resolve(index), DeleteMode.AUTO, "iceberg.tables.write-mode", "append");
    worker.open(0);
    return worker;
  }

  private static List<String> addedFiles(Table table) {
    List<String> added = new ArrayList<>();
    table
        .snapshots()
        .forEach(
            snapshot ->
                SnapshotChanges.builderFor(table)
                    .snapshot(snapshot)
                    .build()
                    .addedDataFiles()
                    .forEach(file -> added.add(file.location())));
    return added;
  }
}
