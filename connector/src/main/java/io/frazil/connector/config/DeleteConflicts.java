package io.frazil.connector.config;

import static java.util.function.Predicate.not;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Options about deletes and the order of changes that are right one by one and impossible together.
 * What a table must be like that is there already is not known here.
 */
final class DeleteConflicts {
  private final Settings settings;
  private final BiConsumer<String, String> report;

  private DeleteConflicts(Settings settings, BiConsumer<String, String> report) {
    this.settings = settings;
    this.report = new FirstFaults(report);
  }

  /** Looks for all of them; at each key, it tells those of the first table. */
  static void find(
      Settings settings, List<TableOptions> tables, BiConsumer<String, String> report) {
    DeleteConflicts conflicts = new DeleteConflicts(settings, report);
    // Where it is not set, tables get one that has what their mode needs.
    Optional<String> version = settings.given(CreationOptions.FORMAT_VERSION).map(String::trim);
    for (TableOptions table : tables) {
      if (table.writeMode() == WriteMode.UPSERT) {
        version.ifPresent(created -> conflicts.findInMode(table, created));
        conflicts.findInOrder(table);
        conflicts.findInFlag(table);
      }
    }
    conflicts.findInAppends(
        tables, TableSetting.ORDERING_COLUMNS, TableOptions::orderingColumns, "order changes");
    conflicts.findInAppends(
        tables, TableSetting.UPDATE_COLUMNS, TableOptions::updateColumns, "limit updates");
    conflicts.findInTruncates(tables);
  }

  private void findInTruncates(List<TableOptions> tables) {
    if (settings.choice(ChangeOptions.TRUNCATE, ChangeOptions.Truncate.class)
            == ChangeOptions.Truncate.APPLY
        && tables.stream().anyMatch(TableOptions::keepsDeletedRows)) {
      report.accept(
          ChangeOptions.TRUNCATE,
          "Cannot apply truncates where deleted rows stay. Set it to ignore or fail, or set "
              + TableSetting.DELETE_HANDLING.common()
              + " to hard.");
    }
  }

  private void findInMode(TableOptions table, String version) {
    String modeKey = TableSetting.DELETE_MODE.inForce(settings, table.table());
    switch (table.deletes().mode()) {
      case COPY_ON_WRITE -> {}
      case AUTO, EQUALITY -> requireDeleteFiles(table, version, modeKey);
      case POSITION -> {
        requireDeleteFiles(table, version, modeKey);
        if (version.equals("3")) {
          report.accept(
              modeKey,
              "Cannot write position deletes to table '%s' if it is created in format version 3, which takes deletion vectors. Choose auto or deletion-vector, or set %s=2."
                  .formatted(table.table(), CreationOptions.FORMAT_VERSION));
        }
      }
      case DELETION_VECTOR -> {
        if (version.equals("1") || version.equals("2")) {
          report.accept(
              CreationOptions.FORMAT_VERSION,
              "Cannot write deletion vectors to table '%s' if it is created in format version %s, which has none. Set %s=3, or set %s to auto."
                  .formatted(table.table(), version, CreationOptions.FORMAT_VERSION, modeKey));
        }
      }
    }
  }

  private void requireDeleteFiles(TableOptions table, String version, String modeKey) {
    if (version.equals("1")) {
      report.accept(
          CreationOptions.FORMAT_VERSION,
          "Cannot delete rows of table '%s' in format version 1, which has no delete files. Choose 2 or 3, or set %s=copy-on-write, or keep every record by %s=append."
              .formatted(table.table(), modeKey, TablesOptions.WRITE_MODE));
    }
  }

  private void findInOrder(TableOptions table) {
    settings
        .optionalText(ChangeOptions.OPERATION_FIELD)
        .filter(table.orderingColumns()::contains)
        .ifPresent(
            field ->
                report.accept(
                    TableSetting.ORDERING_COLUMNS.inForce(settings, table.table()),
                    "Cannot order changes by '%s': it is the operation field (%s), which is not in the table."
                        .formatted(field, ChangeOptions.OPERATION_FIELD)));
  }

  private void findInFlag(TableOptions table) {
    String flag = table.deletes().softDeleteColumn();
    boolean isTaken = table.keyColumns().contains(flag) || table.orderingColumns().contains(flag);
    if (table.keepsDeletedRows() && isTaken) {
      report.accept(
          TableSetting.SOFT_DELETE_COLUMN.inForce(settings, table.table()),
          "Cannot flag deleted rows of table '%s' in column '%s': it is a key column or an ordering column. Choose another name."
              .formatted(table.table(), flag));
    }
  }

  private void findInAppends(
      List<TableOptions> tables,
      TableSetting setting,
      Function<TableOptions, List<String>> columns,
      String action) {
    boolean isAnyUpsert = tables.stream().anyMatch(table -> table.writeMode() == WriteMode.UPSERT);
    tables.stream()
        .filter(table -> table.writeMode() != WriteMode.UPSERT)
        .filter(table -> !columns.apply(table).isEmpty())
        .map(table -> setting.inForce(settings, table.table()))
        // The one for all tables may be meant for those that are upserted into.
        .filter(not(key -> isAnyUpsert && key.equals(setting.common())))
        .forEach(
            key ->
                report.accept(
                    key,
                    "Cannot %s where every record is kept. Remove it, or set %s=upsert."
                        .formatted(action, TablesOptions.WRITE_MODE)));
  }
}
