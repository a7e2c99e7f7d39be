package io.frazil.quickstart;

import io.frazil.console.Narrator;
import io.frazil.quickstart.Shop.Step;
import io.frazil.source.Sql;

/**
 * The example of PostgreSQL on a running cluster, statement by statement. Any deviation from what
 * the example promises is an {@link IllegalStateException} that says what to look at.
 */
final class DatabaseDemonstration {
  private final Narrator narrator;
  private final Connectors connectors;
  private final ShownTable table;
  private final Sql database;

  DatabaseDemonstration(Narrator narrator, Connectors connectors, ShownTable table, Sql database) {
    this.narrator = narrator;
    this.connectors = connectors;
    this.table = table;
    this.database = database;
  }

  void run() {
    execute(Shop.BEFORE);
    connectors.createSink();
    connectors.createSource("is Debezium, which reads the table and then the log of the database");
    await(Shop.BEFORE);
    for (Step step : Shop.CHANGES) {
      execute(step);
      await(step);
    }
    narrator.show(
        "The snapshots of %s; each carries the offsets it brings the table to"
            .formatted(table.name()),
        table.history().lines());
  }

  private void execute(Step step) {
    narrator.show(
        "In PostgreSQL:", step.statements().stream().map(line -> "  " + line + ";").toList());
    database.transaction(step.statements());
    narrator.progress("PostgreSQL has committed");
  }

  private void await(Step step) {
    try {
      connectors.await(
          "%s in %s".formatted(step.title(), table.name()), () -> table.has(step.rows()));
    } finally {
      table.newestCommit().ifPresent(commit -> show(step));
    }
    table.check(step.rows(), step.title());
  }

  private void show(Step step) {
    narrator.progress("Table '%s' has a new snapshot".formatted(table.name()));
    narrator.show("%s after %s".formatted(table.name(), step.title()), table.rows().lines());
  }
}
