package io.frazil.connector.config;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * Which Iceberg catalog holds the tables.
 *
 * @param name the catalog's name, as engines know it
 * @param properties Iceberg's catalog properties ({@code type}, {@code uri}, {@code warehouse} and
 *     so on); they may hold secrets
 * @param hadoopProperties settings of the Hadoop configuration; they may hold secrets
 * @param hadoopConfigurationFolder a folder on the worker with core-site.xml and hdfs-site.xml
 */
public record CatalogOptions(
    String name,
    Map<String, String> properties,
    Map<String, String> hadoopProperties,
    Optional<String> hadoopConfigurationFolder) {
  static final String GROUP = "Catalog";
  static final String NAME = "iceberg.catalog";
  static final String PROPERTIES = "iceberg.catalog.";
  static final String TYPE = PROPERTIES + "type";
  static final String IMPLEMENTATION = PROPERTIES + "catalog-impl";
  static final String HADOOP_PROPERTIES = "iceberg.hadoop.";
  static final String HADOOP_CONFIGURATION_FOLDER = "iceberg.hadoop-conf-dir";

  private static final String GLUE_CATALOG = "org.apache.iceberg.aws.glue.GlueCatalog";
  private static final String GLUE_SKIPS_NAMES = "glue.skip-name-validation";

  public CatalogOptions {
    requireNonNull(name, "name");
    properties = Map.copyOf(properties);
    hadoopProperties = Map.copyOf(hadoopProperties);
    requireNonNull(hadoopConfigurationFolder, "hadoopConfigurationFolder");
  }

  static void define(ConfigDef definition) {
    Option.text(NAME)
        .fallback("iceberg")
        .addTo(definition, GROUP, "Catalog name", "The catalog's name, as query engines know it.");
    Option.text(HADOOP_CONFIGURATION_FOLDER)
        .width(Width.LONG)
        .addTo(
            definition,
            GROUP,
            "Hadoop configuration folder",
            "A folder on the worker whose core-site.xml and hdfs-site.xml are loaded.");
  }

  static CatalogOptions from(Settings settings) {
    return new CatalogOptions(
        settings.text(NAME),
        settings.below(PROPERTIES),
        settings.below(HADOOP_PROPERTIES),
        settings.optionalText(HADOOP_CONFIGURATION_FOLDER));
  }

  /** Whether only names that AWS Glue's rules allow can be names of tables. */
  public boolean hasGlueNames() {
    boolean isGlue =
        "glue".equalsIgnoreCase(properties.get("type"))
            || GLUE_CATALOG.equals(properties.get("catalog-impl"));
    return isGlue && !Boolean.parseBoolean(properties.get(GLUE_SKIPS_NAMES));
  }

  /** The option that says where the catalog is. */
  public String placeKey() {
    return Stream.of("uri", "catalog-impl")
        .filter(properties::containsKey)
        .map(PROPERTIES::concat)
        .findFirst()
        .orElse(TYPE);
  }

  /** The secrets that the properties may hold are left out. */
  @Override
  public String toString() {
    return "CatalogOptions[name=" + name + ", properties=" + properties.keySet() + "]";
  }
}
