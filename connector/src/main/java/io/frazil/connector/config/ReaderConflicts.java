package io.frazil.connector.config;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Tables that would be written so that one of their declared readers cannot read them. What a table
 * is like that is there already is not known here.
 */
final class ReaderConflicts {
  private final Settings settings;
  private final BiConsumer<String, String> report;

  private ReaderConflicts(Settings settings, BiConsumer<String, String> report) {
    this.settings = settings;
    this.report = new FirstFaults(report);
  }

  /** Looks for all of them; at each key, it tells those of the first table. */
  static void find(
      Settings settings, List<TableOptions> tables, BiConsumer<String, String> report) {
    ReaderConflicts conflicts = new ReaderConflicts(settings, report);
    Optional<Integer> version =
        settings
            .given(CreationOptions.FORMAT_VERSION)
            .map(String::trim)
            .filter(given -> given.matches("[123]"))
            .map(Integer::valueOf);
    for (TableOptions table : tables) {
      version.ifPresent(given -> conflicts.findInFormat(table, given));
      if (table.writeMode() == WriteMode.UPSERT) {
        conflicts.findInMode(table, version);
      }
    }
  }

  private void findInFormat(TableOptions table, int version) {
    table
        .deletes()
        .readers()
        .formatFault(table.table(), version)
        .ifPresent(fault -> report.accept(CreationOptions.FORMAT_VERSION, fault));
  }

  private void findInMode(TableOptions table, Optional<Integer> version) {
    DeleteOptions deletes = table.deletes();
    String modeKey = TableSetting.DELETE_MODE.inForce(settings, table.table());
    if (deletes.mode() != DeleteMode.AUTO || !deletes.readers().seeAuto()) {
      deletes
          .readers()
          .deleteFault(table.table(), deletes.mode(), version.orElse(2), modeKey)
          .ifPresent(fault -> report.accept(modeKey, fault));
    } else if (version.isPresent()) {
      deletes
          .readers()
          .deleteFault(table.table(), DeleteMode.AUTO, version.orElseThrow(), modeKey)
          .ifPresent(fault -> report.accept(CreationOptions.FORMAT_VERSION, fault));
    }
  }
}
