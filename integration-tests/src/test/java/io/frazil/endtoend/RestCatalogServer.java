package io.frazil.endtoend;

import io.frazil.endtoend.AuthorizationFilter.Kind;
import jakarta.servlet.DispatcherType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.rest.RESTCatalogAdapter;
import org.apache.iceberg.rest.RESTCatalogServlet;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;

/**
 * Iceberg's REST catalog on a loopback port of this JVM. It gives a token to any client that asks
 * for one with credentials (OAuth2), and nothing to who does not tell who it is.
 */
final class RestCatalogServer {
  private final Catalog catalog;
  private final Server server;

  private RestCatalogServer(Catalog catalog, Server server) {
    this.catalog = catalog;
    this.server = server;
  }

  /** Starts over a new folder below this one. */
  static RestCatalogServer start(Path parent) {
    Path folder = newFolder(parent);
    return start(folder, Map.of("warehouse", "file:" + folder), Kind.TOKEN);
  }

  /**
   * Starts with the tables elsewhere than the catalog, which is in a new folder below this one.
   *
   * @param storage properties of a catalog that say where, and how to get there
   * @param kind how requests have to tell who sends them
   */
  static RestCatalogServer startOver(Path parent, Map<String, String> storage, Kind kind) {
    return start(newFolder(parent), storage, kind);
  }

  private static Path newFolder(Path parent) {
    try {
      return Files.createTempDirectory(Files.createDirectories(parent), "run").toAbsolutePath();
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot make the folder of the REST catalog.", failure);
    }
  }

  private static RestCatalogServer start(Path folder, Map<String, String> storage, Kind kind) {
    Map<String, String> properties = new HashMap<>(storage);
    properties.put("type", "jdbc");
    properties.put("uri", "jdbc:sqlite:" + folder.resolve("catalog.db"));
    properties.put("jdbc.schema-version", "V1");
    Catalog catalog = CatalogUtil.buildIcebergCatalog("backend", properties, new Configuration());
    ServletContextHandler context = new ServletContextHandler();
    context.addFilter(
        new FilterHolder(new AuthorizationFilter(kind)), "/*", EnumSet.of(DispatcherType.REQUEST));
    context.addServlet(
        new ServletHolder(new RESTCatalogServlet(new RESTCatalogAdapter(catalog))), "/*");
    Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    server.setHandler(context);
    try {
      server.start();
    } catch (Exception failure) {
      throw new IllegalStateException("Cannot start the REST catalog.", failure);
    }
    return new RestCatalogServer(catalog, server);
  }

  URI uri() {
    return server.getURI();
  }

  /** What the server serves, without the server. */
  Catalog catalog() {
    return catalog;
  }

  void stop() throws Exception {
    server.stop();
    if (catalog instanceof AutoCloseable closeable) {
      closeable.close();
    }
  }
}
