package io.frazil.connector.config;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * Where records go that cannot be applied, besides the dead-letter topic, which is Connect's.
 *
 * @param table what is set for the table that they are appended to, if there is one
 */
public record ErrorOptions(Optional<TableOptions> table) {
  static final String GROUP = "Bad records";
  static final String TABLE = "iceberg.errors.table";

  /** Connect's own: whether records that cannot be applied are passed over. */
  static final String TOLERANCE = "errors.tolerance";

  static final String TOLERANT = "all";

  public ErrorOptions {
    requireNonNull(table, "table");
  }

  static void define(ConfigDef definition) {
    Option.text(TABLE, TableNames.ruleOfOne())
        .width(Width.LONG)
        .addTo(
            definition,
            GROUP,
            "Table of bad records",
            "The table, as namespace.table, to which records are appended that cannot be applied and"
                + " are passed over (errors.tolerance=all), with the reason. It is created when"
                + " missing, and shows the values of the records to whoever may read it.");
  }

  static ErrorOptions from(Settings settings) {
    return new ErrorOptions(
        settings
            .optionalText(TABLE)
            .map(
                name ->
                    new TableOptions(
                        name,
                        TableOptions.MAIN,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        WriteMode.APPEND,
                        Optional.empty(),
                        DeleteOptions.from(settings, name),
                        Optional.empty())));
  }
}
