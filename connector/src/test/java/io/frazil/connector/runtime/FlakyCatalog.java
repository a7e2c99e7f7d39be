package io.frazil.connector.runtime;

import io.frazil.connector.table.FaultyFileIO;
import io.frazil.connector.table.ForwardingOperations;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.io.FileIO;

/**
 * A catalog that can be down or silent, refuses names, lets others be quicker, counts how often
 * tables are loaded, and has storage that can fail.
 */
final class FlakyCatalog extends InMemoryCatalog {
  final FaultyFileIO storage = new FaultyFileIO(new InMemoryFileIO());
  boolean isDown;
  int loads;
  private Optional<Runnable> quicker = Optional.empty();
  final Map<Namespace, RuntimeException> refused = new HashMap<>();
  final Map<TableIdentifier, RuntimeException> refusedTables = new HashMap<>();

  /** Tables of which nobody hears anything before that. */
  final Map<TableIdentifier, CountDownLatch> silent = new ConcurrentHashMap<>();

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
    Optional.ofNullable(silent.get(identifier)).ifPresent(FaultyFileIO::await);
    loads++;
    return super.loadTable(identifier);
  }

  /** Right before the next commit reaches the catalog, somebody else does this. */
  void beforeNextCommit(Runnable action) {
    quicker = Optional.of(action);
  }

  boolean isSomebodyWaiting() {
    return quicker.isPresent();
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
  private final class OnFaultyStorage extends ForwardingOperations {
    OnFaultyStorage(TableOperations operations) {
      super(operations);
    }

    @Override
    public void commit(TableMetadata base, TableMetadata metadata) {
      Optional<Runnable> action = quicker;
      quicker = Optional.empty();
      action.ifPresent(Runnable::run);
      super.commit(base, metadata);
    }

    @Override
    public FileIO io() {
      return storage;
    }
  }
}
