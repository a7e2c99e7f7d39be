package io.frazil.connector.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Changelogs that tell an update in two records, its row before and its row after, from records to
 * rows: in one delta, in two of one commit, and in two commits.
 */
class ChangeImagesTest {
  private static final String[] BEFORE_IS_A_DELETE = {
    "iceberg.tables.cdc-op-map", "UPDATE_BEFORE:delete, -U:delete"
  };
  private static final String[] QUICKER_FILES = {
    "iceberg.tables.auto-create-props.write.format.default", "avro"
  };
  private static final String[] A_DELTA_FOR_EACH_ROW = {"iceberg.write.flush-rows", "1"};

  @TempDir private Path folder;
  private long offset;

  static Stream<MirrorKind> kinds() {
    return MirrorKind.all();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theRowIsThatAfterTheUpdate(MirrorKind kind) {
    for (RunningWorker worker : List.of(worker(kind), worker(kind, A_DELTA_FOR_EACH_ROW))) {
      worker.put(change("INSERT", 1, "a"), change("INSERT", 2, "b"), change("+I", 3, "c"));
      worker.commit();
      worker.put(
          change("UPDATE_BEFORE", 1, "a"),
          change("UPDATE_AFTER", 1, "A"),
          change("DELETE", 2, "b"),
          change("-U", 3, "c"),
          change("+U", 3, "C"));
      worker.commit();

      assertThat(rows(worker))
          .containsExactly(Map.of("id", 1L, "name", "A"), Map.of("id", 3L, "name", "C"));
      assertThat(worker.skips).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void betweenTwoCommitsTheRowBeforeStays(MirrorKind kind) {
    RunningWorker worker = worker(kind);
    worker.put(change("INSERT", 1, "a"));
    worker.commit();
    worker.put(change("UPDATE_BEFORE", 1, "a"));
    worker.commit();
    assertThat(rows(worker)).containsExactly(Map.of("id", 1L, "name", "a"));
    assertThat(worker.preCommit(2).get(RunningWorker.kafka(0)).offset()).isEqualTo(2);

    worker.put(change("UPDATE_AFTER", 1, "A"));
    worker.commit();
    assertThat(rows(worker)).containsExactly(Map.of("id", 1L, "name", "A"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theRowOfAChangedKeyStaysUnlessTheRowBeforeIsTakenForADelete(MirrorKind kind) {
    RunningWorker standard = worker(kind);
    RunningWorker deleting = worker(kind, BEFORE_IS_A_DELETE);
    for (RunningWorker worker : List.of(standard, deleting)) {
      worker.put(change("INSERT", 1, "a"));
      worker.commit();
      worker.put(change("UPDATE_BEFORE", 1, "a"), change("UPDATE_AFTER", 2, "a"));
      worker.commit();
    }

    assertThat(rows(standard))
        .containsExactly(Map.of("id", 1L, "name", "a"), Map.of("id", 2L, "name", "a"));
    assertThat(rows(deleting)).containsExactly(Map.of("id", 2L, "name", "a"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void takenForADeleteTheRowBeforeGoesWhereverTheUpdateIsCut(MirrorKind kind) {
    RunningWorker worker = worker(kind, with(BEFORE_IS_A_DELETE, A_DELTA_FOR_EACH_ROW));
    worker.put(change("INSERT", 1, "a"), change("INSERT", 2, "b"));
    worker.commit();
    worker.put(
        change("UPDATE_BEFORE", 1, "a"),
        change("UPDATE_AFTER", 1, "A"),
        change("-U", 1, "A"),
        change("+U", 3, "A"),
        change("UPDATE_BEFORE", 2, "b"));
    worker.commit();
    assertThat(rows(worker)).containsExactly(Map.of("id", 3L, "name", "A"));

    worker.put(change("UPDATE_AFTER", 2, "B"), change("UPDATE_BEFORE", 3, "A"));
    worker.commit();
    worker.put(change("UPDATE_AFTER", 4, "A"));
    worker.commit();
    assertThat(rows(worker))
        .containsExactly(Map.of("id", 2L, "name", "B"), Map.of("id", 4L, "name", "A"));
  }

  @Test
  void takenForADeleteTheRowBeforeIsFlaggedWhereDeletedRowsStay() {
    RunningWorker worker =
        worker(
            MirrorKind.all().findFirst().orElseThrow(),
            with(BEFORE_IS_A_DELETE, "iceberg.tables.delete-handling", "soft"));
    worker.put(change("INSERT", 1, "a"), change("INSERT", 2, "b"));
    worker.commit();
    worker.put(
        change("UPDATE_BEFORE", 1, "a"),
        change("UPDATE_AFTER", 1, "A"),
        change("UPDATE_BEFORE", 2, "b"),
        change("UPDATE_AFTER", 3, "b"));
    worker.commit();

    assertThat(rows(worker))
        .containsExactly(
            Map.of("id", 1L, "name", "A", "_deleted", false),
            Map.of("id", 2L, "name", "b", "_deleted", true),
            Map.of("id", 3L, "name", "b", "_deleted", false));
  }

  @Test
  void aTableThatKeepsEveryRecordHasBothRowsWithTheirOperations() {
    RunningWorker worker =
        worker(
            MirrorKind.all().findFirst().orElseThrow(),
            with(A_DELTA_FOR_EACH_ROW, "iceberg.tables.write-mode", "append"));
    worker.put(change("INSERT", 1, "a"), change("UPDATE_BEFORE", 1, "a"));
    worker.commit();
    worker.put(change("UPDATE_AFTER", 2, "a"), change("DELETE", 2, "a"));
    worker.commit();

    assertThat(rows(worker))
        .containsExactlyInAnyOrder(
            Map.of("op", "INSERT", "id", 1L, "name", "a"),
            Map.of("op", "UPDATE_BEFORE", "id", 1L, "name", "a"),
            Map.of("op", "UPDATE_AFTER", "id", 2L, "name", "a"),
            Map.of("op", "DELETE", "id", 2L, "name", "a"));
    assertThat(worker.skips).isZero();
  }

  private RunningWorker worker(MirrorKind kind, String... settings) {
    offset = 0;
    return kind.worker(folder, with(settings, QUICKER_FILES));
  }

  private static String[] with(String[] some, String... others) {
    return Stream.of(some, others).flatMap(Arrays::stream).toArray(String[]::new);
  }

  private static List<Map<String, Object>> rows(RunningWorker worker) {
    return Rows.of(worker.table("db.t"));
  }

  private SinkRecord change(String operation, long id, String name) {
    Map<String, Object> row = Map.of("op", operation, "id", id, "name", name);
    return new SinkRecord("orders", 0, null, null, null, row, offset++);
  }
}
