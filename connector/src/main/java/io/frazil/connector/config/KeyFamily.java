package io.frazil.connector.config;

import java.util.List;

/**
 * Keys of any name below a prefix, which are handed on as they are.
 *
 * @param group the group of options that they belong to
 * @param prefix what their names begin with, a dot at its end
 * @param documentation what they are for, in one sentence
 */
record KeyFamily(String group, String prefix, String documentation) {
  static final List<KeyFamily> ALL =
      List.of(
          new KeyFamily(
              CatalogOptions.GROUP,
              CatalogOptions.PROPERTIES,
              "Iceberg's catalog properties: type (or catalog-impl), uri, warehouse, io-impl and"
                  + " whatever the catalog knows."),
          new KeyFamily(
              CatalogOptions.GROUP,
              CatalogOptions.HADOOP_PROPERTIES,
              "Settings of the Hadoop configuration."),
          new KeyFamily(
              CreationOptions.GROUP,
              CreationOptions.PROPERTIES,
              "Table properties of created tables; format-version is 2 where not set, 3 with delete-mode deletion-vector."),
          new KeyFamily(
              WriteOptions.GROUP,
              WriteOptions.PROPERTIES,
              "Table properties that replace the table's own for the files written here."),
          new KeyFamily(
              KafkaOptions.GROUP,
              KafkaOptions.PROPERTIES,
              "Settings of the connector's own Kafka clients, such as bootstrap.servers; those of"
                  + " the worker's properties file where none are set."));

  boolean has(String key) {
    return key.length() > prefix.length() && key.startsWith(prefix);
  }

  /** The key with its first parts, as many as the prefix has, replaced by the prefix. */
  String corrected(String key) {
    String[] parts = key.split("\\.", -1);
    int shared = Math.toIntExact(prefix.chars().filter(each -> each == '.').count());
    return parts.length <= shared
        ? prefix
        : prefix + String.join(".", List.of(parts).subList(shared, parts.length));
  }
}
