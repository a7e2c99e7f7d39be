package io.frazil.connector.table;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.jdbc.UncheckedSQLException;
import org.apache.iceberg.rest.RESTCatalog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the configured catalog. Whoever opens one closes it, if it can be closed. */
public final class Catalogs {
  private static final Logger LOG = LoggerFactory.getLogger(Catalogs.class);
  private static final List<String> HADOOP_FILES =
      List.of("core-site.xml", "hdfs-site.xml", "hive-site.xml");
  private static final int MAX_ATTEMPTS = 5;
  private static final String CREATES_OWN_TABLES = "jdbc.init-catalog-tables";

  /** How the states of SQL begin that tell of objects that do not exist; SQLite has no states. */
  private static final String UNKNOWN_OBJECT = "42";

  private static final String SCHEMA_VERSION = "jdbc.schema-version";

  private static final String DELEGATION = "header.X-Iceberg-Access-Delegation";
  private static final String CACHED_TABLES = "rest-table-cache.max-entries";

  private Catalogs() {}

  /**
   * Opens a catalog.
   *
   * @param name its name
   * @param properties its properties, {@code type} or {@code catalog-impl} among them
   * @param hadoopProperties settings for Hadoop's file systems
   * @param hadoopConfigurationFolder where Hadoop's XML files are, if anywhere
   */
  public static Catalog open(
      String name,
      Map<String, String> properties,
      Map<String, String> hadoopProperties,
      Optional<String> hadoopConfigurationFolder) {
    Configuration configuration = new Configuration();
    hadoopConfigurationFolder.ifPresent(folder -> addFiles(configuration, Path.of(folder)));
    hadoopProperties.forEach(configuration::set);
    Map<String, String> all = withCredentialsOfNow(properties);
    Catalog catalog = open(name, all, configuration);
    return catalog instanceof RESTCatalog
        ? RenewedCatalog.of(catalog, () -> open(name, all, configuration))
        : catalog;
  }

  /**
   * A REST catalog's client that keeps tables keeps the credentials for their storage with them, if
   * they have come with the table, until long after those have expired: such tables are not kept,
   * unless the properties say how many.
   */
  static Map<String, String> withCredentialsOfNow(Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(properties);
    if (properties.keySet().stream().anyMatch(DELEGATION::equalsIgnoreCase)) {
      all.putIfAbsent(CACHED_TABLES, "0");
    }
    return all;
  }

  /** The properties of a catalog with which opening it changes nothing. */
  public static Map<String, String> asItIs(Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(properties);
    all.put(CREATES_OWN_TABLES, "false");
    // A catalog of an older version would be changed to this one.
    all.remove(SCHEMA_VERSION);
    return all;
  }

  /**
   * Whether a failure only tells that a catalog in a database lacks its own tables, which opening
   * it creates.
   *
   * @param properties those of the catalog
   */
  public static boolean isYetToBeCreated(
      Catalog catalog, Map<String, String> properties, RuntimeException failure) {
    boolean isCreated = Boolean.parseBoolean(properties.getOrDefault(CREATES_OWN_TABLES, "true"));
    return catalog instanceof JdbcCatalog
        && isCreated
        && failure.getCause() instanceof SQLException refusal
        && (String.valueOf(refusal.getSQLState()).startsWith(UNKNOWN_OBJECT)
            || String.valueOf(refusal.getMessage()).contains("no such table"));
  }

  private static void addFiles(Configuration configuration, Path folder) {
    for (String file : HADOOP_FILES) {
      Path path = folder.resolve(file);
      if (Files.exists(path)) {
        configuration.addResource(new org.apache.hadoop.fs.Path(path.toUri()));
      }
    }
  }

  // Several tasks that open a fresh JDBC catalog at once each try to create its tables: one wins,
  // and the others fail in the middle of it, once for each step that they lose.
  private static Catalog open(
      String name, Map<String, String> properties, Configuration configuration) {
    for (int attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      try {
        return CatalogUtil.buildIcebergCatalog(name, properties, configuration);
      } catch (UncheckedSQLException e) {
        // Its message may have the address, and that a password.
        LOG.info("Cannot open catalog {} at attempt {}: {}", name, attempt, e.getClass().getName());
      }
    }
    return CatalogUtil.buildIcebergCatalog(name, properties, configuration);
  }
}
