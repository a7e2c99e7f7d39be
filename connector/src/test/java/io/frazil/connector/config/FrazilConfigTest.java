package io.frazil.connector.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.config.ChangeOptions.Meaning;
import io.frazil.connector.config.ChangeOptions.MissingOperation;
import io.frazil.connector.config.ChangeOptions.NullValue;
import io.frazil.connector.config.CreationOptions.IdentifierFields;
import io.frazil.connector.config.CreationOptions.MissingTable;
import io.frazil.connector.config.CreationOptions.Nullability;
import io.frazil.connector.config.SourceOptions.RetentionGap;
import io.frazil.connector.config.SourceOptions.TopicRecreated;
import io.frazil.connector.config.TablesOptions.ColumnNames;
import io.frazil.connector.config.TablesOptions.Evolution;
import io.frazil.connector.config.TablesOptions.KeySource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class FrazilConfigTest {
  private static final Readers NOBODY = new Readers(Set.of());
  private static final DeleteOptions STANDARD =
      new DeleteOptions(DeleteMode.AUTO, DeleteHandling.HARD, "_deleted", NOBODY);
  private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

  @Test
  void whatIsNotSetHasTheDefaultsOfTheApacheSink() {
    ControlOptions control = config(Map.of()).control();

    assertThat(control.topic()).isEqualTo("control-iceberg");
    assertThat(control.groupPrefix()).isEqualTo("cg-control-");
    assertThat(control.commitInterval()).isEqualTo(Duration.ofMinutes(5));
    assertThat(control.commitTimeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(control.commitThreads()).isEqualTo(Runtime.getRuntime().availableProcessors() * 2);
    assertThat(config(Map.of()).catalog().name()).isEqualTo("iceberg");
    assertThat(config(Map.of()).creation())
        .isEqualTo(
            new CreationOptions(
                MissingTable.FAIL, Map.of(), Nullability.AS_RECORD, IdentifierFields.REGISTERED));
    assertThat(config(Map.of()).tableOptions("db.t"))
        .isEqualTo(
            new TableOptions(
                "db.t",
                "main",
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                WriteMode.APPEND,
                STANDARD,
                Optional.empty()));
  }

  @Test
  void ourOwnOptionsHaveCautiousDefaults() {
    FrazilConfig config = config(Map.of());

    assertThat(config.control().maxConsecutiveFailures()).isEqualTo(5);
    assertThat(config.write())
        .isEqualTo(
            new WriteOptions(
                1_000_000, 1L << 30, 2L << 30, TEMPORARY.resolve("frazil-spool-sink"), Map.of()));
    assertThat(config.index())
        .isEqualTo(new IndexOptions(TEMPORARY.resolve("frazil-index-sink"), 10L << 30));
    assertThat(config.source())
        .isEqualTo(new SourceOptions(TopicRecreated.FAIL, RetentionGap.FAIL));
    assertThat(config.changes().missingOperation()).isEqualTo(MissingOperation.INSERT);
    assertThat(config.changes().nullValue()).isEqualTo(NullValue.DELETE);
    assertThat(config.tables())
        .isEqualTo(
            new TablesOptions(List.of("db.t"), KeySource.CONFIG, ColumnNames.EXACT, Evolution.OFF));
  }

  @Test
  void prefixedOptionsAreHandedOnWithoutTheirPrefix() {
    FrazilConfig config =
        config(
            Map.of(
                "iceberg.catalog.uri", "jdbc:sqlite:catalog.db",
                "iceberg.hadoop.fs.defaultFS", "file:///",
                "iceberg.kafka.bootstrap.servers", "broker:9092",
                "iceberg.tables.auto-create-props.format-version", "3",
                "iceberg.tables.write-props.write.format.default", "orc"));

    assertThat(config.catalog().properties())
        .isEqualTo(Map.of("type", "jdbc", "uri", "jdbc:sqlite:catalog.db"));
    assertThat(config.catalog().hadoopProperties()).isEqualTo(Map.of("fs.defaultFS", "file:///"));
    assertThat(config.kafka().properties()).isEqualTo(Map.of("bootstrap.servers", "broker:9092"));
    assertThat(config.creation().properties()).isEqualTo(Map.of("format-version", "3"));
    assertThat(config.write().properties()).isEqualTo(Map.of("write.format.default", "orc"));
  }

  @Test
  void secretsAreNotPartOfWhatAnOptionRecordPrints() {
    FrazilConfig config =
        config(
            Map.of(
                "iceberg.catalog.jdbc.password", "hunter2",
                "iceberg.hadoop.fs.s3a.secret.key", "hunter2",
                "iceberg.kafka.sasl.jaas.config", "hunter2"));

    assertThat(config.catalog() + " " + config.kafka())
        .doesNotContain("hunter2")
        .contains("jdbc.password", "sasl.jaas.config");
  }

  @Test
  void aTableHasItsOwnOptionsOrElseThoseOfAllTables() {
    FrazilConfig config =
        config(
            Map.of(
                "iceberg.tables", "db.t, db.history,other.catalog.u",
                "iceberg.tables.cdc-field", "_cdc.op",
                "iceberg.tables.default-id-columns", "id",
                "iceberg.tables.default-partition-by", "region",
                "iceberg.tables.default-commit-branch", "audit",
                "iceberg.table.db.history.write-mode", "append",
                "iceberg.table.other.catalog.u.id-columns", "tenant, id",
                "iceberg.table.other.catalog.u.partition-by", "category, bucket(16, id)",
                "iceberg.table.other.catalog.u.commit-branch", "main"));

    assertThat(config.tableOptions("db.t"))
        .isEqualTo(
            new TableOptions(
                "db.t",
                "audit",
                List.of("id"),
                List.of(),
                List.of(),
                List.of("region"),
                WriteMode.UPSERT,
                STANDARD,
                Optional.empty()));
    assertThat(config.tableOptions("db.history").writeMode()).isEqualTo(WriteMode.APPEND);
    assertThat(config.tableOptions("other.catalog.u"))
        .isEqualTo(
            new TableOptions(
                "other.catalog.u",
                "main",
                List.of("tenant", "id"),
                List.of(),
                List.of(),
                List.of("category", "bucket(16, id)"),
                WriteMode.UPSERT,
                STANDARD,
                Optional.empty()));
  }

  @Test
  void aTableHasItsOwnDeletesAndOrderOrElseThoseOfAllTables() {
    FrazilConfig config =
        config(
            Map.of(
                "iceberg.tables", "db.t,db.u",
                "iceberg.tables.cdc-field", "_cdc.op",
                "iceberg.tables.default-id-columns", "id",
                "iceberg.tables.delete-mode", "Copy-On-Write",
                "iceberg.tables.ordering-columns", "at, no",
                "iceberg.tables.delete-handling", "soft",
                "iceberg.table.db.u.delete-mode", "position",
                "iceberg.table.db.u.ordering-columns", "version",
                "iceberg.table.db.u.delete-handling", "ignore",
                "iceberg.table.db.u.soft-delete-column", "gone"));

    assertThat(config.tableOptions("db.t").orderingColumns()).containsExactly("at", "no");
    assertThat(config.tableOptions("db.t").deletes())
        .isEqualTo(
            new DeleteOptions(DeleteMode.COPY_ON_WRITE, DeleteHandling.SOFT, "_deleted", NOBODY));
    assertThat(config.tableOptions("db.u").orderingColumns()).containsExactly("version");
    assertThat(config.tableOptions("db.u").deletes())
        .isEqualTo(new DeleteOptions(DeleteMode.POSITION, DeleteHandling.IGNORE, "gone", NOBODY));
    assertThat(config.keyInForce(TableSetting.DELETE_MODE, "db.t"))
        .isEqualTo("iceberg.tables.delete-mode");
    assertThat(config.keyInForce(TableSetting.DELETE_MODE, "db.u"))
        .isEqualTo("iceberg.table.db.u.delete-mode");
  }

  @Test
  void connectorsThatShareAFolderHaveEachItsOwnInIt() {
    Map<String, String> shared =
        Map.of("iceberg.index.dir", "/disk", "iceberg.write.spool.dir", "/disk");

    assertThat(named("a", shared).index().folder()).isEqualTo(Path.of("/disk/frazil-index-a"));
    assertThat(named("b", shared).index().folder()).isEqualTo(Path.of("/disk/frazil-index-b"));
    assertThat(named("a", shared).write().spoolFolder()).isEqualTo(Path.of("/disk/frazil-spool-a"));
  }

  @Test
  void aConnectorsNameLeadsToNoOtherFolder() {
    Map<String, String> disk = Map.of("iceberg.index.dir", "/disk");

    assertThat(named("a/../../etc", disk).index().folder().normalize().getParent())
        .isEqualTo(Path.of("/disk"));
    assertThat(named("..", disk).index().folder().normalize().getParent())
        .isEqualTo(Path.of("/disk"));
  }

  @Test
  void aKeyAloneDoesNotMakeATableAMirror() {
    assertThat(mode(Map.of("iceberg.tables.default-id-columns", "id"))).isEqualTo(WriteMode.APPEND);
  }

  @Test
  void aKeyAndAnOperationFieldMakeATableAMirror() {
    assertThat(
            mode(
                Map.of(
                    "iceberg.tables.default-id-columns", "id", "iceberg.tables.cdc-field", "op")))
        .isEqualTo(WriteMode.UPSERT);
  }

  @Test
  void theKeyOfTheRecordIsAKeyToo() {
    assertThat(
            mode(
                Map.of(
                    "iceberg.tables.key-source", "Record-Key", "iceberg.tables.cdc-field", "op")))
        .isEqualTo(WriteMode.UPSERT);
  }

  @Test
  void upsertModeOfTheFormerSinkNeedsNoOperationFieldAndMayHaveOne() {
    assertThat(
            mode(
                Map.of(
                    "iceberg.tables.default-id-columns",
                    "id",
                    "iceberg.tables.upsert-mode-enabled",
                    "true")))
        .isEqualTo(WriteMode.UPSERT);
    assertThat(
            mode(
                Map.of(
                    "iceberg.tables.default-id-columns",
                    "id",
                    "iceberg.tables.cdc-field",
                    "_cdc.op",
                    "iceberg.tables.upsert-mode-enabled",
                    "true")))
        .isEqualTo(WriteMode.UPSERT);
  }

  @Test
  void anOperationFieldAndAnExplicitAppendNeedNoKey() {
    assertThat(
            mode(Map.of("iceberg.tables.cdc-field", "op", "iceberg.tables.write-mode", "append")))
        .isEqualTo(WriteMode.APPEND);
  }

  @Test
  void operationMeaningsAreReadWithoutRegardToCase() {
    ChangeOptions changes =
        config(
                Map.of(
                    "iceberg.tables.cdc-op-map", "NEW:upsert, gone : Delete,a:b:ignore",
                    "iceberg.tables.cdc-field", "op",
                    "iceberg.tables.default-id-columns", "id"))
            .changes();

    assertThat(changes.operationField()).contains("op");
    assertThat(changes.operations())
        .isEqualTo(Map.of("new", Meaning.UPSERT, "gone", Meaning.DELETE, "a:b", Meaning.IGNORE));
  }

  @Test
  void optionsOfOtherSinksWithoutMeaningHereWarn() {
    assertThat(
            config(
                    Map.of(
                        "iceberg.connect.group-id", "mine",
                        "iceberg.coordinator.transactional.prefix", "tx"))
                .warnings())
        .containsExactly(
            "Option 'iceberg.connect.group-id' has no effect: nothing depends on the name of the"
                + " consumer group",
            "Option 'iceberg.coordinator.transactional.prefix' has no effect: no Kafka"
                + " transactions are used");
  }

  @Test
  void aConfigurationIsRefusedWithAllThatIsWrong() {
    assertThatThrownBy(
            () ->
                config(
                    Map.of(
                        "iceberg.control.commit.timeout-ms", "0",
                        "iceberg.tables.delete-mode", "merge-on-read")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "Invalid value 0 for configuration iceberg.control.commit.timeout-ms: It must be"
                + " at least 1.\n"
                + "Invalid value merge-on-read for configuration iceberg.tables.delete-mode: Choose"
                + " one of: auto, position, deletion-vector, copy-on-write, equality.");
  }

  @Test
  void theNumberOfTheTaskIsHandedOn() {
    FrazilConfig config = config(Map.of(FrazilConfig.TASK, "7"));

    assertThat(config.task()).isEqualTo(7);
    assertThat(config.connectorName()).isEqualTo("sink");
  }

  @Test
  void aConnectorWithoutANameIsRefused() {
    assertThatThrownBy(
            () ->
                FrazilConfig.from(Map.of("iceberg.tables", "db.t", "iceberg.catalog.type", "jdbc")))
        .hasMessage("Cannot start: the connector's 'name' is missing.");
  }

  @Test
  void optionsOfAnUnknownTableAreNotMadeUp() {
    FrazilConfig config = config(Map.of());

    assertThatThrownBy(() -> config.tableOptions("db.u"))
        .hasMessage("Cannot find options of unknown table 'db.u'");
  }

  private static WriteMode mode(Map<String, String> more) {
    return config(more).tableOptions("db.t").writeMode();
  }

  private static FrazilConfig config(Map<String, String> more) {
    return named("sink", more);
  }

  private static FrazilConfig named(String name, Map<String, String> more) {
    Map<String, String> properties = new HashMap<>();
    properties.put("name", name);
    properties.put("iceberg.tables", "db.t");
    properties.put("iceberg.catalog.type", "jdbc");
    properties.putAll(more);
    return FrazilConfig.from(properties);
  }
}
