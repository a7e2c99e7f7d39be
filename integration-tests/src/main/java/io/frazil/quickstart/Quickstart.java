package io.frazil.quickstart;

import io.frazil.cluster.ClusterSettings;
import io.frazil.cluster.ConnectorRequest;
import io.frazil.cluster.Installation;
import io.frazil.cluster.KafkaCluster;
import io.frazil.console.Narrator;
import io.frazil.process.ChildProcess;
import io.frazil.source.PostgresServer;
import io.frazil.source.Sql;
import io.frazil.table.Warehouse;
import java.time.Instant;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Main class behind {@code ./quickstart}: the inventory example through a real broker and a real
 * Connect worker into a table. Ends with 0 only if the table has the right rows after each file.
 */
public final class Quickstart {
  private static final String USAGE =
      """
      Usage: ./quickstart           show the inventory example, from change records to table rows
             ./quickstart --keep    the same, and leave broker, worker and connectors running
             ./quickstart --show    print the table as it is now
             ./quickstart --stop    end what --keep left running
             ./quickstart --postgres    show it with a PostgreSQL database and Debezium""";
  private static final int SUCCESS = 0;
  private static final int FAILURE = 1;
  private static final int WRONG_USAGE = 2;

  private final Place place = new Place(Installation.here());
  private final Narrator narrator = new Narrator(System.out, Instant::now);

  private Quickstart() {}

  /** Runs one command; without arguments, the example. */
  public static void main(String[] arguments) {
    System.exit(new Quickstart().exitCode(String.join(" ", arguments)));
  }

  private int exitCode(String command) {
    return switch (command) {
      case "" -> demonstrate(Afterwards.STOP);
      case "--keep" -> demonstrate(Afterwards.KEEP);
      case "--show" -> show();
      case "--stop" -> stop();
      case "--postgres" -> demonstrateDatabase();
      default -> {
        narrator.say(USAGE);
        yield WRONG_USAGE;
      }
    };
  }

  private int demonstrate(Afterwards afterwards) {
    begin("change records through Kafka and Kafka Connect into an Apache Iceberg table.");
    try (KafkaCluster cluster = startCluster(settings());
        Warehouse warehouse = Warehouse.of(sink().config(), place.environment())) {
      return demonstrate(cluster, table(warehouse), afterwards);
    } catch (RuntimeException failure) {
      return failed(failure);
    }
  }

  private int demonstrate(KafkaCluster cluster, ShownTable table, Afterwards afterwards) {
    Connectors connectors = new Connectors(cluster, narrator, source(), sink());
    new Demonstration(place, narrator, connectors, table).run();
    narrator.say("The table's files      %s".formatted(place.shown(place.warehouse())));
    narrator.say("The change records     %s".formatted(place.shown(place.sourceFile(source()))));
    narrator.say("The connectors' JSON   %s".formatted(place.shown(place.examples())));
    narrator.say("The processes' logs    %s".formatted(place.shown(place.logs())));
    narrator.say("");
    switch (afterwards) {
      case KEEP -> keep(cluster);
      case STOP -> narrator.progress("All is as expected. Broker and worker end.");
    }
    return SUCCESS;
  }

  private int demonstrateDatabase() {
    begin("a table of PostgreSQL, through Debezium and Kafka, as an Apache Iceberg table.");
    narrator.progress("A PostgreSQL server starts, with data of its own ...");
    ConnectorRequest sink = ConnectorRequest.read(place.databaseExample().resolve("sink.json"));
    ConnectorRequest source = ConnectorRequest.read(place.databaseExample().resolve("source.json"));
    Installation installation = place.installation();
    try (PostgresServer server = PostgresServer.start(installation, place.database());
        Sql database = server.connect();
        KafkaCluster cluster =
            startCluster(
                settings()
                    .withEnvironment(server.environment())
                    .withPlugins(installation.postgresPlugins()));
        Warehouse warehouse = Warehouse.of(sink.config(), place.environment())) {
      ShownTable table = new ShownTable(warehouse, sink, Shop.columns());
      Connectors connectors = new Connectors(cluster, narrator, source, sink);
      new DatabaseDemonstration(narrator, connectors, table, database).run();
      narrator.say("The connectors' JSON   %s".formatted(place.shown(place.databaseExample())));
      narrator.say("The processes' logs    %s".formatted(place.shown(place.logs())));
      narrator.say("");
      narrator.progress("All is as expected. Database, broker and worker end.");
      return SUCCESS;
    } catch (RuntimeException failure) {
      return failed(failure);
    }
  }

  private void begin(String subject) {
    narrator.say("Frazil: " + subject);
    narrator.say("");
    if (place.keptProcesses().stop() > 0) {
      narrator.progress("What an earlier --keep left running is stopped");
    }
    place.prepare();
  }

  private KafkaCluster startCluster(ClusterSettings settings) {
    narrator.progress("A Kafka broker and a Connect worker start, each its own process ...");
    KafkaCluster cluster = KafkaCluster.start(settings);
    narrator.progress(
        "Broker %s and worker %s are up"
            .formatted(cluster.broker().bootstrapServers(), cluster.rest().uri()));
    return cluster;
  }

  private void keep(KafkaCluster cluster) {
    place.keptProcesses().write(cluster.processes().stream().map(ChildProcess::handle).toList());
    cluster.release();
    narrator.progress(
        "All is as expected. Broker and worker stay, at %s".formatted(cluster.rest().uri()));
    narrator.say(
        """

        Send a change of your own, a line as AWS DMS writes it (operation, then the columns):
          echo 'U,101,Electronics,Headphones,39,2022-03-03 08:00:00' >> %s
        See the table some seconds later:
          ./quickstart --show
        See the connectors:
          curl '%s/connectors?expand=status'
        End broker and worker:
          ./quickstart --stop"""
            .formatted(place.shown(place.sourceFile(source())), cluster.rest().uri()));
  }

  private int show() {
    try (Warehouse warehouse = Warehouse.of(sink().config(), place.environment())) {
      ShownTable table = table(warehouse);
      narrator.show(table.name(), table.rows().lines());
      narrator.show("Its snapshots", table.history().lines());
      return SUCCESS;
    } catch (RuntimeException failure) {
      narrator.say(
          "Cannot show the table: %s Run ./quickstart first.".formatted(failure.getMessage()));
      return FAILURE;
    }
  }

  private int stop() {
    int count = place.keptProcesses().stop();
    narrator.say(count == 0 ? "Nothing runs." : "%d processes have ended.".formatted(count));
    return SUCCESS;
  }

  private int failed(RuntimeException failure) {
    narrator.progress("FAILED");
    narrator.say("%n%s%n".formatted(failure.getMessage()));
    if (failure.getCause() != null && !(failure.getCause() instanceof ConditionTimeoutException)) {
      narrator.say("Cause: %s%n".formatted(failure.getCause()));
    }
    narrator.say(
        "Look at the logs of broker and worker in %s".formatted(place.shown(place.logs())));
    return FAILURE;
  }

  private ClusterSettings settings() {
    return ClusterSettings.in(place.directory().resolve("cluster"))
        .withEnvironment(place.environment());
  }

  private ShownTable table(Warehouse warehouse) {
    return new ShownTable(warehouse, sink(), Inventory.columns());
  }

  private ConnectorRequest sink() {
    return ConnectorRequest.read(place.examples().resolve("sink-upsert.json"));
  }

  private ConnectorRequest source() {
    return ConnectorRequest.read(place.examples().resolve("source-file.json"));
  }

  private enum Afterwards {
    STOP,
    KEEP
  }
}
