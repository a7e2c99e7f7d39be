package io.frazil.rest;

import io.frazil.fault.Faults;
import io.frazil.rest.VendedKeys.Renewal;
import jakarta.servlet.DispatcherType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.catalog.Catalog;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;

/**
 * Iceberg's REST catalog on a loopback port of this JVM. It lets in whom its guard knows, and hands
 * out credentials for the storage to who asks for them.
 */
public final class RestCatalogServer implements AutoCloseable {
  private static final VendedKeys LASTING = new VendedKeys(Renewal.LOADING, Duration.ofDays(1));

  private final Catalog catalog;
  private final Server server;
  private final Faults<RestFault> faults;

  private RestCatalogServer(Catalog catalog, Server server, Faults<RestFault> faults) {
    this.catalog = catalog;
    this.server = server;
    this.faults = faults;
  }

  /** Starts over a new folder below this one, for who asks for a token. */
  public static RestCatalogServer start(Path parent) {
    Path folder = newFolder(parent);
    return start(folder, Map.of("warehouse", "file:" + folder), Guard.OWN_TOKENS, LASTING);
  }

  /**
   * Starts with the tables elsewhere than the catalog, which is in a new folder below this one.
   *
   * @param storage properties of a catalog that say where, and how to get there
   */
  public static RestCatalogServer startOver(Path parent, Map<String, String> storage, Guard guard) {
    return startOver(parent, storage, guard, LASTING);
  }

  /**
   * Starts with the tables elsewhere than the catalog, which is in a new folder below this one.
   *
   * @param storage properties of a catalog that say where, and how to get there
   * @param keys what it hands out for the storage
   */
  public static RestCatalogServer startOver(
      Path parent, Map<String, String> storage, Guard guard, VendedKeys keys) {
    return start(newFolder(parent), storage, guard, keys);
  }

  private static Path newFolder(Path parent) {
    try {
      return Files.createTempDirectory(Files.createDirectories(parent), "run").toAbsolutePath();
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot make the folder of the REST catalog.", failure);
    }
  }

  private static RestCatalogServer start(
      Path folder, Map<String, String> storage, Guard guard, VendedKeys keys) {
    Map<String, String> properties = new HashMap<>(storage);
    properties.put("type", "jdbc");
    properties.put("uri", "jdbc:sqlite:" + folder.resolve("catalog.db"));
    properties.put("jdbc.schema-version", "V1");
    Catalog catalog = CatalogUtil.buildIcebergCatalog("backend", properties, new Configuration());
    ServletContextHandler context = new ServletContextHandler();
    Faults<RestFault> faults = new Faults<>();
    context.addFilter(
        new FilterHolder(new Gate(guard, faults)), "/*", EnumSet.of(DispatcherType.REQUEST));
    context.addServlet(new ServletHolder(new VendingServlet(catalog, keys)), "/*");
    Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    server.setHandler(context);
    try {
      server.start();
    } catch (Exception failure) {
      throw new IllegalStateException("Cannot start the REST catalog.", failure);
    }
    return new RestCatalogServer(catalog, server, faults);
  }

  public URI uri() {
    return server.getURI();
  }

  /** What the server serves, without the server. */
  public Catalog catalog() {
    return catalog;
  }

  public Faults<RestFault> faults() {
    return faults;
  }

  @Override
  public void close() {
    try {
      server.stop();
      if (catalog instanceof AutoCloseable closeable) {
        closeable.close();
      }
    } catch (Exception failure) {
      throw new IllegalStateException("Cannot stop the REST catalog.", failure);
    }
  }
}
