package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.SharedCluster;
import io.frazil.engine.EmbeddedCatalog;
import io.frazil.table.SnapshotInfo;
import io.frazil.table.TableReader;
import io.frazil.table.Warehouse;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.Function;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Tables of one delete mode that mirror one stream of {@link MovingRows}: a pipeline whose tables
 * others may change as well, so that the newest snapshot need not be the connector's.
 */
record Mirrors(Pipeline pipeline, DeleteMode mode, List<MirrorTable> tables, MovingRows stream)
    implements AutoCloseable {
  /** Creates topic and tables; the connector waits for {@link #start}. */
  static Mirrors create(
      SharedCluster running, String name, DeleteMode mode, List<MirrorTable> tables, long seed) {
    String fullName = name + "_" + mode.option().replace('-', '_');
    Pipeline pipeline =
        Pipeline.create(running.cluster(), running.warehouse(), fullName, 1)
            // Part of the tables' identity in this catalog: engines have to use the same.
            .with("iceberg.catalog", fullName)
            .with(
                "iceberg.tables", String.join(",", tables.stream().map(MirrorTable::name).toList()))
            .with("iceberg.tables.default-id-columns", "id")
            .with("iceberg.tables.delete-mode", mode.option())
            .without("iceberg.table.%s.id-columns".formatted(Pipeline.MIRROR))
            .without("iceberg.table.%s.write-mode".formatted(Pipeline.HISTORY));
    Mirrors mirrors =
        new Mirrors(pipeline, mode, List.copyOf(tables), new MovingRows(fullName, seed));
    System.out.printf("%s: %s%n", fullName, mirrors.stream);
    try (Warehouse warehouse = pipeline.open()) {
      ((SupportsNamespaces) warehouse.catalog()).createNamespace(Namespace.of("db"));
      tables.forEach(table -> table.createIn(warehouse.catalog()));
    }
    return mirrors;
  }

  Mirrors start() {
    pipeline.start(1);
    return this;
  }

  EmbeddedCatalog catalog() {
    return new EmbeddedCatalog(pipeline.name(), pipeline.folder());
  }

  /** The name of a table for Spark and Trino. */
  String sqlName(MirrorTable table) {
    return pipeline.name() + "." + table.name();
  }

  Mirrors send(int count) {
    pipeline.topics().send(stream.next(count));
    return this;
  }

  /** Sends changes until the load is closed; nobody else may use the stream meanwhile. */
  Load keepSending() {
    return Load.of(() -> send(10));
  }

  /** Waits until the connector has brought all tables to the end of the topic. */
  Mirrors awaitApplied() {
    for (MirrorTable table : tables) {
      await("the end of the topic", table)
          .untilAsserted(() -> assertThat(reached(table)).isEqualTo(stream.end()));
    }
    return this;
  }

  /** Waits until the connector commits to the table once more. */
  void awaitCommit(MirrorTable table) {
    long before = reached(table);
    await("a commit", table).until(() -> reached(table) > before);
  }

  private ConditionFactory await(String what, MirrorTable table) {
    return Awaitility.await("%s in %s".formatted(what, sqlName(table)))
        .atMost(Pipeline.LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(100));
  }

  /** The offset that the connector's newest snapshot has brought a table to. */
  private long reached(MirrorTable table) {
    return look(table, TableReader::snapshots).stream().mapToLong(this::offset).max().orElse(0);
  }

  /** The offset that a snapshot has brought its table to; 0 if it is another program's. */
  long offset(SnapshotInfo snapshot) {
    return snapshot.offsets(pipeline.name()).getOrDefault(pipeline.name() + "-0", 0L);
  }

  <T> T look(MirrorTable table, Function<TableReader, T> question) {
    return pipeline.look(table.name(), question);
  }

  /** The rows that a reader has seen in a table are those of the model. */
  void check(MirrorTable table, String reader, Collection<NavigableMap<String, Object>> seen) {
    assertThat(seen)
        .as("%s as %s sees it, after %s", sqlName(table), reader, stream)
        .containsExactlyInAnyOrderElementsOf(stream.rows());
  }

  /**
   * Each snapshot, also those of programs that only moved rows, holds the rows of the offset that
   * was reached by then. What a later change of the same key mends is still seen here.
   */
  void checkSnapshots(MirrorTable table) {
    try (Warehouse warehouse = pipeline.open()) {
      TableReader reader = warehouse.table(table.name()).orElseThrow();
      long reached = 0;
      for (SnapshotInfo snapshot : reader.snapshots()) {
        reached = Math.max(reached, offset(snapshot));
        List<NavigableMap<String, Object>> rows = reader.rows(snapshot.id());
        assertThat(rows)
            .as("%s at snapshot %s, of %s", sqlName(table), snapshot, stream)
            .containsExactlyInAnyOrderElementsOf(stream.rowsAt(reached));
      }
    }
  }

  @Override
  public void close() {
    pipeline.close();
  }
}
