package io.frazil.connector.config;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Options about bad records that are right one by one and impossible together. */
final class ErrorConflicts {
  private ErrorConflicts() {}

  /**
   * Looks for all of them.
   *
   * @param tables the tables that records go to
   */
  static void find(
      Settings settings, List<TableOptions> tables, BiConsumer<String, String> report) {
    settings
        .optionalText(ErrorOptions.TABLE)
        .ifPresent(
            name ->
                faults(settings, tables, name)
                    .forEach(fault -> report.accept(ErrorOptions.TABLE, fault)));
  }

  private static Stream<String> faults(Settings settings, List<TableOptions> tables, String name) {
    Stream.Builder<String> faults = Stream.builder();
    if (settings.given(ErrorOptions.TOLERANCE).filter(ErrorOptions.TOLERANT::equals).isEmpty()) {
      faults.add(
          "Cannot append bad records to table '%s': the first of them fails the task. Set %s=%s, or remove this."
              .formatted(name, ErrorOptions.TOLERANCE, ErrorOptions.TOLERANT));
    }
    if (tables.stream()
        .flatMap(table -> Stream.concat(Stream.of(table.table()), table.changelog().stream()))
        .anyMatch(name::equals)) {
      faults.add(
          "Cannot append bad records to table '%s': records that are applied go there. Choose another table."
              .formatted(name));
    }
    return faults.build();
  }
}
