package io.frazil.connector.config;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * Which tables there are, and what holds for all of them.
 *
 * @param names the tables' identifiers, with dots between their parts; none if records tell them
 * @param keySource where the key columns of a table come from that has none configured
 * @param columnNames how a record's field finds its column
 * @param evolution whether tables are changed for records
 */
public record TablesOptions(
    List<String> names, KeySource keySource, ColumnNames columnNames, Evolution evolution) {
  static final String GROUP = "Tables";
  static final String NAMES = "iceberg.tables";
  static final String KEY_COLUMNS = "iceberg.tables.default-id-columns";

  /** The option that says where keys come from. */
  public static final String KEY_SOURCE = "iceberg.tables.key-source";

  static final String PARTITION_BY = "iceberg.tables.default-partition-by";
  static final String BRANCH = "iceberg.tables.default-commit-branch";
  static final String WRITE_MODE = "iceberg.tables.write-mode";
  static final String CASE_INSENSITIVE = "iceberg.tables.schema-case-insensitive";
  static final String EVOLVE_SCHEMA = "iceberg.tables.evolve-schema-enabled";
  static final Choice WRITE_MODES = Choice.of(WriteMode.class, "changelog");

  public TablesOptions {
    names = List.copyOf(names);
    requireNonNull(keySource, "keySource");
    requireNonNull(columnNames, "columnNames");
    requireNonNull(evolution, "evolution");
  }

  static void define(ConfigDef definition) {
    Option.list(NAMES, TableNames.rule())
        .importance(Importance.HIGH)
        .fallback(List.of())
        .addTo(
            definition,
            GROUP,
            "Tables",
            "The tables to write to, each as namespace.table; each receives every record, unless"
                + " the options of the group Routing tell otherwise.");
    defineKeys(definition);
    defineOrder(definition);
    Option.text(PARTITION_BY)
        .width(Width.LONG)
        .usefulIf(Option.isOn(CreationOptions.ENABLED))
        .addTo(
            definition,
            GROUP,
            "Partition by",
            "The partition fields of tables that are created, such as: region, bucket(16, id),"
                + " day(ts).");
    Option.text(BRANCH)
        .addTo(definition, GROUP, "Branch", "The branch to commit to; main where not set.");
    Option.choice(WRITE_MODE, WRITE_MODES)
        .importance(Importance.HIGH)
        .addTo(
            definition,
            GROUP,
            "Write mode",
            "What tables hold: every record (append) or the current row of each key (upsert); where"
                + " not set, upsert as soon as there is a key and an operation field, else"
                + " append.");
    Option.flag(CASE_INSENSITIVE)
        .fallback(false)
        .addTo(
            definition,
            GROUP,
            "Case-insensitive columns",
            "Whether the case of a field's name does not matter when its column is looked up.");
    Option.flag(EVOLVE_SCHEMA)
        .fallback(false)
        .addTo(
            definition,
            GROUP,
            "Evolve schemas",
            "Whether a table is changed for records that do not fit it: columns that it lacks are"
                + " added, types widened, required columns made optional where values are missing;"
                + " otherwise such fields are left out, and such values are errors.");
  }

  private static void defineKeys(ConfigDef definition) {
    Option.list(KEY_COLUMNS, Rule.distinctColumns())
        .importance(Importance.HIGH)
        .addTo(
            definition,
            GROUP,
            "Key columns",
            "The columns that identify a row, in tables that have none of their own.");
    Option.choice(KEY_SOURCE, Choice.of(KeySource.class))
        .fallback(Choice.written(KeySource.CONFIG))
        .addTo(
            definition,
            GROUP,
            "Key source",
            "Where the key columns come from when none are configured: nowhere (config), the fields"
                + " of the record's key (record-key), or the table's identifier fields"
                + " (identifier-fields).");
  }

  private static void defineOrder(ConfigDef definition) {
    Option.list(TableSetting.ORDERING_COLUMNS.common(), Rule.distinctColumns())
        .addTo(
            definition,
            GROUP,
            "Ordering columns",
            "The columns, the most significant first, that say which of two changes of a key is the"
                + " newer one: a change that is older than the present row is dropped; where not"
                + " set, the later record wins.");
  }

  static TablesOptions from(Settings settings) {
    return new TablesOptions(
        names(settings),
        settings.choice(KEY_SOURCE, KeySource.class),
        settings.flag(CASE_INSENSITIVE) ? ColumnNames.CASE_INSENSITIVE : ColumnNames.EXACT,
        settings.flag(EVOLVE_SCHEMA) ? Evolution.ON : Evolution.OFF);
  }

  private static List<String> names(Settings settings) {
    RoutingOptions routing = RoutingOptions.from(settings);
    return routing.kind() == RoutingOptions.Kind.TOPIC
        ? routing.tablesOfTopics().orElse(List.of())
        : settings.texts(NAMES);
  }

  /** Whether tables without configured key columns have a key all the same. */
  static boolean isKeyedElsewhere(Settings settings) {
    return settings.choice(KEY_SOURCE, KeySource.class) != KeySource.CONFIG;
  }

  /** Where the key columns of a table come from that has none configured. */
  public enum KeySource {
    /** Nowhere: such a table has no key. */
    CONFIG,
    /** The fields of the record's key. */
    RECORD_KEY,
    /** The table's identifier fields. */
    IDENTIFIER_FIELDS
  }

  /** Whether tables are changed for records that do not fit them. */
  public enum Evolution {
    /** They stay as they are. */
    OFF,
    /** They get what they lack. */
    ON
  }

  /** How a record's field finds its column. */
  public enum ColumnNames {
    /** By its exact name. */
    EXACT,
    /** By its name in any case. */
    CASE_INSENSITIVE
  }
}
