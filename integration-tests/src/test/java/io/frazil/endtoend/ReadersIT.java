package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.SharedCluster;
import io.frazil.engine.SharedEngine;
import io.frazil.engine.Trino;
import io.frazil.table.SnapshotInfo;
import io.frazil.table.TableReader;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same stream in tables of all delete modes, read by programs that do not know the connector.
 * One table for each mode; all kinds of tables with {@code -Dfrazil.readers=all}.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ReadersIT {
  @RegisterExtension static final SharedCluster RUNNING = new SharedCluster();
  @RegisterExtension static final SharedEngine SPARK = SharedEngine.spark();

  @RegisterExtension static final SharedEngine TRINO = SharedEngine.trino();

  private static final int BATCHES = 6;

  private List<Mirrors> mirrors = List.of();

  /** A table that is read. */
  private record Subject(Mirrors mirrors, MirrorTable table) {
    String sqlName() {
      return mirrors.sqlName(table);
    }

    @Override
    public String toString() {
      return sqlName();
    }
  }

  @BeforeAll
  void writeTheStream() {
    long seed = Long.getLong("frazil.seed", new Random().nextLong());
    mirrors =
        DeleteMode.TESTED.stream()
            .map(mode -> Mirrors.create(RUNNING, "readers", mode, tables(mode), seed))
            .toList();
    mirrors.forEach(Mirrors::start);
    for (int batch = 0; batch < BATCHES; batch++) {
      mirrors.forEach(each -> each.send(40));
      mirrors.forEach(Mirrors::awaitApplied);
    }
    mirrors.forEach(each -> SPARK.attach(each.catalog()));
  }

  private static List<MirrorTable> tables(DeleteMode mode) {
    return System.getProperty("frazil.readers", "").equals("all")
        ? MirrorTable.all(mode)
        : List.of(MirrorTable.hardest(mode));
  }

  @AfterAll
  void close() {
    mirrors.forEach(Mirrors::close);
  }

  Stream<Subject> subjects() {
    return mirrors.stream()
        .flatMap(each -> each.tables().stream().map(table -> new Subject(each, table)));
  }

  Stream<Subject> copiedOnWrite() {
    return subjects().filter(each -> each.mirrors().mode() == DeleteMode.COPY_ON_WRITE);
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void icebergsOwnReaderSeesTheModel(Subject subject) {
    Mirrors mirrors = subject.mirrors();
    mirrors.check(
        subject.table(), "IcebergGenerics", mirrors.look(subject.table(), TableReader::rows));
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void sparkSeesTheModel(Subject subject) {
    subject
        .mirrors()
        .check(
            subject.table(), "Spark", SPARK.query("SELECT * FROM %s".formatted(subject.sqlName())));
  }

  @ParameterizedTest
  @MethodSource("subjects")
  @EnabledIfSystemProperty(named = Trino.JAVA_HOME, matches = ".+")
  void trinoSeesTheModel(Subject subject) {
    TRINO.attach(subject.mirrors().catalog());
    subject
        .mirrors()
        .check(
            subject.table(), "Trino", TRINO.query("SELECT * FROM %s".formatted(subject.sqlName())));
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void sparkSeesEachSnapshotAsTheModelWasThen(Subject subject) {
    Mirrors mirrors = subject.mirrors();
    List<SnapshotInfo> snapshots = mirrors.look(subject.table(), TableReader::snapshots);

    assertThat(snapshots).hasSizeGreaterThanOrEqualTo(BATCHES);
    for (SnapshotInfo snapshot : snapshots) {
      assertThat(
              SPARK.query(
                  "SELECT * FROM %s VERSION AS OF %d".formatted(subject.sqlName(), snapshot.id())))
          .as("%s at snapshot %d, of %s", subject, snapshot.id(), mirrors.stream())
          .containsExactlyInAnyOrderElementsOf(mirrors.stream().rowsAt(mirrors.offset(snapshot)));
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("copiedOnWrite")
  void sparksChangelogLeadsToTheModel(Subject subject) {
    SPARK.query(
        "CALL %s.system.create_changelog_view(table => '%s', changelog_view => 'changes', identifier_columns => array('id'))"
            .formatted(subject.mirrors().catalog().name(), subject.table().name()));
    NavigableMap<Object, NavigableMap<String, Object>> rows = new TreeMap<>();
    SPARK
        .query("SELECT * FROM changes ORDER BY _change_ordinal, _change_type DESC")
        .forEach(change -> apply(change, rows));
    subject.mirrors().check(subject.table(), "Spark's changelog", rows.values());
  }

  private static void apply(
      Map<String, Object> change, Map<Object, NavigableMap<String, Object>> rows) {
    NavigableMap<String, Object> row = new TreeMap<>(change);
    row.keySet().removeIf(column -> column.startsWith("_"));
    switch ((String) change.get("_change_type")) {
      case "INSERT", "UPDATE_AFTER" -> rows.put(change.get("id"), row);
      case "DELETE" -> rows.remove(change.get("id"));
      case "UPDATE_BEFORE" -> assertThat(rows.get(change.get("id"))).isEqualTo(row);
      default -> throw new IllegalArgumentException("Unknown change: " + change);
    }
  }
}
