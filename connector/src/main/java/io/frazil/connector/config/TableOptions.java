package io.frazil.connector.config;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * What is set for one table, with what is set for all tables filled in.
 *
 * @param table the table's identifier, with dots between its parts
 * @param branch the branch to commit to
 * @param keyColumns the columns that identify a row; none means that they come from {@link
 *     TablesOptions#keySource()}
 * @param orderingColumns the columns that say which of two changes of a key is the newer one, the
 *     most significant first; none means that the later record is
 * @param updateColumns the columns that change where there is a row already; none means all
 * @param partitionBy the fields of the partition spec of a table that is created, such as {@code
 *     bucket(16, id)}; none for an unpartitioned table
 * @param writeMode what the table holds
 * @param deletes what becomes of deleted rows
 * @param routes matches those values of the route field that send a record here
 */
public record TableOptions(
    String table,
    String branch,
    List<String> keyColumns,
    List<String> orderingColumns,
    List<String> updateColumns,
    List<String> partitionBy,
    WriteMode writeMode,
    DeleteOptions deletes,
    Optional<Pattern> routes) {
  static final String GROUP = "One table";
  static final String PREFIX = "iceberg.table.";
  static final String BRANCH = "commit-branch";
  static final String WRITE_MODE = "write-mode";
  static final String ROUTE_REGEX = "route-regex";
  static final List<String> SUFFIXES =
      Stream.concat(
              Stream.of(BRANCH, WRITE_MODE, ROUTE_REGEX),
              Stream.of(TableSetting.values()).map(TableSetting::suffix))
          .toList();
  static final String MAIN = "main";

  /** A comma that is not between parentheses. */
  private static final String COMMA_BETWEEN_FIELDS = ",(?![^()]*\\))";

  public TableOptions {
    requireNonNull(table, "table");
    requireNonNull(branch, "branch");
    keyColumns = List.copyOf(keyColumns);
    orderingColumns = List.copyOf(orderingColumns);
    updateColumns = List.copyOf(updateColumns);
    partitionBy = List.copyOf(partitionBy);
    requireNonNull(writeMode, "writeMode");
    requireNonNull(deletes, "deletes");
    requireNonNull(routes, "routes");
  }

  /** Whether deleted rows stay, with a flag. */
  public boolean keepsDeletedRows() {
    return writeMode == WriteMode.UPSERT && deletes.handling() == DeleteHandling.SOFT;
  }

  static String key(String table, String option) {
    return PREFIX + table + "." + option;
  }

  static void define(ConfigDef definition, String table) {
    Option.list(TableSetting.KEY_COLUMNS.own(table), Rule.distinctColumns())
        .importance(Importance.HIGH)
        .addTo(
            definition,
            GROUP,
            "Key columns",
            "The columns that identify a row of this table, instead of "
                + TablesOptions.KEY_COLUMNS
                + ".");
    Option.text(TableSetting.PARTITION_BY.own(table))
        .width(Width.LONG)
        .usefulIf(Option.isOn(CreationOptions.ENABLED))
        .addTo(
            definition,
            GROUP,
            "Partition by",
            "The partition fields of this table when it is created, instead of "
                + TablesOptions.PARTITION_BY
                + ".");
    Option.text(key(table, BRANCH))
        .addTo(
            definition,
            GROUP,
            "Branch",
            "The branch of this table to commit to, instead of " + TablesOptions.BRANCH + ".");
    Option.choice(key(table, WRITE_MODE), TablesOptions.WRITE_MODES)
        .addTo(
            definition,
            GROUP,
            "Write mode",
            "What this table holds, instead of " + TablesOptions.WRITE_MODE + ".");
    Option.list(TableSetting.ORDERING_COLUMNS.own(table), Rule.distinctColumns())
        .addTo(
            definition,
            GROUP,
            "Ordering columns",
            "The columns that order the changes of a key of this table, instead of "
                + TableSetting.ORDERING_COLUMNS.common()
                + ".");
    AbsenceOptions.define(definition, table);
    DeleteOptions.define(definition, table);
    Option.text(key(table, ROUTE_REGEX), Rule.regularExpression())
        .usefulIf(Option.isGiven(RoutingOptions.FIELD))
        .addTo(
            definition,
            GROUP,
            "Route pattern",
            "The regular expression for the whole of those values of "
                + RoutingOptions.FIELD
                + " that send a record to this table.");
  }

  static TableOptions from(Settings settings, String table) {
    List<String> keyColumns = keyColumns(settings, table);
    return new TableOptions(
        table,
        settings
            .optionalText(key(table, BRANCH))
            .or(() -> settings.optionalText(TablesOptions.BRANCH))
            .orElse(MAIN),
        keyColumns,
        settings.texts(TableSetting.ORDERING_COLUMNS.inForce(settings, table)),
        settings.texts(TableSetting.UPDATE_COLUMNS.inForce(settings, table)),
        settings
            .optionalText(TableSetting.PARTITION_BY.own(table))
            .or(() -> settings.optionalText(TablesOptions.PARTITION_BY))
            .map(TableOptions::fields)
            .orElse(List.of()),
        chosenMode(settings, table).orElseGet(() -> impliedMode(settings, keyColumns)),
        DeleteOptions.from(settings, table),
        settings.optionalText(key(table, ROUTE_REGEX)).map(Pattern::compile));
  }

  /** The write mode that somebody chose, for the table or for all of them. */
  static Optional<WriteMode> chosenMode(Settings settings, String table) {
    return settings
        .optionalChoice(key(table, WRITE_MODE), WriteMode.class)
        .or(() -> settings.optionalChoice(TablesOptions.WRITE_MODE, WriteMode.class));
  }

  private static List<String> keyColumns(Settings settings, String table) {
    List<String> own = settings.texts(TableSetting.KEY_COLUMNS.own(table));
    return own.isEmpty() ? settings.texts(TablesOptions.KEY_COLUMNS) : own;
  }

  private static WriteMode impliedMode(Settings settings, List<String> keyColumns) {
    boolean isKeyed = !keyColumns.isEmpty() || TablesOptions.isKeyedElsewhere(settings);
    boolean tellsOperations =
        isKeyed && settings.optionalText(ChangeOptions.OPERATION_FIELD).isPresent();
    return tellsOperations || settings.flag(ChangeOptions.UPSERT)
        ? WriteMode.UPSERT
        : WriteMode.APPEND;
  }

  private static List<String> fields(String partitionBy) {
    return List.of(partitionBy.split(COMMA_BETWEEN_FIELDS, -1)).stream()
        .map(String::trim)
        .filter(field -> !field.isEmpty())
        .toList();
  }
}
