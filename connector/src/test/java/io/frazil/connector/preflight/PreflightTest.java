package io.frazil.connector.preflight;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.config.MirrorSettings;
import io.frazil.connector.connection.Connections;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the connector's validation tells of the catalog, its tables and Kafka. */
class PreflightTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "gone", Types.StringType.get()),
          Types.NestedField.optional(3, "price", Types.DoubleType.get()));
  private static final Preflight CATALOG_ONLY =
      new Preflight(List.of(new CatalogProbe(Connections::openCatalogAsItIs)));

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
  void aTableThatIsMissingMustBeCreatable() {
    create("db.other", 3);

    assertThat(errors(Map.of("iceberg.tables.auto-create-enabled", "false")))
        .containsExactly(
            entry(
                "iceberg.tables",
                List.of(
                    "Cannot write to table 'db.t': it does not exist. Create it, or set"
                        + " iceberg.tables.auto-create-enabled=true.")));
    assertThat(errors(Map.of("iceberg.tables.delete-mode", "position"))).isEmpty();
  }

  @Test
  void aMissingTableIsToldAtTheTopicsThatGoToIt() {
    create("db.other", 2);
    Map<String, String> byTopic = config(Map.of("iceberg.tables.topic-to-table-map", "a:db.t"));
    byTopic.remove("iceberg.tables");
    byTopic.remove("iceberg.tables.auto-create-enabled");

    assertThat(errors(CATALOG_ONLY, byTopic)).containsOnlyKeys("iceberg.tables.topic-to-table-map");
  }

  @Test
  void keyColumnsMustBeThereAndFitForKeys() {
    create("db.t", 2);

    assertThat(errors(Map.of("iceberg.table.db.t.id-columns", "nr")))
        .containsExactly(
            entry(
                "iceberg.table.db.t.id-columns",
                List.of(
                    "Table 'db.t': Cannot use column 'nr' as key: the table has no such top-level"
                        + " column. It has: id, gone, price")));
    assertThat(errors(Map.of("iceberg.tables.default-id-columns", "price")))
        .containsOnlyKeys("iceberg.tables.default-id-columns");
  }

  @Test
  void aTableThatIsToTellItsKeyMustHaveOne() {
    create("db.t", 2);
    Map<String, String> config = config(Map.of("iceberg.tables.key-source", "identifier-fields"));
    config.remove("iceberg.tables.default-id-columns");

    assertThat(errors(CATALOG_ONLY, config))
        .containsExactly(
            entry(
                "iceberg.tables.key-source",
                List.of(
                    "Cannot tell rows of table 'db.t' apart: it has no identifier fields. Set"
                        + " iceberg.table.db.t.id-columns.")));
  }

  @Test
  void partitionsMustBeReadableAndOfColumnsThatAreThere() {
    create("db.t", 2);

    assertThat(errors(Map.of("iceberg.tables.default-partition-by", "bukket(16, id)")))
        .containsOnlyKeys("iceberg.tables.default-partition-by");
    assertThat(errors(Map.of("iceberg.table.db.t.partition-by", "day(at)")))
        .containsExactly(
            entry(
                "iceberg.table.db.t.partition-by",
                List.of(
                    "Table 'db.t': Cannot partition by column 'at': the table has no such column."
                        + " It has: id, gone, price")));
    assertThat(
            errors(
                Map.of(
                    "iceberg.table.db.t.partition-by", "day(at)",
                    "iceberg.tables.evolve-schema-enabled", "true")))
        .isEmpty();
  }

  @Test
  void aReaderThatWouldNotSeeTheDeletesOfATableIsToldAtTheDeleteMode() {
    create("db.t", 2);

    assertThat(errors(Map.of("iceberg.tables.readers", "athena, snowflake"))).isEmpty();
    assertThat(errors(Map.of("iceberg.tables.readers", "snowflake, databricks")))
        .containsExactly(
            entry(
                "iceberg.tables.delete-mode",
                List.of(
                    "Cannot delete rows of table 'db.t' by position: these readers do not read it:"
                        + " databricks. Set iceberg.table.db.t.delete-mode to deletion-vector"
                        + " (format version 3) or copy-on-write, or remove them from the"
                        + " readers.")));
  }

  @Test
  void aReaderThatCannotReadTheTablesFormatIsTold() {
    create("db.t", 3);

    assertThat(
            errors(
                Map.of(
                    "iceberg.table.db.t.readers", "athena", "iceberg.tables.write-mode", "append")))
        .containsExactly(
            entry(
                "iceberg.table.db.t.readers",
                List.of(
                    "Cannot have table 'db.t' in format version 3: these readers do not read it:"
                        + " athena. Keep it in format version 2, or remove them from the"
                        + " readers.")));
  }

  @Test
  void aCatalogThatIsNotThereIsToldWithTheSwitchThatAllowsIt() {
    Map<String, String> away = Map.of("iceberg.catalog.uri", "jdbc:sqlite:/no/such/folder/db");

    assertThat(errors(away))
        .containsOnlyKeys("iceberg.catalog.uri")
        .hasEntrySatisfying(
            "iceberg.catalog.uri",
            messages ->
                assertThat(messages)
                    .singleElement()
                    .asString()
                    .startsWith("Cannot reach the catalog: ")
                    .endsWith(
                        "Check iceberg.catalog.*. To go on without looking, set"
                            + " iceberg.preflight.enabled=false."));
    Map<String, String> unseen = new HashMap<>(away);
    unseen.put("iceberg.preflight.enabled", "false");
    assertThat(errors(unseen)).isEmpty();
  }

  @Test
  void aSecretInWhatACatalogSaysIsNotRepeated() {
    Map<String, String> config =
        config(
            Map.of(
                "iceberg.catalog.uri", "jdbc:none://me:sesame@host/db?password=hunter2",
                "iceberg.catalog.jdbc.password", "letmein-now"));
    Preflight talkative =
        new Preflight(
            List.of(
                new CatalogProbe(
                    connections -> {
                      throw new ServiceUnavailableException("with letmein-now");
                    }),
                new CatalogProbe(Connections::openCatalogAsItIs)));

    assertThat(errors(talkative, config).toString())
        .contains("with ***", "jdbc:none")
        .doesNotContain("letmein", "sesame", "hunter2");
  }

  @Test
  void aBrokerThatDoesNotAnswerIsToldAtTheBrokers() {
    Preflight kafka = new Preflight(List.of(new ControlTopicProbe()));

    assertThat(errors(kafka, config(Map.of()))).containsOnlyKeys("iceberg.kafka.bootstrap.servers");
    assertThat(
            errors(
                kafka,
                config(
                    Map.of(
                        "iceberg.kafka.bootstrap.servers", "localhost:1",
                        "iceberg.preflight.timeout-ms", "300"))))
        .containsExactly(
            entry(
                "iceberg.kafka.bootstrap.servers",
                List.of(
                    "Cannot ask Kafka for control topic 'control-iceberg': There was no answer"
                        + " within 300 ms. Check iceberg.kafka.*, or the worker's properties where"
                        + " nothing is set. To go on without looking, set"
                        + " iceberg.preflight.enabled=false.")));
  }

  @Test
  void aCatalogsOwnTablesAreNotCreated() throws SQLException {
    assertThat(errors(Map.of("iceberg.catalog.jdbc.schema-version", "V1"))).isEmpty();

    try (Connection database = DriverManager.getConnection(uri());
        ResultSet tables =
            database.getMetaData().getTables(null, null, null, new String[] {"TABLE"})) {
      assertThat(tables.next()).isFalse();
    }
  }

  @Test
  void aCatalogThatDoesNotAnswerIsLeftBehind() {
    CountDownLatch never = new CountDownLatch(1);
    Preflight hanging =
        new Preflight(
            List.of(
                new CatalogProbe(
                    connections -> {
                      try {
                        never.await();
                      } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                      }
                      throw new ServiceUnavailableException("interrupted");
                    })));

    assertThat(errors(hanging, config(Map.of("iceberg.preflight.timeout-ms", "10"))))
        .containsExactly(
            entry(
                "iceberg.catalog.uri",
                List.of(
                    "Cannot reach the catalog: There was no answer within 10 ms. Check"
                        + " iceberg.catalog.*. To go on without looking, set"
                        + " iceberg.preflight.enabled=false.")));
  }

  @Test
  void whatIsFoundBeforeTheTimeIsOverIsToldAndTheRestIsNoError() {
    CountDownLatch never = new CountDownLatch(1);
    Probe slow =
        new Probe() {
          @Override
          public void look(FrazilConfig config, Connections connections, Answers answers) {
            answers.add(List.of(new Finding("iceberg.tables", "One is wrong.")));
            try {
              never.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }

          @Override
          public Finding unreachable(FrazilConfig config, String reason) {
            return new Finding("iceberg.catalog.type", reason);
          }
        };

    assertThat(
            errors(
                new Preflight(List.of(slow)),
                config(Map.of("iceberg.preflight.timeout-ms", "300"))))
        .containsExactly(entry("iceberg.tables", List.of("One is wrong.")));
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
    return errors(CATALOG_ONLY, config(more));
  }

  private static Map<String, List<String>> errors(Preflight preflight, Map<String, String> config) {
    Map<String, List<String>> errors = new HashMap<>();
    preflight.check(
        FrazilConfig.from(config),
        (key, message) -> errors.computeIfAbsent(key, none -> new ArrayList<>()).add(message));
    return errors;
  }

  private String uri() {
    return "jdbc:sqlite:" + folder.resolve("catalog.db");
  }

  private Map<String, String> config(Map<String, String> more) {
    Map<String, String> config =
        MirrorSettings.with(
            "iceberg.tables.auto-create-enabled",
            "true",
            "iceberg.catalog.uri",
            uri(),
            "iceberg.catalog.warehouse",
            folder.resolve("warehouse").toString());
    config.putAll(more);
    return config;
  }
}
