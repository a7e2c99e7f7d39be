package io.frazil.connector.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * How files are written, and how much may be on its way.
 *
 * @param flushRows a task's open delta of a table is cut when it has as many rows
 * @param flushBytes a task's open delta of a table is cut when it is as large
 * @param maxUnacknowledgedBytes a task that has more than this written but not committed reads no
 *     further
 * @param spoolFolder the connector's own folder for rows on their way into files, which need not
 *     exist; what is in it may be deleted while the connector does not run
 * @param properties table properties that replace the table's own for these writes
 */
public record WriteOptions(
    long flushRows,
    long flushBytes,
    long maxUnacknowledgedBytes,
    Path spoolFolder,
    Map<String, String> properties) {
  static final String GROUP = "Writing";
  static final String FLUSH_ROWS = "iceberg.write.flush-rows";
  static final String FLUSH_BYTES = "iceberg.write.flush-bytes";
  static final String MAX_UNACKNOWLEDGED_BYTES = "iceberg.write.max-unacknowledged-bytes";
  static final String SPOOL_FOLDER = "iceberg.write.spool.dir";
  static final String PROPERTIES = "iceberg.tables.write-props.";
  private static final long GIBIBYTE = 1L << 30;

  public WriteOptions {
    requireNonNull(spoolFolder, "spoolFolder");
    properties = Map.copyOf(properties);
  }

  static void define(ConfigDef definition) {
    Option.wholeNumber(FLUSH_ROWS, ConfigDef.Type.LONG, 1)
        .fallback(1_000_000L)
        .addTo(
            definition,
            GROUP,
            "Flush after rows",
            "A task closes its files of a table early when they hold this many rows, which bounds"
                + " the memory for keys.");
    Option.wholeNumber(FLUSH_BYTES, ConfigDef.Type.LONG, 1)
        .fallback(GIBIBYTE)
        .addTo(
            definition,
            GROUP,
            "Flush after bytes",
            "A task closes its files of a table early when they hold this many bytes.");
    Option.wholeNumber(MAX_UNACKNOWLEDGED_BYTES, ConfigDef.Type.LONG, 1)
        .fallback(2 * GIBIBYTE)
        .addTo(
            definition,
            GROUP,
            "Unacknowledged bytes",
            "A task pauses reading while more bytes than this are written but not yet committed.");
    Option.text(SPOOL_FOLDER)
        .width(Width.LONG)
        .addTo(
            definition,
            GROUP,
            "Spool folder",
            "The folder on the worker in which the connector keeps rows until their files are"
                + " written, in a folder of its own; the JVM's folder for temporary files where not"
                + " set.");
  }

  static WriteOptions from(Settings settings, String connectorName) {
    return new WriteOptions(
        settings.wholeNumber(FLUSH_ROWS),
        settings.wholeNumber(FLUSH_BYTES),
        settings.wholeNumber(MAX_UNACKNOWLEDGED_BYTES),
        LocalFolders.of(settings.optionalText(SPOOL_FOLDER), "spool", connectorName),
        settings.below(PROPERTIES));
  }
}
