package io.frazil.endtoend;

import io.frazil.glue.GlueServer;
import io.frazil.server.Servers;
import java.util.Map;

/**
 * A Glue catalog of its own, and a bucket of its own for the tables.
 *
 * @param bucket also the first part of the names of its tables' locations
 */
record GlueWarehouse(GlueServer glue, String bucket) implements AutoCloseable {
  static GlueWarehouse start(String bucket) {
    Servers.s3().createBucket(bucket);
    return new GlueWarehouse(GlueServer.start(), bucket);
  }

  /** The properties of a catalog of both, for whoever has the credentials. */
  Map<String, String> properties() {
    return Map.of(
        "type",
        "glue",
        "warehouse",
        "s3://%s/warehouse".formatted(bucket),
        "io-impl",
        "org.apache.iceberg.aws.s3.S3FileIO",
        "client.region",
        "us-east-1",
        "glue.endpoint",
        glue.uri().toString(),
        "s3.endpoint",
        Servers.s3().uri().toString());
  }

  @Override
  public void close() {
    glue.close();
  }
}
