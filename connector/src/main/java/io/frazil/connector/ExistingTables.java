package io.frazil.connector;

import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.config.TableOptions;
import io.frazil.connector.runtime.Misfit;
import io.frazil.connector.runtime.TableRequirements;
import io.frazil.connector.table.TableCreator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the tables that are there already before a connector starts. What cannot be reached in
 * time is passed over: the tasks will tell of it.
 *
 * @param patience how long the catalog may take
 * @param catalogs opens the catalog, which the connections close
 */
record ExistingTables(Duration patience, Function<Connections, Catalog> catalogs) {
  private static final Logger LOG = LoggerFactory.getLogger(ExistingTables.class);

  /** Well below the time that Connect's REST API gives to a request. */
  private static final Duration SHORT = Duration.ofSeconds(10);

  /** Those of the configured catalog. */
  static ExistingTables ofTheCatalog() {
    return new ExistingTables(SHORT, Connections::openCatalogAsItIs);
  }

  /**
   * Tells what does not go with the tables.
   *
   * @param report takes the key at fault and what is wrong with it
   */
  void check(FrazilConfig config, BiConsumer<String, String> report) {
    look(config).forEach(fault -> report.accept(fault.key(config), fault.misfit().message()));
  }

  // A catalog that cannot be reached may try for minutes, so it is left behind.
  private List<Fault> look(FrazilConfig config) {
    ExecutorService thread = Executors.newSingleThreadExecutor(ExistingTables::daemon);
    Future<List<Fault>> faults = thread.submit(() -> faults(config));
    try {
      return faults.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.info(
          "Cannot reach the catalog, so options are checked without its tables: {}", e.toString());
      return List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    } finally {
      thread.shutdownNow();
    }
  }

  private List<Fault> faults(FrazilConfig config) {
    try (Connections connections = new Connections(config)) {
      TableCreator tables = new TableCreator(catalogs.apply(connections));
      List<Fault> faults = new ArrayList<>();
      for (TableOptions options : config.knownTables()) {
        TableRequirements requirements =
            new TableRequirements(options, config.tables().columnNames());
        load(tables, options.table())
            .map(table -> requirements.unmetBy(table, config.tables().evolution()))
            .stream()
            .flatMap(List::stream)
            .forEach(misfit -> faults.add(new Fault(options.table(), misfit)));
      }
      return faults;
    }
  }

  private static Optional<Table> load(TableCreator tables, String name) {
    try {
      return tables.load(TableIdentifier.parse(name));
    } catch (RuntimeException e) {
      LOG.info("Cannot load table {}, so options are checked without it: {}", name, e.toString());
      return Optional.empty();
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "frazil-existing-tables");
    thread.setDaemon(true);
    return thread;
  }

  private record Fault(String table, Misfit misfit) {
    private String key(FrazilConfig config) {
      return config.keyInForce(misfit.setting(), table);
    }
  }
}
