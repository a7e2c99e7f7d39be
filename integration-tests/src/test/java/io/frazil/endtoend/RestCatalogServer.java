package io.frazil.endtoend;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.rest.RESTCatalogAdapter;
import org.apache.iceberg.rest.RESTCatalogServlet;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;

/** Iceberg's REST catalog on a loopback port of this JVM, over a folder. */
final class RestCatalogServer {
  private final Catalog catalog;
  private final Server server;

  private RestCatalogServer(Catalog catalog, Server server) {
    this.catalog = catalog;
    this.server = server;
  }

  /** Starts over a new folder below this one. */
  static RestCatalogServer start(Path parent) {
    try {
      Path folder =
          Files.createTempDirectory(Files.createDirectories(parent), "run").toAbsolutePath();
      Catalog catalog =
          CatalogUtil.buildIcebergCatalog(
              "backend",
              Map.of(
                  "type",
                  "jdbc",
                  "uri",
                  "jdbc:sqlite:" + folder.resolve("catalog.db"),
                  "jdbc.schema-version",
                  "V1",
                  "warehouse",
                  "file:" + folder),
              new Configuration());
      ServletContextHandler context = new ServletContextHandler();
      context.addServlet(
          new ServletHolder(new RESTCatalogServlet(new RESTCatalogAdapter(catalog))), "/*");
      Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      server.setHandler(context);
      server.start();
      return new RestCatalogServer(catalog, server);
    } catch (IOException e) {
      throw new IllegalStateException("Cannot make the folder of the REST catalog", e);
    } catch (Exception e) {
      throw new IllegalStateException("Cannot start the REST catalog", e);
    }
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
