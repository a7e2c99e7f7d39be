package io.frazil.endtoend;

import io.frazil.cluster.SharedCluster;
import io.frazil.server.Servers;
import java.net.URISyntaxException;
import java.nio.file.Path;

/** A cluster that reaches S3 and any catalog of the tests. */
final class CatalogCluster {
  /** What the worker's environment leads to: the catalog and the bucket of the example for AWS. */
  static final GlueWarehouse EXAMPLE = GlueWarehouse.start("glue-example");

  private CatalogCluster() {}

  /** One for all classes that ask. */
  static SharedCluster shared() {
    return new SharedCluster(
        "catalogs",
        settings ->
            settings
                .withEnvironment(Servers.s3().environment())
                // What the sink does when the client gives up is tried, not how long that takes.
                .withEnvironment("AWS_MAX_ATTEMPTS", "2")
                .withEnvironment("AWS_ENDPOINT_URL_GLUE", EXAMPLE.glue().uri().toString())
                .withEnvironment("FRAZIL_BUCKET", EXAMPLE.bucket())
                .withPluginLibrary(postgresDriver()));
  }

  private static Path postgresDriver() {
    try {
      return Path.of(
          Class.forName("org.postgresql.Driver")
              .getProtectionDomain()
              .getCodeSource()
              .getLocation()
              .toURI());
    } catch (ClassNotFoundException | URISyntaxException failure) {
      throw new IllegalStateException("Cannot find PostgreSQL's driver.", failure);
    }
  }
}
