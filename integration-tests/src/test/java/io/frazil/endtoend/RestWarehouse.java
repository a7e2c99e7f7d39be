package io.frazil.endtoend;

import io.frazil.fault.Faults;
import io.frazil.rest.Guard;
import io.frazil.rest.RestCatalogServer;
import io.frazil.rest.RestFault;
import io.frazil.rest.VendedKeys;
import io.frazil.server.Servers;
import io.frazil.storage.StorageDoor;
import io.frazil.storage.StorageDoor.State;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;

/** A REST catalog of its own, and a bucket of its own for the tables. */
final class RestWarehouse implements AutoCloseable {
  private static final Path FOLDER = Path.of("target", "rest-catalog");

  private final RestCatalogServer catalog;
  private final StorageDoor way;
  private final StorageDoor storage;
  private final String bucket;
  private final Map<String, String> properties;

  private RestWarehouse(
      RestCatalogServer catalog, StorageDoor storage, String bucket, Map<String, String> client) {
    this.catalog = catalog;
    this.way = StorageDoor.to(catalog.uri(), 0);
    this.storage = storage;
    this.bucket = bucket;
    this.properties = new HashMap<>(client);
  }

  /**
   * For clients that have credentials for the storage.
   *
   * @param client how clients tell the guard who they are
   */
  static RestWarehouse start(String bucket, Guard guard, Map<String, String> client) {
    Servers.s3().createBucket(bucket);
    return new RestWarehouse(
        RestCatalogServer.startOver(FOLDER, storage(bucket, Servers.s3().uri()), guard),
        StorageDoor.to(Servers.s3().uri(), 0),
        bucket,
        client);
  }

  /** For clients that come to the storage with credentials of the catalog's, and no others. */
  static RestWarehouse vending(
      String bucket, VendedKeys keys, Guard guard, Map<String, String> client) {
    Servers.s3().createBucket(bucket);
    Map<String, String> asking = new HashMap<>(client);
    asking.put("header.X-Iceberg-Access-Delegation", "vended-credentials");
    return new RestWarehouse(
        RestCatalogServer.startOver(FOLDER, storage(bucket, Servers.s3().uri()), guard, keys),
        StorageDoor.guarded(Servers.s3().uri(), keys),
        bucket,
        asking);
  }

  private static Map<String, String> storage(String bucket, URI endpoint) {
    return Map.of(
        "warehouse",
        "s3://" + bucket,
        "io-impl",
        "org.apache.iceberg.aws.s3.S3FileIO",
        "s3.endpoint",
        endpoint.toString(),
        "client.region",
        "us-east-1");
  }

  /** The properties of a client's catalog. */
  Map<String, String> properties() {
    Map<String, String> all = new HashMap<>(storage(bucket, storage.uri()));
    all.putAll(properties);
    all.put("type", "rest");
    all.put("uri", way.uri().toString());
    return all;
  }

  String bucket() {
    return bucket;
  }

  Faults<RestFault> faults() {
    return catalog.faults();
  }

  /** Creates a namespace as its owner would. */
  void createNamespace(String name) {
    ((SupportsNamespaces) catalog.catalog()).createNamespace(Namespace.of(name));
  }

  /** Connections to the catalog break from now on, or do not any more. */
  void turnWay(State state) {
    way.turn(state);
  }

  /** How many connections to the catalog have broken until now. */
  int broken() {
    return way.failures();
  }

  @Override
  public void close() throws IOException {
    way.close();
    storage.close();
    catalog.close();
  }
}
