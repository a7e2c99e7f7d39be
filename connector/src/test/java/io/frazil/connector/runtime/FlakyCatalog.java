package io.frazil.connector.runtime;

import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.inmemory.InMemoryCatalog;

/** A catalog that can be down, refuses names, and counts how often tables are loaded. */
final class FlakyCatalog extends InMemoryCatalog {
  boolean isDown;
  int loads;
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

  @Override
  public boolean namespaceExists(Namespace namespace) {
    if (refused.containsKey(namespace)) {
      throw refused.get(namespace);
    }
    return super.namespaceExists(namespace);
  }
}
