package io.frazil.connector.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;

/** A valid configuration of the connector, or of one of its tasks. Immutable. */
public final class FrazilConfig {
  /** The key under which Connect hands on the connector's name. */
  public static final String CONNECTOR_NAME = "name";

  /** The key under which the connector gives each task its number, from 0. */
  public static final String TASK = "task.id";

  private final Settings settings;
  private final String connectorName;
  private final int task;
  private final List<String> warnings;
  private final TablesOptions tables;
  private final Secrets secrets;

  private FrazilConfig(Settings settings, Map<String, String> given) {
    this.settings = settings;
    this.connectorName =
        Optional.ofNullable(given.get(CONNECTOR_NAME))
            .orElseThrow(
                () -> new ConfigException("Cannot start: the connector's 'name' is missing."));
    this.task = Integer.parseInt(given.getOrDefault(TASK, "0"));
    this.warnings = KeyNames.warnings(given.keySet());
    this.tables = TablesOptions.from(settings);
    this.secrets = Secrets.of(given);
  }

  /** All options but those of single tables, whose names depend on the tables'. */
  public static ConfigDef definition() {
    ConfigDef definition = new ConfigDef();
    TablesOptions.define(definition);
    RoutingOptions.define(definition);
    ChangeOptions.define(definition);
    AbsenceOptions.define(definition);
    DeleteOptions.define(definition);
    ErrorOptions.define(definition);
    CreationOptions.define(definition);
    CatalogOptions.define(definition);
    WriteOptions.define(definition);
    IndexOptions.define(definition);
    ControlOptions.define(definition);
    SourceOptions.define(definition);
    PreflightOptions.define(definition);
    return definition;
  }

  /**
   * Each option with its value and what is wrong with it, options of single tables and unknown ones
   * included.
   */
  public static List<ConfigValue> validate(Map<String, String> given) {
    return Validation.of(given).values();
  }

  /**
   * Reads what Connect hands to a connector or a task.
   *
   * @throws ConfigException with all that {@link #validate} finds wrong
   */
  public static FrazilConfig from(Map<String, String> given) {
    return new FrazilConfig(Validation.of(given).requireValid(), given);
  }

  public String connectorName() {
    return connectorName;
  }

  /** The number of the task, from 0. */
  public int task() {
    return task;
  }

  /** What to tell about options that are accepted and have no effect. */
  public List<String> warnings() {
    return warnings;
  }

  /** What must never be told. */
  public Secrets secrets() {
    return secrets;
  }

  public TablesOptions tables() {
    return tables;
  }

  /**
   * What is set for one of the tables, or for that of bad records.
   *
   * @throws IllegalArgumentException if they are known beforehand, and it is not one of {@link
   *     TablesOptions#names()}
   */
  public TableOptions tableOptions(String table) {
    Optional<TableOptions> ofErrors =
        errors().table().filter(options -> options.table().equals(table));
    if (ofErrors.isPresent()) {
      return ofErrors.get();
    }
    requireKnown(table);
    return TableOptions.from(settings, table);
  }

  /**
   * The key that decides about a setting of one of the tables: the table's own or the one for all.
   *
   * @throws IllegalArgumentException if they are known beforehand, and it is not one of {@link
   *     TablesOptions#names()}
   */
  public String keyInForce(TableSetting setting, String table) {
    requireKnown(table);
    return setting.inForce(settings, table);
  }

  /** The key that names the tables. */
  public String tablesKey() {
    return Conflicts.tablesKey(settings);
  }

  private void requireKnown(String table) {
    if (!tables.names().isEmpty() && !tables.names().contains(table)) {
      throw new IllegalArgumentException("Cannot find options of unknown table '" + table + "'");
    }
  }

  public RoutingOptions routing() {
    return RoutingOptions.from(settings);
  }

  public ChangeOptions changes() {
    return ChangeOptions.from(settings);
  }

  public ErrorOptions errors() {
    return ErrorOptions.from(settings);
  }

  public AbsenceOptions absences() {
    return AbsenceOptions.from(settings);
  }

  public CreationOptions creation() {
    return CreationOptions.from(settings);
  }

  public CatalogOptions catalog() {
    return CatalogOptions.from(settings);
  }

  public WriteOptions write() {
    return WriteOptions.from(settings, connectorName);
  }

  public IndexOptions index() {
    return IndexOptions.from(settings, connectorName);
  }

  public ControlOptions control() {
    return ControlOptions.from(settings);
  }

  public SourceOptions source() {
    return SourceOptions.from(settings);
  }

  public PreflightOptions preflight() {
    return PreflightOptions.from(settings);
  }

  public KafkaOptions kafka() {
    return KafkaOptions.from(settings);
  }
}
