package io.frazil.quickstart;

import io.frazil.cluster.ClusterSettings;
import io.frazil.cluster.Installation;
import io.frazil.cluster.KafkaCluster;
import io.frazil.console.Narrator;
import io.frazil.process.JvmProcess;
import io.frazil.table.Warehouse;
import java.time.Instant;
import java.util.Map;
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
             ./quickstart --stop    end what --keep left running""";
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
      default -> {
        narrator.say(USAGE);
        yield WRONG_USAGE;
      }
    };
  }

  private int demonstrate(Afterwards afterwards) {
    narrator.say(
        "Frazil: change records through Kafka and Kafka Connect into an Apache Iceberg table.");
    narrator.say("");
    if (place.keptProcesses().stop() > 0) {
      narrator.progress("What an earlier --keep left running is stopped");
    }
    place.prepare();
    narrator.progress("A Kafka broker and a Connect worker start, each its own process ...");
    try (KafkaCluster cluster = KafkaCluster.start(settings());
        Warehouse warehouse = Warehouse.of(sink().config(), place.environment())) {
      narrator.progress(
          "Broker %s and worker %s are up"
              .formatted(cluster.broker().bootstrapServers(), cluster.rest().uri()));
      return demonstrate(cluster, new ProductTable(warehouse, sink()), afterwards);
    } catch (RuntimeException failure) {
      return failed(failure);
    }
  }

  private int demonstrate(KafkaCluster cluster, ProductTable table, Afterwards afterwards) {
    new Demonstration(place, narrator, cluster, table, sink(), source()).run();
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

  private void keep(KafkaCluster cluster) {
    place.keptProcesses().write(cluster.processes().stream().map(JvmProcess::handle).toList());
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
      ProductTable table = new ProductTable(warehouse, sink());
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
    ClusterSettings settings = ClusterSettings.in(place.directory().resolve("cluster"));
    for (Map.Entry<String, String> variable : place.environment().entrySet()) {
      settings = settings.withEnvironment(variable.getKey(), variable.getValue());
    }
    return settings;
  }

  private RequestFile sink() {
    return RequestFile.read(place.examples().resolve("sink-upsert.json"));
  }

  private RequestFile source() {
    return RequestFile.read(place.examples().resolve("source-file.json"));
  }

  private enum Afterwards {
    STOP,
    KEEP
  }
}
