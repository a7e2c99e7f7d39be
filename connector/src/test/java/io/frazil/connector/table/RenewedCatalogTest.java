package io.frazil.connector.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class RenewedCatalogTest {
  private static final TableIdentifier TABLE = TableIdentifier.of("db", "t");

  private final List<Client> clients = new ArrayList<>();
  private final Catalog catalog = RenewedCatalog.of(open(), this::open);

  @Test
  void aCatalogThatRefusesItsClientIsOpenedAnewAndAskedAgain() {
    clients.get(0).isKnown = false;

    assertThat(catalog.loadTable(TABLE).schema().columns()).hasSize(1);
    assertThat(((SupportsNamespaces) catalog).namespaceExists(Namespace.of("db"))).isTrue();
    assertThat(clients).hasSize(2);
  }

  @Test
  void otherFailuresAreThoseOfTheCatalog() {
    assertThatThrownBy(() -> catalog.loadTable(TableIdentifier.of("db", "none")))
        .isInstanceOf(NoSuchTableException.class);
    assertThat(clients).hasSize(1);
  }

  @Test
  void aClientThatIsRefusedAgainIsLeftToTheCaller() {
    clients.get(0).isKnown = false;
    catalog.loadTable(TABLE);
    clients.get(1).isKnown = false;
    assertThat(catalog.tableExists(TABLE)).isTrue();

    clients.get(2).isKnown = false;
    clients.get(2).isLast = true;
    assertThatThrownBy(() -> catalog.loadTable(TABLE))
        .isInstanceOf(NotAuthorizedException.class)
        .hasMessage("unknown client");
  }

  @Test
  void allClientsAreClosedWithTheCatalogAndNoneBefore() throws Exception {
    clients.get(0).isKnown = false;
    catalog.loadTable(TABLE);
    assertThat(clients).extracting(client -> client.isClosed).containsExactly(false, false);

    ((AutoCloseable) catalog).close();
    assertThat(clients).extracting(client -> client.isClosed).containsExactly(true, true);
  }

  private Client open() {
    Client client = new Client();
    client.initialize("lake", Map.of());
    client.createNamespace(Namespace.of("db"));
    client.createTable(
        TABLE, new Schema(Types.NestedField.required(1, "id", Types.LongType.get())));
    client.isKnown = clients.stream().noneMatch(before -> before.isLast);
    clients.add(client);
    return client;
  }

  /** A client whose catalog may not know it any more. */
  private static final class Client extends InMemoryCatalog {
    private boolean isKnown = true;
    private boolean isLast;
    private boolean isClosed;

    @Override
    public Table loadTable(TableIdentifier identifier) {
      if (!isKnown) {
        throw new NotAuthorizedException("unknown client");
      }
      return super.loadTable(identifier);
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }
}
