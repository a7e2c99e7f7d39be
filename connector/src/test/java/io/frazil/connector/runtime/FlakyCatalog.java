package io.frazil.connector.runtime;

import io.frazil.connector.table.FaultyFileIO;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/**
 * A catalog that can be down, refuses names, counts how often tables are loaded, and has storage
 * that can fail.
 */
final class FlakyCatalog extends InMemoryCatalog {
  final FaultyFileIO storage = new FaultyFileIO(new InMemoryFileIO());
  boolean isDown;
  int loads;
  final Map<Namespace, RuntimeException> refused = new HashMap<>();
  final Map<TableIdentifier, RuntimeException> refusedTables = new HashMap<>();

  FlakyCatalog() {
    initialize("memory", Map.of());
    createNamespace(Namespace.of("db"));
  }

  @Override
  public Table loadTable(TableIdentifier identifier) {
    if (isDown) {
      throw new ServiceUnavailableException("the catalog is down");
    }
    if (refusedTables.containsKey(identifier)) {
      throw refusedTables.get(identifier);
    }
    loads++;
    return super.loadTable(identifier);
  }

  @Override
  protected TableOperations newTableOps(TableIdentifier identifier) {
    return new OnFaultyStorage(super.newTableOps(identifier));
  }

  @Override
  public boolean namespaceExists(Namespace namespace) {
    if (refused.containsKey(namespace)) {
      throw refused.get(namespace);
    }
    return super.namespaceExists(namespace);
  }

  /** Only the table's own metadata is written past the storage that fails. */
  private final class OnFaultyStorage implements TableOperations {
    private final TableOperations operations;

    OnFaultyStorage(TableOperations operations) {
      this.operations = operations;
    }

    @Override
    public TableMetadata current() {
      return operations.current();
    }

    @Override
    public TableMetadata refresh() {
      return operations.refresh();
    }

    @Override
    public void commit(TableMetadata base, TableMetadata metadata) {
      operations.commit(base, metadata);
    }

    @Override
    public FileIO io() {
      return storage;
    }

    @Override
    public String metadataFileLocation(String fileName) {
      return operations.metadataFileLocation(fileName);
    }

    @Override
    public LocationProvider locationProvider() {
      return operations.locationProvider();
    }
  }
}
