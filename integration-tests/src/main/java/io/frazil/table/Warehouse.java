package io.frazil.table;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;

/**
 * The catalog that a connector writes to, with a connection of its own. A SQLite catalog that does
 * not exist yet is created by whoever opens it first, and not by two at a time.
 */
public final class Warehouse implements AutoCloseable {
  private static final String NAME_KEY = "iceberg.catalog";
  private static final String PROPERTY_PREFIX = NAME_KEY + ".";
  private static final String DEFAULT_NAME = "iceberg";
  private static final Pattern ENVIRONMENT_VARIABLE = Pattern.compile("\\$\\{env:([^}]+)}");

  private final Catalog catalog;

  private Warehouse(Catalog catalog) {
    this.catalog = catalog;
  }

  /** The embedded default: a SQLite catalog in the folder, and the tables beside it. */
  public static Warehouse at(Path folder) {
    return new Warehouse(
        CatalogUtil.buildIcebergCatalog(
            DEFAULT_NAME,
            Map.of(
                "type",
                "jdbc",
                "uri",
                "jdbc:sqlite:" + folder.resolve("catalog.db"),
                "warehouse",
                folder.toString()),
            new Configuration()));
  }

  /**
   * The catalog that a connector's configuration names.
   *
   * @param environment what the worker puts in the place of {@code ${env:NAME}}
   */
  public static Warehouse of(Map<String, String> connectorConfig, Map<String, String> environment) {
    Map<String, String> properties = new HashMap<>();
    connectorConfig.forEach(
        (key, value) -> {
          if (key.startsWith(PROPERTY_PREFIX)) {
            properties.put(key.substring(PROPERTY_PREFIX.length()), resolved(value, environment));
          }
        });
    String name = connectorConfig.getOrDefault(NAME_KEY, DEFAULT_NAME);
    return new Warehouse(CatalogUtil.buildIcebergCatalog(name, properties, new Configuration()));
  }

  private static String resolved(String value, Map<String, String> environment) {
    return ENVIRONMENT_VARIABLE
        .matcher(value)
        .replaceAll(
            variable -> Matcher.quoteReplacement(environment.getOrDefault(variable.group(1), "")));
  }

  public Catalog catalog() {
    return catalog;
  }

  /** The table of a dotted name, if it exists. */
  public Optional<TableReader> table(String name) {
    try {
      return Optional.of(new TableReader(catalog.loadTable(TableIdentifier.parse(name))));
    } catch (NoSuchTableException missing) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    if (catalog instanceof Closeable closeable) {
      try {
        closeable.close();
      } catch (IOException failure) {
        throw new UncheckedIOException(
            "Cannot close catalog '%s'.".formatted(catalog.name()), failure);
      }
    }
  }
}
