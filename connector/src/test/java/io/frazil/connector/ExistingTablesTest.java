package io.frazil.connector;

import static java.util.Map.entry;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.config.FrazilConfig;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.types.Types;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the connector's validation tells of tables that are there already. */
class ExistingTablesTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "gone", Types.StringType.get()));

  @TempDir private Path folder;

  @Test
  void aTableOfAnotherFormatIsToldAtTheDeleteMode() {
    create("db.t", 3);

    assertThat(errors(Map.of("iceberg.tables.delete-mode", "position")))
        .containsExactly(
            entry(
                "iceberg.tables.delete-mode",
                List.of(
                    "Cannot write position deletes to table 'db.t': it has format version 3, which"
                        + " takes deletion vectors. Set iceberg.table.db.t.delete-mode to auto or"
                        + " deletion-vector.")));
    assertThat(errors(Map.of("iceberg.table.db.t.delete-mode", "position")))
        .containsOnlyKeys("iceberg.table.db.t.delete-mode");
    assertThat(errors(Map.of("iceberg.tables.delete-mode", "deletion-vector"))).isEmpty();
  }

  @Test
  void whatATableLacksIsToldAtTheKeyThatAsksForIt() {
    create("db.t", 2);

    assertThat(
            errors(
                Map.of(
                    "iceberg.tables.ordering-columns", "version",
                    "iceberg.table.db.t.delete-handling", "soft",
                    "iceberg.table.db.t.soft-delete-column", "gone")))
        .containsOnlyKeys(
            "iceberg.tables.ordering-columns", "iceberg.table.db.t.soft-delete-column");
  }

  @Test
  void aTableThatIsMissingIsNotAnError() {
    create("db.other", 3);

    assertThat(errors(Map.of("iceberg.tables.delete-mode", "position"))).isEmpty();
  }

  @Test
  void aCatalogThatIsNotThereIsNotAnError() {
    assertThat(errors(Map.of("iceberg.catalog.uri", "jdbc:sqlite:/no/such/folder/db"))).isEmpty();
  }

  @Test
  void aCatalogsOwnTablesAreNotCreated() throws SQLException {
    assertThat(errors(Map.of())).isEmpty();

    try (Connection database = DriverManager.getConnection(uri());
        ResultSet tables =
            database.getMetaData().getTables(null, null, null, new String[] {"TABLE"})) {
      assertThat(tables.next()).isFalse();
    }
  }

  @Test
  void aCatalogThatDoesNotAnswerIsLeftBehind() {
    CountDownLatch never = new CountDownLatch(1);
    ExistingTables hanging =
        new ExistingTables(
            Duration.ofMillis(10),
            connections -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              throw new ServiceUnavailableException("interrupted");
            });

    assertThat(errors(hanging, config(Map.of()))).isEmpty();
  }

  @Test
  void aConfigurationThatIsWrongAnywayNeedsNoCatalog() {
    create("db.t", 3);

    assertThat(
            errors(
                Map.of("iceberg.tables.delete-mode", "position", "iceberg.write.flush-rows", "0")))
        .containsOnlyKeys("iceberg.write.flush-rows");
  }

  private void create(String table, int formatVersion) {
    TableIdentifier identifier = TableIdentifier.parse(table);
    try (Connections connections = new Connections(FrazilConfig.from(config(Map.of())))) {
      Catalog catalog = connections.openCatalog();
      ((SupportsNamespaces) catalog).createNamespace(Namespace.of("db"));
      catalog
          .buildTable(identifier, SCHEMA)
          .withProperty("format-version", Integer.toString(formatVersion))
          .create();
    }
  }

  private Map<String, List<String>> errors(Map<String, String> more) {
    return errors(ExistingTables.ofTheCatalog(), config(more));
  }

  private static Map<String, List<String>> errors(
      ExistingTables existing, Map<String, String> config) {
    return new IcebergCdcSinkConnector(existing)
        .validate(config).configValues().stream()
            .filter(value -> !value.errorMessages().isEmpty())
            .collect(toMap(ConfigValue::name, ConfigValue::errorMessages));
  }

  private String uri() {
    return "jdbc:sqlite:" + folder.resolve("catalog.db");
  }

  private Map<String, String> config(Map<String, String> more) {
    Map<String, String> config = new HashMap<>();
    config.put("name", "sink");
    config.put("iceberg.tables", "db.t");
    config.put("iceberg.tables.cdc-field", "op");
    config.put("iceberg.tables.default-id-columns", "id");
    config.put("iceberg.catalog.type", "jdbc");
    config.put("iceberg.catalog.uri", uri());
    config.put("iceberg.catalog.warehouse", folder.resolve("warehouse").toString());
    config.putAll(more);
    return config;
  }
}
