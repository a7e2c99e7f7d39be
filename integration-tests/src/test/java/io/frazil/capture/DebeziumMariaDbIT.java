package io.frazil.capture;

import io.frazil.cluster.ConnectorRequest;
import io.frazil.cluster.RunningCluster;
import io.frazil.server.Servers;
import io.frazil.source.Sql;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The example of MariaDB. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class DebeziumMariaDbIT {
  private static final String ROWS = "SELECT * FROM shop.orders";

  @RegisterExtension
  static final RunningCluster RUNNING =
      RunningCluster.with(
          settings ->
              settings
                  .withEnvironment(Servers.mariaDb().environment())
                  .withWorkerSetting("offset.flush.interval.ms", "1000")
                  .withPlugins(settings.installation().sourcePlugins()));

  private final OrderChanges changes =
      new OrderChanges(
          "shop.orders",
          List.of(
              Column.orNull("changed_at", "datetime(6)", Column::timestamp),
              Column.orNull("details", "json", Column::json)),
          Column.orNull("sent_at", "datetime(6)", Column::timestamp),
          new Random().nextLong());

  @Test
  void theTableIsTheDatabasesThroughSnapshotChangesAndTheLossOfTheWorker() {
    try (Sql database = Servers.mariaDb().connect()) {
      database.execute("CREATE DATABASE shop CHARACTER SET utf8mb4");
      database.execute(changes.creation());
      database.transaction(changes.inserts(50));

      Capture capture = Capture.start(RUNNING, "debezium-mariadb");
      capture.awaitMirror(database, ROWS);
      Losses.surviveOneOfTheWorker(
          RUNNING, capture, () -> database.transaction(changes.transaction()));
      changes.remaining().forEach(database::transaction);

      capture.awaitMirrorBut(OrderChanges.droppedColumn(), database, ROWS);
    } finally {
      System.out.printf("debezium-mariadb: %s%n", changes);
    }
  }

  @Test
  void recordsNameTheTablesThatOneSinkCreatesAndATruncateEmptiesOne() {
    ConnectorRequest source =
        Capture.example("debezium-mariadb/source.json")
            .withName("stock-source")
            .with("topic.prefix", "stock")
            .with("database.server.id", "18406")
            .with("database.include.list", "stock")
            .with("table.include.list", "stock.items,stock.shelves")
            .with("schema.history.internal.kafka.topic", "stock-schema-history")
            .with("skipped.operations", "none")
            .with("topic.creation.default.partitions", "1");
    ConnectorRequest sink =
        Capture.example("debezium-mariadb/sink.json")
            .withName("stock-mirrors")
            .with("topics", "stock.stock.items,stock.stock.shelves")
            .with("iceberg.tables", "")
            .with("iceberg.tables.dynamic-enabled", "true")
            .with("iceberg.tables.route-field", "_cdc.target")
            .with("transforms.unwrap.target.pattern", "mirror.{table}")
            .with("iceberg.tables.behavior-on-truncate", "apply");
    try (Sql database = Servers.mariaDb().connect()) {
      database.execute("CREATE DATABASE stock CHARACTER SET utf8mb4");
      database.execute("CREATE TABLE stock.items (id integer PRIMARY KEY, name varchar(20))");
      database.execute(
          "CREATE TABLE stock.shelves"
              + " (hall varchar(2), shelf integer, item integer, PRIMARY KEY (shelf, hall))");
      database.execute("INSERT INTO stock.items VALUES (1, 'Hose'), (2, 'Lamp')");
      database.execute("INSERT INTO stock.shelves VALUES ('A', 1, 1), ('A', 2, 2), ('B', 1, 2)");

      Capture both = Capture.start(RUNNING, source, sink);
      Capture items = both.of("stock.stock.items", "mirror.items");
      Capture shelves = both.of("stock.stock.shelves", "mirror.shelves");
      items.awaitMirror(database, "SELECT * FROM stock.items");
      shelves.awaitMirror(database, "SELECT * FROM stock.shelves");
      database.transaction(
          List.of(
              "DELETE FROM stock.items WHERE id = 1",
              "UPDATE stock.shelves SET item = 2 WHERE shelf = 1",
              "INSERT INTO stock.items VALUES (3, 'Desk')",
              "DELETE FROM stock.shelves WHERE shelf = 2"));
      database.execute("TRUNCATE TABLE stock.shelves");
      database.execute("INSERT INTO stock.shelves VALUES ('B', 1, 3), ('C', 1, 3)");
      items.awaitMirror(database, "SELECT * FROM stock.items");
      shelves.awaitMirror(database, "SELECT * FROM stock.shelves");

      database.execute("DELETE FROM stock.items");
      database.execute("INSERT INTO stock.items VALUES (4, 'Sofa')");
      items.awaitMirror(database, "SELECT * FROM stock.items");
    }
  }
}
