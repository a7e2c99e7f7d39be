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

/** The example of PostgreSQL. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class DebeziumPostgresIT {
  private static final String ROWS = "SELECT * FROM orders";

  @RegisterExtension
  static final RunningCluster RUNNING =
      RunningCluster.with(
          settings ->
              settings
                  .withEnvironment(Servers.postgres().environment())
                  .withWorkerSetting("offset.flush.interval.ms", "1000")
                  .withPlugins(settings.installation().postgresPlugins()));

  private final OrderChanges changes =
      new OrderChanges(
          "orders",
          List.of(
              Column.orNull("changed_at", "timestamp", Column::timestamp),
              Column.orNull("paid_at", "timestamptz", Column::zonedTimestamp),
              Column.orNull("reference", "uuid", Column::uuid),
              Column.orNull("exact", "numeric", Column::anyDecimal),
              Column.orNull("details", "jsonb", Column::json),
              Column.orNull("lots", "integer[]", Column::numbers),
              Column.orNull("tags", "text[]", Column::words)),
          Column.orNull("sent_at", "timestamptz", Column::zonedTimestamp),
          new Random().nextLong());

  @Test
  void theTableIsTheDatabasesThroughSnapshotChangesAndTheLossOfTheWorker() {
    try (Sql database = Servers.postgres().connect()) {
      database.execute(changes.creation());
      database.transaction(changes.inserts(50));

      Capture capture = Capture.start(RUNNING, "debezium-postgres");
      capture.awaitMirror(database, ROWS);
      Losses.surviveOneOfTheWorker(
          RUNNING, capture, () -> database.transaction(changes.transaction()));
      changes.remaining().forEach(database::transaction);

      capture.awaitMirrorBut(OrderChanges.droppedColumn(), database, ROWS);
    } finally {
      System.out.printf("debezium-postgres: %s%n", changes);
    }
  }

  @Test
  void oneSinkMirrorsEachTableOfASchemaAndATruncateEmptiesOne() {
    ConnectorRequest source =
        Capture.example("debezium-postgres/source.json")
            .withName("stock-source")
            .with("topic.prefix", "stock")
            .with("slot.name", "stock")
            .with("publication.name", "stock")
            .with("table.include.list", "public.items,public.shelves")
            .with("replica.identity.autoset.values", "public.items:FULL,public.shelves:FULL")
            .with("skipped.operations", "none")
            .with("topic.creation.default.partitions", "1");
    ConnectorRequest sink =
        Capture.example("debezium-postgres/sink-all-tables.json")
            .with("topics.regex", "stock\\.public\\..+")
            .with("iceberg.tables.topic-to-table-map", "stock\\.public\\.(.+):stock.$1")
            .with("iceberg.tables.behavior-on-truncate", "apply");
    try (Sql database = Servers.postgres().connect()) {
      database.execute("CREATE TABLE items (id integer PRIMARY KEY, name text)");
      database.execute(
          "CREATE TABLE shelves (hall text, shelf integer, item integer, PRIMARY KEY (hall, shelf))");
      database.execute("INSERT INTO items VALUES (1, 'Hose'), (2, 'Lamp')");
      database.execute("INSERT INTO shelves VALUES ('A', 1, 1), ('A', 2, 2), ('B', 1, 2)");

      Capture both = Capture.start(RUNNING, source, sink);
      Capture items = both.of("stock.public.items", "stock.items");
      Capture shelves = both.of("stock.public.shelves", "stock.shelves");
      items.awaitMirror(database, "SELECT * FROM items");
      shelves.awaitMirror(database, "SELECT * FROM shelves");
      database.transaction(
          List.of(
              "DELETE FROM items WHERE id = 1",
              "UPDATE shelves SET item = 2 WHERE shelf = 1",
              "ALTER TABLE items ADD COLUMN weight numeric(6,2)",
              "INSERT INTO items VALUES (3, 'Desk', 12.50)",
              "DELETE FROM shelves WHERE shelf = 2",
              "TRUNCATE shelves",
              "INSERT INTO shelves VALUES ('B', 1, 3), ('C', 1, 3)"));

      items.awaitMirror(database, "SELECT * FROM items");
      shelves.awaitMirror(database, "SELECT * FROM shelves");
    }
  }
}
