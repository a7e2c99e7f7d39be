package io.frazil.connector.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Connectors that write to one table at the same time, to its rows or to branches of their own. */
class SeveralConnectorsTest {
  private static final int KEYS = 10;
  private static final int STEPS = 40;

  @TempDir private Path folder;
  private final FlakyCatalog catalog = new FlakyCatalog();

  static Stream<MirrorKind> kinds() {
    return MirrorKind.all();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void withKeysOfTheirOwnTheyLoseAndDoubleNothing(MirrorKind kind) {
    for (long seed = 1; seed <= 3; seed++) {
      run(kind, new FlakyCatalog(), seed);
    }
  }

  private void run(MirrorKind kind, FlakyCatalog shared, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Connector> connectors =
        List.of(connector(kind, shared, "one", 0, seed), connector(kind, shared, "two", 1, seed));
    // Both have the table open before either of them commits.
    connectors.forEach(connector -> connector.change(random));
    for (int step = 0; step < STEPS; step++) {
      Connector acting = connectors.get(random.nextInt(2));
      Connector other = connectors.get(acting == connectors.get(0) ? 1 : 0);
      switch (random.nextInt(4)) {
        case 0 -> acting.worker.commit();
        case 1 -> {
          shared.beforeNextCommit(other.worker::commit);
          acting.worker.commit();
          if (shared.isSomebodyWaiting()) {
            shared.beforeNextCommit(() -> {});
          }
        }
        default -> acting.change(random);
      }
    }
    connectors.forEach(connector -> connector.worker.commit());

    Map<Integer, String> expected = new TreeMap<>(connectors.get(0).rows);
    expected.putAll(connectors.get(1).rows);
    assertThat(rows(connectors.get(0).worker.table("db.t"), "main"))
        .as("seed %d", seed)
        .containsExactlyEntriesOf(expected);
    connectors.forEach(
        connector ->
            assertThat(connector.worker.committed("db.t").toString())
                .as("seed %d", seed)
                .contains(Long.toString(connector.offset)));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void eachOnABranchOfItsOwnTheyDoNotMeet(MirrorKind kind) {
    RunningWorker one = branch(kind, "one", "main");
    RunningWorker two = branch(kind, "two", "audit");
    RunningWorker three = branch(kind, "three", "dev");
    one.put(RunningWorker.upsert(0, 0, 1, "a"), RunningWorker.upsert(0, 1, 2, "b"));
    one.commit();
    two.put(RunningWorker.upsert(0, 0, 1, "A"), RunningWorker.delete(0, 1, 2));
    three.put(RunningWorker.upsert(0, 0, 3, "c"));
    catalog.beforeNextCommit(three::commit);
    two.commit();
    one.put(RunningWorker.upsert(0, 2, 1, "aa"));
    one.commit();
    two.put(RunningWorker.upsert(0, 2, 4, "D"));
    three.put(RunningWorker.delete(0, 1, 3));
    catalog.beforeNextCommit(two::commit);
    three.commit();

    Table table = one.table("db.t");
    assertThat(rows(table, "main")).isEqualTo(Map.of(1, "aa", 2, "b"));
    assertThat(rows(table, "audit")).isEqualTo(Map.of(1, "A", 4, "D"));
    assertThat(rows(table, "dev")).isEqualTo(Map.of(1, "a", 2, "b"));
  }

  private RunningWorker branch(MirrorKind kind, String name, String branch) {
    return kind.worker(
        catalog,
        folder.resolve(name),
        "name",
        name,
        "iceberg.tables.default-commit-branch",
        branch);
  }

  private Connector connector(
      MirrorKind kind, FlakyCatalog shared, String name, int remainder, long seed) {
    return new Connector(kind.worker(shared, folder.resolve(name + seed), "name", name), remainder);
  }

  private static Map<Integer, String> rows(Table table, String branch) {
    Map<Integer, String> rows = new TreeMap<>();
    List<Integer> doubled = new ArrayList<>();
    try (CloseableIterable<Record> records =
        IcebergGenerics.read(table).useSnapshot(table.refs().get(branch).snapshotId()).build()) {
      for (Record row : records) {
        Integer id = (Integer) row.getField("id");
        if (rows.put(id, (String) row.getField("name")) != null) {
          doubled.add(id);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(doubled).isEmpty();
    return rows;
  }

  /** A connector whose keys have one remainder by two, and the rows that it should have. */
  private static final class Connector {
    private final RunningWorker worker;
    private final int remainder;
    private final Map<Integer, String> rows = new HashMap<>();
    private long offset;

    private Connector(RunningWorker worker, int remainder) {
      this.worker = worker;
      this.remainder = remainder;
    }

    private void change(SplittableRandom random) {
      int id = 2 * random.nextInt(KEYS) + remainder;
      if (offset > 0 && random.nextInt(3) == 0) {
        rows.remove(id);
        worker.put(RunningWorker.delete(0, offset++, id));
      } else {
        String name = "v" + offset;
        rows.put(id, name);
        worker.put(RunningWorker.upsert(0, offset++, id, name));
      }
    }
  }
}
