package io.frazil.connector.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Options that are right one by one and impossible together. Each is told at the one key that is to
 * be changed.
 */
final class Conflicts {
  private static final Set<String> CATALOG_TYPES =
      Set.of("bigquery", "glue", "hadoop", "hive", "jdbc", "nessie", "rest");
  private static final Set<String> FORMAT_VERSIONS = Set.of("1", "2", "3");

  private static final String ANY_TABLE = "*";

  private final Settings settings;
  private final BiConsumer<String, String> report;

  private Conflicts(Settings settings, BiConsumer<String, String> report) {
    this.settings = settings;
    this.report = report;
  }

  /**
   * Looks for all of them.
   *
   * @param settings where each value by itself is valid
   * @param report takes the key at fault and what is wrong with it
   */
  static void find(Settings settings, BiConsumer<String, String> report) {
    Conflicts conflicts = new Conflicts(settings, report);
    List<TableOptions> tables =
        tables(settings).map(table -> TableOptions.from(settings, table)).toList();
    RoutingConflicts.find(settings, report);
    conflicts.findInCatalog(tables);
    conflicts.findInModes();
    tables.forEach(conflicts::findInKeys);
    conflicts.findInFormatVersion();
    DeleteConflicts.find(settings, tables, report);
    ReaderConflicts.find(settings, tables, report);
    ChangelogConflicts.find(settings, tables, report);
    ErrorConflicts.find(settings, tables, report);
  }

  /** Those that are known; where records name them, those with options of their own, and any. */
  private static Stream<String> tables(Settings settings) {
    List<String> known = TablesOptions.from(settings).names();
    Changelogs changelogs = new Changelogs(settings);
    return known.isEmpty()
        ? Stream.concat(
            settings.below(TableOptions.PREFIX).keySet().stream()
                .flatMap(key -> KeyNames.tableOf(TableOptions.PREFIX + key).stream())
                .distinct()
                .filter(name -> changelogs.tableOf(name).isEmpty()),
            Stream.of(ANY_TABLE))
        : known.stream();
  }

  private void findInCatalog(List<TableOptions> tables) {
    Map<String, String> properties = settings.below(CatalogOptions.PROPERTIES);
    Optional<String> type = Optional.ofNullable(properties.get("type"));
    Optional<String> implementation = Optional.ofNullable(properties.get("catalog-impl"));
    if (properties.isEmpty()) {
      report.accept(
          CatalogOptions.TYPE,
          "Cannot find a catalog: no iceberg.catalog.* property is set. Set "
              + CatalogOptions.TYPE
              + " to one of "
              + catalogTypes()
              + ", or "
              + CatalogOptions.IMPLEMENTATION
              + " to a class.");
    }
    if (type.isPresent() && implementation.isPresent()) {
      report.accept(
          CatalogOptions.IMPLEMENTATION,
          "Cannot use both " + CatalogOptions.TYPE + " and a class. Keep one of them.");
    }
    type.filter(given -> CATALOG_TYPES.stream().noneMatch(given::equalsIgnoreCase))
        .ifPresent(
            given ->
                report.accept(
                    CatalogOptions.TYPE,
                    "Unknown type of catalog '" + given + "'. Choose one of " + catalogTypes()));
    if (CatalogOptions.from(settings).hasGlueNames()) {
      findInGlueNames(tables);
    }
  }

  private void findInGlueNames(List<TableOptions> tables) {
    tables.stream()
        .filter(table -> !table.table().equals(ANY_TABLE))
        .flatMap(table -> TableNames.faultInGlue(table.table()).stream())
        .forEach(fault -> report.accept(tablesKey(settings), fault));
    for (TableOptions table : tables) {
      table
          .changelog()
          .map(name -> name.replace(ANY_TABLE, "namespace.table"))
          .flatMap(TableNames::faultInGlue)
          .ifPresent(
              fault -> report.accept(new Changelogs(settings).keyInForce(table.table()), fault));
    }
    settings
        .optionalText(ErrorOptions.TABLE)
        .flatMap(TableNames::faultInGlue)
        .ifPresent(fault -> report.accept(ErrorOptions.TABLE, fault));
  }

  /** The key that names the tables. */
  static String tablesKey(Settings settings) {
    return settings.texts(RoutingOptions.TOPICS).isEmpty()
        ? TablesOptions.NAMES
        : RoutingOptions.TOPICS;
  }

  private static String catalogTypes() {
    return String.join(", ", CATALOG_TYPES.stream().sorted().toList());
  }

  private void findInModes() {
    settings
        .optionalChoice(TablesOptions.WRITE_MODE, WriteMode.class)
        .filter(mode -> mode != WriteMode.UPSERT && settings.flag(ChangeOptions.UPSERT))
        .ifPresent(
            mode ->
                report.accept(
                    ChangeOptions.UPSERT,
                    "Cannot upsert where "
                        + TablesOptions.WRITE_MODE
                        + " is "
                        + Choice.written(mode)
                        + ". Keep one of the two options."));
  }

  private void findInKeys(TableOptions table) {
    Optional<String> operationField = settings.optionalText(ChangeOptions.OPERATION_FIELD);
    Optional<WriteMode> chosen = TableOptions.chosenMode(settings, table.table());
    boolean isKeyed = !table.keyColumns().isEmpty() || TablesOptions.isKeyedElsewhere(settings);
    boolean isUpsert = table.writeMode() == WriteMode.UPSERT;
    boolean needsKey = isUpsert || (operationField.isPresent() && chosen.isEmpty());
    if (needsKey && !isKeyed) {
      report.accept(
          TablesOptions.KEY_COLUMNS,
          "Cannot apply changes to table '"
              + table.table()
              + "' without a key. Set "
              + TablesOptions.KEY_COLUMNS
              + " or "
              + TableSetting.KEY_COLUMNS.own(table.table())
              + ", or take the key from elsewhere by "
              + TablesOptions.KEY_SOURCE
              + ", or keep every record by "
              + TablesOptions.WRITE_MODE
              + "=append.");
    }
    operationField
        .filter(
            field -> table.writeMode() != WriteMode.APPEND && table.keyColumns().contains(field))
        .ifPresent(
            field ->
                report.accept(
                    keyColumnsOption(table),
                    "Cannot use '"
                        + field
                        + "' as a key column: it is the operation field ("
                        + ChangeOptions.OPERATION_FIELD
                        + "), which is not in the table."));
  }

  private String keyColumnsOption(TableOptions table) {
    String own = TableSetting.KEY_COLUMNS.own(table.table());
    return settings.texts(own).isEmpty() ? TablesOptions.KEY_COLUMNS : own;
  }

  private void findInFormatVersion() {
    settings
        .given(CreationOptions.FORMAT_VERSION)
        .filter(given -> !FORMAT_VERSIONS.contains(given.trim()))
        .ifPresent(
            given ->
                report.accept(
                    CreationOptions.FORMAT_VERSION,
                    "Unknown format version '" + given + "'. Choose one of 1, 2, 3."));
  }
}
