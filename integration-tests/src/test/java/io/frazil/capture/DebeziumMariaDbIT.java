package io.frazil.capture;

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
}
