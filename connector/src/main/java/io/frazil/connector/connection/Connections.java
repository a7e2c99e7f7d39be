package io.frazil.connector.connection;

import io.frazil.connector.config.CatalogOptions;
import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.config.WorkerProperties;
import io.frazil.connector.control.KafkaClients;
import io.frazil.connector.table.Catalogs;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.apache.iceberg.catalog.Catalog;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The catalog and the Kafka clients of a configuration, and all that has to be closed again. */
public final class Connections implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final FrazilConfig config;

  /** Opens nothing yet. */
  public Connections(FrazilConfig config) {
    this.config = config;
  }

  /** Opens the catalog; it is closed with this. */
  public Catalog openCatalog() {
    return openCatalog(config.catalog().properties());
  }

  /** Opens the catalog and creates nothing that it lacks; it is closed with this. */
  public Catalog openCatalogAsItIs() {
    return openCatalog(Catalogs.asItIs(config.catalog().properties()));
  }

  private Catalog openCatalog(Map<String, String> properties) {
    CatalogOptions options = config.catalog();
    Catalog catalog = open(options, properties);
    if (catalog instanceof AutoCloseable closeable) {
      open.push(closeable);
    }
    return catalog;
  }

  // What a catalog's client says of its settings may end in logs and in Connect's REST API.
  private Catalog open(CatalogOptions options, Map<String, String> properties) {
    try {
      return Catalogs.open(
          options.name(),
          properties,
          options.hadoopProperties(),
          options.hadoopConfigurationFolder());
    } catch (RuntimeException e) {
      String reason = Reasons.of(e);
      String masked = config.secrets().masked(reason);
      if (masked.equals(reason)) {
        throw e;
      }
      ConnectException told = new ConnectException("Cannot open the catalog: " + masked);
      told.setStackTrace(e.getStackTrace());
      throw told;
    }
  }

  /** Makes Kafka clients with the connector's settings, and the worker's where it has none. */
  public KafkaClients kafka() {
    return KafkaClients.of(config.kafka().over(WorkerProperties.ofThisProcess()).properties());
  }

  /** Takes a part over: it is closed with this, after all that were taken over later. */
  public <T extends AutoCloseable> T add(T part) {
    open.push(part);
    return part;
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        LOG.warn("Cannot close a part of the connector: {}", e.getMessage(), e);
      }
    }
  }
}
