package io.frazil.capture;

import io.frazil.cluster.RunningCluster;
import io.frazil.source.Sql;
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

  private final OrderChanges changes = new OrderChanges("orders", new Random().nextLong());

  @Test
  void theTableIsTheDatabasesThroughSnapshotChangesAndTheLossOfTheWorker() {
    try (Sql database = Servers.postgres().connect()) {
      database.execute(
          """
          CREATE TABLE orders (
            region varchar(10) NOT NULL, id bigint NOT NULL, customer text, quantity integer,
            price numeric(10,2), weight double precision, placed_on date, changed_at timestamp(3),
            priority integer DEFAULT 7, note text, PRIMARY KEY (region, id))""");
      database.transaction(changes.inserts(50));

      Capture capture = Capture.start(RUNNING, "debezium-postgres");
      capture.awaitMirror(database, ROWS);
      Losses.surviveOneOfTheWorker(
          RUNNING, capture, () -> database.transaction(changes.transaction()));

      capture.awaitMirror(database, ROWS);
    } finally {
      System.out.printf("debezium-postgres: %s%n", changes);
    }
  }
}
