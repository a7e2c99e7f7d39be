package io.frazil.connector.runtime;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.inmemory.InMemoryCatalog;

/**
 * A catalog that can be down, refuses names, lets others be quicker, and counts how often tables
 * are loaded.
 */
final class FlakyCatalog extends InMemoryCatalog {
  boolean isDown;
  int loads;
  private Optional<Runnable> quicker = Optional.empty();
  final Map<Namespace, RuntimeException> refused = new HashMap<>();

  FlakyCatalog() {
    initialize("memory", Map.of());
    createNamespace(Namespace.of("db"));
  }

  @Override
  public Table loadTable(TableIdentifier identifier) {
    if (isDown) {
      throw new ServiceUnavailableException("the catalog is down");
    }
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
    TableOperations operations = super.newTableOps(identifier);
    return (TableOperations)
        Proxy.newProxyInstance(
            TableOperations.class.getClassLoader(),
            new Class<?>[] {TableOperations.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("commit")) {
                Optional<Runnable> action = quicker;
                quicker = Optional.empty();
                action.ifPresent(Runnable::run);
              }
              try {
                return method.invoke(operations, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public boolean namespaceExists(Namespace namespace) {
    if (refused.containsKey(namespace)) {
      throw refused.get(namespace);
    }
    return super.namespaceExists(namespace);
  }
}
