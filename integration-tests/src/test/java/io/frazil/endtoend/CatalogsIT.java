package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.SharedCluster;
import io.frazil.rest.SignatureGuard;
import io.frazil.rest.TokenServer;
import io.frazil.server.Servers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The same changes through each kind of catalog. All tables are missing at first, and two tasks
 * meet the first records at the same time.
 */
class CatalogsIT {
  private static final long SEED = new Random().nextLong();
  private static final int TASKS = 2;

  @RegisterExtension static final SharedCluster RUNNING = CatalogCluster.shared();

  @Test
  void glueAndS3() {
    try (GlueWarehouse warehouse = GlueWarehouse.start("catalog-glue")) {
      mirror("catalog-glue", warehouse.properties());
    }
  }

  @Test
  void aRestCatalogWithTokensOfAnotherServerAndS3() throws IOException {
    TokenServer.Client client = new TokenServer.Client("frazil", "secret", "lake");
    try (TokenServer tokens = TokenServer.start(client, Duration.ofSeconds(2));
        RestWarehouse warehouse =
            RestWarehouse.start(
                "catalog-rest",
                tokens,
                Map.of(
                    "rest.auth.type", "oauth2",
                    "oauth2-server-uri", tokens.uri().toString(),
                    "credential", client.credential(),
                    "scope", client.scope()))) {
      mirror(warehouse.bucket(), warehouse.properties());

      assertThat(tokens.exchanged()).as("tokens for those that expire").isPositive();
    }
  }

  @Test
  void aRestCatalogWithSignedRequestsAndS3() throws IOException {
    Map<String, String> worker = Servers.s3().environment();
    SignatureGuard guard =
        new SignatureGuard(worker.get("AWS_ACCESS_KEY_ID"), worker.get("AWS_SECRET_ACCESS_KEY"));
    try (RestWarehouse warehouse =
        RestWarehouse.start(
            "catalog-signed",
            guard,
            Map.of(
                "rest.auth.type", "sigv4",
                "rest.auth.sigv4.delegate-auth-type", "none",
                "rest.signing-region", "us-east-1",
                "rest.signing-name", "glue"))) {
      mirror(warehouse.bucket(), warehouse.properties());
    }
  }

  @Test
  void sqlite() {
    String name = "catalog-sqlite";
    Path folder = RUNNING.warehouse().resolve(name);
    mirror(
        name,
        Map.of(
            "type",
            "jdbc",
            "uri",
            "jdbc:sqlite:" + folder.resolve("catalog.db"),
            "jdbc.schema-version",
            "V1",
            "warehouse",
            "file:" + folder));
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
  void postgres() {
    String name = "catalog-postgres";
    Map<String, String> server = Servers.postgres().environment();
    mirror(
        name,
        Map.of(
            "type",
            "jdbc",
            "uri",
            "jdbc:postgresql://%s:%s/%s"
                .formatted(
                    server.get("FRAZIL_POSTGRES_HOST"),
                    server.get("FRAZIL_POSTGRES_PORT"),
                    server.get("FRAZIL_POSTGRES_DATABASE")),
            "jdbc.user",
            server.get("FRAZIL_POSTGRES_USER"),
            "jdbc.password",
            server.get("FRAZIL_POSTGRES_PASSWORD"),
            "jdbc.schema-version",
            "V1",
            "warehouse",
            "file:" + RUNNING.warehouse().resolve(name)));
  }

  @Test
  void hadoop() {
    String name = "catalog-hadoop";
    mirror(
        name, Map.of("type", "hadoop", "warehouse", "file:" + RUNNING.warehouse().resolve(name)));
  }

  private static void mirror(String name, Map<String, String> catalog) {
    try (Pipeline pipeline =
        Pipeline.create(RUNNING.cluster(), RUNNING.warehouse(), name, TASKS, SEED)) {
      pipeline.withCatalog(catalog).send(200).start(TASKS).awaitApplied();
      pipeline.send(200).verify();
    }
  }
}
