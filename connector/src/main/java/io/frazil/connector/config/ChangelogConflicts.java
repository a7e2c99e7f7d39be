package io.frazil.connector.config;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Options about changelogs that are right one by one and impossible together. */
final class ChangelogConflicts {
  /** What a changelog may have of its own, as any table; its write mode is looked at apart. */
  private static final Set<TableSetting> OF_ANY_TABLE =
      EnumSet.of(
          TableSetting.KEY_COLUMNS,
          TableSetting.PARTITION_BY,
          TableSetting.READERS,
          TableSetting.WRITE_MODE);

  private final Settings settings;
  private final Changelogs changelogs;
  private final BiConsumer<String, String> report;

  private ChangelogConflicts(Settings settings, BiConsumer<String, String> report) {
    this.settings = settings;
    this.changelogs = new Changelogs(settings);
    this.report = new FirstFaults(report);
  }

  /**
   * Looks for all of them.
   *
   * @param tables the tables that records go to
   */
  static void find(
      Settings settings, List<TableOptions> tables, BiConsumer<String, String> report) {
    ChangelogConflicts conflicts = new ChangelogConflicts(settings, report);
    tables.forEach(conflicts::findInMode);
    conflicts.findInNames(tables);
  }

  private void findInMode(TableOptions table) {
    if (table.writeMode() == WriteMode.CHANGELOG
        && settings.optionalText(ChangeOptions.OPERATION_FIELD).isEmpty()) {
      report.accept(
          TableSetting.WRITE_MODE.inForce(settings, table.table()),
          "Cannot tell what changes of table '%s' are: no field tells the operation. Set %s."
              .formatted(table.table(), ChangeOptions.OPERATION_FIELD));
    }
    if (settings.has(Changelogs.key(table.table())) && table.writeMode() != WriteMode.UPSERT) {
      report.accept(
          Changelogs.key(table.table()),
          "Cannot keep a changelog beside table '%s', which keeps all records itself. Set %s=upsert, or remove this."
              .formatted(table.table(), TableSetting.WRITE_MODE.own(table.table())));
    }
    table.changelog().ifPresent(changelog -> findInChangelog(table.table(), changelog));
  }

  private void findInChangelog(String table, String changelog) {
    if (settings.optionalText(ChangeOptions.OPERATION_FIELD).isEmpty()) {
      report.accept(
          changelogs.keyInForce(table),
          "Cannot tell what changes of table '%s' are: no field tells the operation. Set %s."
              .formatted(table, ChangeOptions.OPERATION_FIELD));
    }
    Optional<WriteMode> mode =
        settings.optionalChoice(TableSetting.WRITE_MODE.own(changelog), WriteMode.class);
    if (mode.filter(given -> given != WriteMode.CHANGELOG).isPresent()) {
      report.accept(
          TableSetting.WRITE_MODE.own(changelog),
          "Cannot %s into table '%s', which is the changelog beside table '%s'. Remove it, or choose another name in %s."
              .formatted(
                  Choice.written(mode.get()), changelog, table, changelogs.keyInForce(table)));
    }
    Stream.concat(
            Stream.of(TableSetting.values())
                .filter(setting -> !OF_ANY_TABLE.contains(setting))
                .map(setting -> setting.own(changelog)),
            Stream.of(
                TableOptions.key(changelog, TableOptions.ROUTE_REGEX), Changelogs.key(changelog)))
        .filter(settings::has)
        .forEach(
            key ->
                report.accept(
                    key,
                    "Cannot use it for the changelog beside table '%s', which takes every change as it is. Remove it."
                        .formatted(table)));
  }

  private void findInNames(List<TableOptions> tables) {
    Map<String, String> taken = new HashMap<>();
    tables.forEach(table -> taken.put(table.table(), "records go to it"));
    tables.forEach(this::findInSuffix);
    for (TableOptions table : tables) {
      table
          .changelog()
          .ifPresent(
              changelog -> {
                Optional.ofNullable(taken.get(changelog))
                    .ifPresent(
                        use ->
                            report.accept(
                                changelogs.keyInForce(table.table()),
                                "Cannot use '%s' as the changelog of table '%s': %s. Choose another name."
                                    .formatted(changelog, table.table(), use)));
                taken.put(changelog, "it is the changelog of table '" + table.table() + "'");
              });
    }
  }

  private void findInSuffix(TableOptions table) {
    settings
        .optionalText(Changelogs.SUFFIX)
        .filter(table.table()::endsWith)
        .ifPresent(
            suffix ->
                report.accept(
                    Changelogs.SUFFIX,
                    "Cannot name changelogs so: table '%s', to which records go, ends so too. Choose another suffix."
                        .formatted(table.table())));
  }
}
