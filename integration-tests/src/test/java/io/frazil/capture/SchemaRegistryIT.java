package io.frazil.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.ConnectorRequest;
import io.frazil.cluster.RunningCluster;
import io.frazil.server.Servers;
import io.frazil.source.Sql;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Records in Avro whose schemas are in a registry: the wire format of Confluent's. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class SchemaRegistryIT {
  private static final String ROWS = "SELECT * FROM payments";
  // Confluent's own class; its package is another one in what can be had without registration.
  private static final String CONFLUENT_CONVERTER =
      "org.apache.pulsar.kafka.shade.io.confluent.connect.avro.AvroConverter";

  @RegisterExtension
  static final RunningCluster RUNNING =
      RunningCluster.with(
          settings ->
              settings
                  .withEnvironment(Servers.postgres().environment())
                  .withEnvironment(Servers.registry().environment())
                  .withPlugins(
                      settings.installation().postgresPlugins(),
                      settings.installation().sourcePlugins()));

  @Test
  void aTableIsMirroredThroughApicuriosConverterAndThroughConfluents() {
    ConnectorRequest source = Capture.example("schema-registry/source-apicurio.json");
    ConnectorRequest apicurio = Capture.example("schema-registry/sink-apicurio.json");
    ConnectorRequest confluent =
        Capture.example("schema-registry/sink-confluent.json")
            .with("key.converter", CONFLUENT_CONVERTER)
            .with("value.converter", CONFLUENT_CONVERTER)
            .withName("payments-mirror-confluent")
            .with("iceberg.tables", "confluent.payments");
    try (Sql database = Servers.postgres().connect()) {
      database.execute(
          """
          CREATE TABLE payments (
            id bigint PRIMARY KEY, payer text, amount numeric(12,2), share double precision,
            settled boolean, booked_on date, booked_at timestamp, document bytea)""");
      database.execute(
          """
          INSERT INTO payments VALUES
            (1, 'Ann', 12.30, 0.5, true, '2024-02-29', '2024-02-29 01:02:03.456789', '\\x00ff'),
            (2, 'Zoë', -7.00, NULL, false, NULL, NULL, NULL),
            (3, NULL, NULL, 1e100, NULL, '1969-12-31', '1969-12-31 23:59:59.999999', '\\x')""");

      Capture first = Capture.start(RUNNING, source, apicurio);
      first.awaitMirror(database, ROWS);
      database.transaction(
          List.of(
              "UPDATE payments SET amount = amount + 1 WHERE id = 1",
              "DELETE FROM payments WHERE id = 2",
              "UPDATE payments SET id = 4, payer = 'Bob' WHERE id = 3",
              "INSERT INTO payments (id, payer) VALUES (5, 'Eve')"));

      first.awaitMirror(database, ROWS);
      Capture.start(RUNNING, source, confluent).awaitMirror(database, ROWS);
      assertThat(Servers.registry().subjects())
          .contains("registry.public.payments-key", "registry.public.payments-value");
    }
  }
}
