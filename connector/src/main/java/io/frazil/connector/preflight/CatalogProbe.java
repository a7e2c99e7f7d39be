package io.frazil.connector.preflight;

import io.frazil.connector.config.CreationOptions;
import io.frazil.connector.config.CreationOptions.MissingTable;
import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.config.TableOptions;
import io.frazil.connector.config.TablesOptions;
import io.frazil.connector.config.TablesOptions.KeySource;
import io.frazil.connector.config.WriteMode;
import io.frazil.connector.connection.Connections;
import io.frazil.connector.connection.Reasons;
import io.frazil.connector.intake.TableRequirements;
import io.frazil.connector.table.Catalogs;
import io.frazil.connector.table.TableCreator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NotFoundException;

/**
 * Whether the catalog can be reached, and its tables are there or may be created, and are what the
 * configuration needs.
 *
 * @param catalogs opens the catalog, which the connections close
 */
record CatalogProbe(Function<Connections, Catalog> catalogs) implements Probe {
  private static final TableIdentifier NO_TABLE = TableIdentifier.of("frazil_preflight", "none");

  @Override
  public void look(FrazilConfig config, Connections connections, Answers answers) {
    Catalog catalog = catalogs.apply(connections);
    List<String> names = config.knownTables().stream().map(TableOptions::table).toList();
    if (names.isEmpty()) {
      requireAnswer(config, catalog);
    }
    for (String name : names) {
      answers.add(findings(config, catalog, name));
    }
  }

  @Override
  public Finding unreachable(FrazilConfig config, String reason) {
    return new Finding(
        config.catalog().placeKey(),
        "Cannot reach the catalog: " + reason + " Check iceberg.catalog.*.");
  }

  // Where records name their tables, none is known that could be asked for.
  private static void requireAnswer(FrazilConfig config, Catalog catalog) {
    try {
      load(config, catalog, NO_TABLE);
    } catch (ForbiddenException | NotFoundException answer) {
      // It is there.
    }
  }

  private static List<Finding> findings(FrazilConfig config, Catalog catalog, String name) {
    try {
      return load(config, catalog, TableIdentifier.parse(name))
          .map(table -> misfits(config, name, table))
          .orElseGet(() -> missing(config, name));
    } catch (ForbiddenException e) {
      return List.of(
          new Finding(
              config.tablesKey(),
              "Cannot look at table '%s': the catalog forbids it: %s Grant reading and writing."
                  .formatted(name, Reasons.of(e))));
    } catch (NotFoundException e) {
      return List.of(
          new Finding(
              config.tablesKey(),
              "Cannot read table '%s': %s Check its storage and iceberg.catalog.io-impl."
                  .formatted(name, Reasons.of(e))));
    }
  }

  private static Optional<Table> load(FrazilConfig config, Catalog catalog, TableIdentifier table) {
    try {
      return new TableCreator(catalog).load(table);
    } catch (NoSuchNamespaceException e) {
      return Optional.empty();
    } catch (RuntimeException e) {
      if (Catalogs.isYetToBeCreated(catalog, config.catalog().properties(), e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  // A namespace that is missing is created with the table.
  private static List<Finding> missing(FrazilConfig config, String name) {
    return config.creation().missingTable() == MissingTable.CREATE
        ? List.of()
        : List.of(
            new Finding(
                config.tablesKey(),
                "Cannot write to table '%s': it does not exist. Create it, or set %s=true."
                    .formatted(name, CreationOptions.ENABLED)));
  }

  private static List<Finding> misfits(FrazilConfig config, String name, Table table) {
    TableOptions options = config.tableOptions(name);
    List<Finding> findings = new ArrayList<>();
    new TableRequirements(options, config.tables().columnNames())
        .unmetAtStartBy(table, config.tables().evolution())
        .forEach(
            misfit ->
                findings.add(
                    new Finding(config.keyInForce(misfit.setting(), name), misfit.message())));
    boolean isKeyOfTable =
        options.writeMode() == WriteMode.UPSERT
            && options.keyColumns().isEmpty()
            && config.tables().keySource() == KeySource.IDENTIFIER_FIELDS;
    if (isKeyOfTable && table.schema().identifierFieldIds().isEmpty()) {
      findings.add(
          new Finding(
              TablesOptions.KEY_SOURCE,
              "Cannot tell rows of table '%s' apart: it has no identifier fields. Set iceberg.table.%s.id-columns."
                  .formatted(name, name)));
    }
    PartitionTerms.fault(config, name, table.schema()).ifPresent(findings::add);
    return findings;
  }
}
