package io.frazil.endtoend;

import io.frazil.cluster.SharedCluster;
import io.frazil.endtoend.AuthorizationFilter.Kind;
import io.frazil.server.Servers;
import java.nio.file.Path;
import java.util.HashMap;
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
  private static final String S3_FILE_IO = "org.apache.iceberg.aws.s3.S3FileIO";

  @RegisterExtension static final SharedCluster RUNNING = CatalogCluster.shared();

  @Test
  void glueAndS3() {
    try (GlueWarehouse warehouse = GlueWarehouse.start("catalog-glue")) {
      mirror("catalog-glue", warehouse.properties());
    }
  }

  @Test
  void aRestCatalogWithTokensAndS3() throws Exception {
    mirrorThroughRest(
        "catalog-rest",
        Kind.TOKEN,
        Map.of("rest.auth.type", "oauth2", "credential", "frazil:secret"));
  }

  @Test
  void aRestCatalogWithSignedRequestsAndS3() throws Exception {
    mirrorThroughRest(
        "catalog-signed",
        Kind.SIGNATURE,
        Map.of(
            "rest.auth.type", "sigv4",
            "rest.auth.sigv4.delegate-auth-type", "none",
            "rest.signing-region", "us-east-1",
            "rest.signing-name", "glue"));
  }

  private static void mirrorThroughRest(String name, Kind kind, Map<String, String> authorization)
      throws Exception {
    Servers.s3().createBucket(name);
    Map<String, String> storage =
        Map.of(
            "warehouse",
            "s3://" + name,
            "io-impl",
            S3_FILE_IO,
            "s3.endpoint",
            Servers.s3().uri().toString(),
            "client.region",
            "us-east-1");
    RestCatalogServer server =
        RestCatalogServer.startOver(Path.of("target", "rest-catalog"), storage, kind);
    try {
      Map<String, String> properties = new HashMap<>(storage);
      properties.putAll(authorization);
      properties.put("type", "rest");
      properties.put("uri", server.uri().toString());
      mirror(name, properties);
    } finally {
      server.stop();
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
