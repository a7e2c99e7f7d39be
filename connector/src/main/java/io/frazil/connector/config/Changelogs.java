package io.frazil.connector.config;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Which tables have a changelog beside them, and under which name.
 *
 * @param settings what is set
 */
record Changelogs(Settings settings) {
  static final String SUFFIX = "iceberg.tables.changelog-suffix";
  static final String TABLE = "changelog-table";

  static void define(ConfigDef definition) {
    Option.text(SUFFIX)
        .addTo(
            definition,
            TablesOptions.GROUP,
            "Changelog suffix",
            "What a table's name gets at its end to name the changelog beside it, such as _changes;"
                + " every upsert table has one then. Names that end so are for changelogs alone.");
  }

  static void define(ConfigDef definition, String table) {
    Option.text(key(table), TableNames.ruleOfOne())
        .addTo(
            definition,
            TableOptions.GROUP,
            "Changelog",
            "The table, as namespace.table, that gets every change of this table as a row, in the"
                + " same commits, instead of the one by "
                + SUFFIX
                + ".");
  }

  static String key(String table) {
    return TableOptions.key(table, TABLE);
  }

  /** The changelog beside a table, if the table is one of a mode that has one. */
  Optional<String> of(String table, WriteMode mode) {
    return mode == WriteMode.UPSERT
        ? settings
            .optionalText(key(table))
            .or(() -> settings.optionalText(SUFFIX).map(table::concat))
        : Optional.empty();
  }

  /** The key that names the changelog of a table. */
  String keyInForce(String table) {
    return settings.has(key(table)) ? key(table) : SUFFIX;
  }

  /** The table that a changelog is beside; empty if it is none that is beside a table. */
  Optional<String> tableOf(String changelog) {
    Stream<String> named =
        settings.below(TableOptions.PREFIX).keySet().stream()
            .filter(key -> key.endsWith("." + TABLE))
            .map(key -> key.substring(0, key.length() - TABLE.length() - 1));
    Stream<String> derived =
        settings.optionalText(SUFFIX).filter(changelog::endsWith).stream()
            .map(suffix -> changelog.substring(0, changelog.length() - suffix.length()));
    return Stream.concat(named, derived)
        .filter(
            table -> TableOptions.from(settings, table).changelog().equals(Optional.of(changelog)))
        .findFirst();
  }

  /** The names of the changelogs of these tables, as far as they can be made out. */
  static Stream<String> namedIn(Map<String, String> given, Stream<String> tables) {
    return tables.flatMap(
        table ->
            Stream.of(
                    Optional.ofNullable(given.get(key(table))),
                    Optional.ofNullable(given.get(SUFFIX)).map(table::concat))
                .flatMap(Optional::stream)
                .map(String::trim));
  }
}
