package io.frazil.connector.config;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/**
 * What happens when a table is missing.
 *
 * @param missingTable whether it is created
 * @param properties table properties of a table that is created, {@code format-version} among them
 * @param nullability which columns of a created table are required
 * @param identifierFields whether the key columns become the created table's identifier fields
 */
public record CreationOptions(
    MissingTable missingTable,
    Map<String, String> properties,
    Nullability nullability,
    IdentifierFields identifierFields) {
  static final String GROUP = "Creation of tables";

  /** The switch, which messages name. */
  public static final String ENABLED = "iceberg.tables.auto-create-enabled";

  static final String PROPERTIES = "iceberg.tables.auto-create-props.";
  static final String FORMAT_VERSION = PROPERTIES + "format-version";
  static final String FORCE_OPTIONAL = "iceberg.tables.schema-force-optional";
  static final String IDENTIFIER_FIELDS = "iceberg.tables.identifier-fields-enabled";

  public CreationOptions {
    requireNonNull(missingTable, "missingTable");
    properties = Map.copyOf(properties);
    requireNonNull(nullability, "nullability");
    requireNonNull(identifierFields, "identifierFields");
  }

  static void define(ConfigDef definition) {
    Option.flag(ENABLED)
        .importance(Importance.HIGH)
        .fallback(false)
        .addTo(
            definition,
            GROUP,
            "Create missing tables",
            "Whether a table that is missing is created, with the columns of its first record.");
    Option.flag(FORCE_OPTIONAL)
        .fallback(false)
        .usefulIf(Option.isOn(ENABLED).or(Option.isOn(TablesOptions.EVOLVE_SCHEMA)))
        .addTo(
            definition,
            GROUP,
            "All columns optional",
            "Whether columns of created tables are optional even where the record's schema requires"
                + " them; key columns stay required.");
    Option.flag(IDENTIFIER_FIELDS)
        .fallback(true)
        .usefulIf(Option.isOn(ENABLED))
        .addTo(
            definition,
            GROUP,
            "Identifier fields",
            "Whether the key columns become the identifier fields of created tables; switch it off"
                + " for catalogs that refuse such tables.");
  }

  static CreationOptions from(Settings settings) {
    return new CreationOptions(
        settings.flag(ENABLED) ? MissingTable.CREATE : MissingTable.FAIL,
        settings.below(PROPERTIES),
        settings.flag(FORCE_OPTIONAL) ? Nullability.ALL_OPTIONAL : Nullability.AS_RECORD,
        settings.flag(IDENTIFIER_FIELDS) ? IdentifierFields.REGISTERED : IdentifierFields.NONE);
  }

  /** What becomes of a table that is missing. */
  public enum MissingTable {
    /** It is an error of that table. */
    FAIL,
    /** It is created from its first record. */
    CREATE
  }

  /** Which columns of a created table are required. */
  public enum Nullability {
    /** Those that the record's schema requires, and the key. */
    AS_RECORD,
    /** None but the key. */
    ALL_OPTIONAL
  }

  /** Whether a created table knows its key. */
  public enum IdentifierFields {
    /** The key columns are registered as identifier fields. */
    REGISTERED,
    /** They are not. */
    NONE
  }
}
