package io.frazil.connector.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * Where the keys of data files are remembered, to find the rows that are to be deleted.
 *
 * @param folder the connector's own folder for it, which need not exist; what is in it may be
 *     deleted while the connector does not run
 * @param maxBytes how large it may grow; 0 remembers nothing
 */
public record IndexOptions(Path folder, long maxBytes) {
  static final String GROUP = "Key index";
  static final String FOLDER = "iceberg.index.dir";
  static final String MAX_BYTES = "iceberg.index.max-bytes";

  // At 12 to 20 bytes a row: half a billion rows, and still little beside a worker's usual disk.
  private static final long DEFAULT_MAX_BYTES = 10L << 30;

  public IndexOptions {
    requireNonNull(folder, "folder");
  }

  static void define(ConfigDef definition) {
    Option.text(FOLDER)
        .width(Width.LONG)
        .addTo(
            definition,
            GROUP,
            "Index folder",
            "The folder on the worker in which the connector keeps its key index, in a folder of"
                + " its own; the JVM's folder for temporary files where not set.");
    Option.wholeNumber(MAX_BYTES, ConfigDef.Type.LONG, 0)
        .fallback(DEFAULT_MAX_BYTES)
        .addTo(
            definition,
            GROUP,
            "Index bytes",
            "How many bytes of disk the key index may take, at 12 to 20 a row; keys beyond that are"
                + " read from the table's data files whenever they are needed.");
  }

  static IndexOptions from(Settings settings, String connectorName) {
    return new IndexOptions(
        LocalFolders.of(settings.optionalText(FOLDER), "index", connectorName),
        settings.wholeNumber(MAX_BYTES));
  }
}
