package io.frazil.connector;

import static java.util.Map.entry;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.config.FrazilConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.sink.SinkConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IcebergCdcSinkConnectorTest {
  private static final Map<String, String> UPSERT =
      Map.of("iceberg.tables.cdc-field", "op", "iceberg.tables.default-id-columns", "id");

  @Test
  void aWorkerThatLooksForServicesFindsTheConnector() {
    assertThat(ServiceLoader.load(SinkConnector.class))
        .hasAtLeastOneElementOfType(IcebergCdcSinkConnector.class);
  }

  @Test
  void eachTaskGetsTheConfigurationAndItsNumber() {
    IcebergCdcSinkConnector connector = new IcebergCdcSinkConnector();
    connector.start(valid(Map.of()));

    assertThat(connector.taskConfigs(2))
        .containsExactly(valid(Map.of("task.id", "0")), valid(Map.of("task.id", "1")));
    assertThat(connector.taskClass()).isEqualTo(IcebergCdcSinkTask.class);
  }

  @Test
  void aVersionIsThereEvenOutsideAJar() {
    assertThat(new IcebergCdcSinkConnector().version()).isNotBlank();
  }

  @Test
  void aConfigurationThatIsWrongAnywayNeedsNoCatalog() {
    Map<String, String> wrong = valid(Map.of("iceberg.write.flush-rows", "0"));

    assertThat(new IcebergCdcSinkConnector().validate(wrong).configValues())
        .filteredOn(value -> !value.errorMessages().isEmpty())
        .extracting(ConfigValue::name)
        .containsExactly("iceberg.write.flush-rows");
  }

  @Test
  void aValidConfigurationHasNoErrors() {
    assertThat(errors(UPSERT)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "iceberg.tabels, iceberg.tables",
    "iceberg.tables.cdc-feild, iceberg.tables.cdc-field",
    "iceberg.catlog.uri, iceberg.catalog.uri",
    "iceberg.control.commit.intervall-ms, iceberg.control.commit.interval-ms",
    "iceberg.table.db.t.id-colums, iceberg.table.db.t.id-columns"
  })
  void anUnknownOptionIsRefusedWithTheNearestKnownName(String unknown, String nearest) {
    assertThat(errors(Map.of(unknown, "hunter2")))
        .containsExactly(
            entry(
                unknown,
                List.of("Unknown option '" + unknown + "'. Did you mean '" + nearest + "'?")));
  }

  @Test
  void anUnknownOptionLikeNoOtherIsRefusedWithoutAGuess() {
    assertThat(errors(Map.of("iceberg.xyz", "1")))
        .containsExactly(
            entry(
                "iceberg.xyz",
                List.of(
                    "Unknown option 'iceberg.xyz'. Remove it, or see the manual for the options"
                        + " there are.")));
  }

  @Test
  void theValueOfAnUnknownOptionIsNotRepeated() {
    assertThat(FrazilConfig.validate(valid(Map.of("iceberg.catlog.password", "hunter2"))))
        .noneMatch(value -> value.toString().contains("hunter2"));
  }

  @Test
  void optionsOfOthersAreNotLookedAt() {
    assertThat(errors(Map.of("transforms.rows.iceberg.x", "1", "errors.tolerance", "all")))
        .isEmpty();
  }

  @Test
  void anOptionOfATableThatIsNotListedIsRefused() {
    assertThat(errors(Map.of("iceberg.table.db.tt.id-columns", "id")))
        .containsExactly(
            entry(
                "iceberg.table.db.tt.id-columns",
                List.of(
                    "Cannot use 'iceberg.table.db.tt.id-columns': table 'db.tt' is not listed in"
                        + " iceberg.tables. Did you mean 'iceberg.table.db.t.id-columns'?")));
  }

  @Test
  void aConfigurationWithoutTablesIsRefused() {
    assertThat(errorsOf(Map.of("name", "sink", "iceberg.catalog.type", "jdbc")))
        .containsExactly(
            entry(
                "iceberg.tables",
                List.of(
                    "Cannot tell where records go. List the tables as namespace.table, or set"
                        + " iceberg.tables.topic-to-table-map, or set"
                        + " iceberg.tables.dynamic-enabled and iceberg.tables.route-field.")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tripNotification | Table 'tripNotification' has no namespace. Write it as namespace.table.",
        "db..t | Table 'db..t' has an empty part between its dots.",
        "db.t,db.t | Table 'db.t' is named twice.",
        "db.t, | A table's name is empty."
      })
  void aNameThatIsNoTableIsRefused(String names, String reason) {
    assertThat(errors(Map.of("iceberg.tables", names)))
        .hasEntrySatisfying(
            "iceberg.tables",
            messages -> assertThat(messages).singleElement().asString().endsWith(reason));
  }

  @ParameterizedTest
  @CsvSource({"Db.Tbl", "db.poc-kafka", "poc-kafka.x", "a.b.c"})
  void aNameThatGlueRefusesIsRefusedBeforeGlueDoes(String name) {
    Map<String, String> glue = Map.of("iceberg.catalog.type", "glue", "iceberg.tables", name);
    Map<String, String> unchecked = new HashMap<>(glue);
    unchecked.put("iceberg.catalog.glue.skip-name-validation", "true");

    assertThat(errors(glue))
        .containsExactly(
            entry(
                "iceberg.tables",
                List.of(
                    "AWS Glue refuses the name '"
                        + name
                        + "'. Use database.table with lower-case letters, digits and underscores"
                        + " only, or set iceberg.catalog.glue.skip-name-validation=true.")));
    assertThat(errors(unchecked)).isEmpty();
    assertThat(errors(Map.of("iceberg.tables", name))).isEmpty();
  }

  @Test
  void anOperationFieldWithoutAKeyIsRefusedAtTheKeyColumns() {
    assertThat(errors(Map.of("iceberg.tables.cdc-field", "op")))
        .containsExactly(
            entry(
                "iceberg.tables.default-id-columns",
                List.of(
                    "Cannot apply changes to table 'db.t' without a key. Set"
                        + " iceberg.tables.default-id-columns or iceberg.table.db.t.id-columns, or"
                        + " take the key from elsewhere by iceberg.tables.key-source, or keep"
                        + " every record by iceberg.tables.write-mode=append.")));
  }

  @ParameterizedTest
  @CsvSource({
    "iceberg.tables.write-mode, upsert",
    "iceberg.table.db.t.write-mode, upsert",
    "iceberg.tables.upsert-mode-enabled, true"
  })
  void anUpsertWithoutAKeyIsRefusedAtTheKeyColumns(String key, String value) {
    assertThat(errors(Map.of(key, value))).containsOnlyKeys("iceberg.tables.default-id-columns");
  }

  @Test
  void appendAndUpsertTogetherAreRefused() {
    assertThat(
            errors(
                Map.of(
                    "iceberg.tables.write-mode",
                    "append",
                    "iceberg.tables.upsert-mode-enabled",
                    "true")))
        .containsExactly(
            entry(
                "iceberg.tables.upsert-mode-enabled",
                List.of(
                    "Cannot upsert where iceberg.tables.write-mode is append. Keep one of the two"
                        + " options.")));
  }

  @Test
  void theOperationFieldIsNoKeyColumn() {
    assertThat(errors(UPSERT, Map.of("iceberg.table.db.t.id-columns", "id,op")))
        .containsExactly(
            entry(
                "iceberg.table.db.t.id-columns",
                List.of(
                    "Cannot use 'op' as a key column: it is the operation field"
                        + " (iceberg.tables.cdc-field), which is not in the table.")));
  }

  @Test
  void formatVersionOneIsRefusedWhereRowsAreDeleted() {
    Map<String, String> one = Map.of("iceberg.tables.auto-create-props.format-version", "1");

    assertThat(errors(one)).isEmpty();
    assertThat(errors(UPSERT, one))
        .containsExactly(
            entry(
                "iceberg.tables.auto-create-props.format-version",
                List.of(
                    "Cannot delete rows of table 'db.t' in format version 1, which has no delete"
                        + " files. Choose 2 or 3, or set iceberg.tables.delete-mode=copy-on-write,"
                        + " or keep every record by iceberg.tables.write-mode=append.")));
  }

  @ParameterizedTest
  @CsvSource({
    "auto, 2",
    "auto, 3",
    "position, 2",
    "deletion-vector, 3",
    "copy-on-write, 1",
    "copy-on-write, 2",
    "copy-on-write, 3",
    "equality, 2",
    "equality, 3"
  })
  void aDeleteModeGoesWithTheFormatVersionsThatHaveIt(String mode, String version) {
    assertThat(errors(UPSERT, deletes(mode), format(version))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"auto", "position", "equality"})
  void aDeleteModeWithDeleteFilesIsRefusedInFormatVersionOne(String mode) {
    assertThat(errors(UPSERT, deletes(mode), format("1")))
        .containsOnlyKeys("iceberg.tables.auto-create-props.format-version");
  }

  @Test
  void positionDeletesAreRefusedInFormatVersionThree() {
    assertThat(errors(UPSERT, deletes("position"), format("3")))
        .containsExactly(
            entry(
                "iceberg.tables.delete-mode",
                List.of(
                    "Cannot write position deletes to table 'db.t' if it is created in format"
                        + " version 3, which takes deletion vectors. Choose auto or"
                        + " deletion-vector, or set"
                        + " iceberg.tables.auto-create-props.format-version=2.")));
  }

  @Test
  void deletionVectorsAreRefusedWhereTablesAreCreatedInAnEarlierFormatVersion() {
    Map<String, String> created = Map.of("iceberg.tables.auto-create-enabled", "true");

    assertThat(errors(UPSERT, deletes("deletion-vector"))).isEmpty();
    assertThat(errors(UPSERT, deletes("deletion-vector"), created, format("3"))).isEmpty();
    assertThat(errors(UPSERT, deletes("deletion-vector"), created)).isEmpty();
    assertThat(errors(UPSERT, deletes("deletion-vector"), created, format("2")))
        .containsExactly(
            entry(
                "iceberg.tables.auto-create-props.format-version",
                List.of(
                    "Cannot write deletion vectors to table 'db.t' if it is created in format"
                        + " version 2, which has none. Set"
                        + " iceberg.tables.auto-create-props.format-version=3, or set"
                        + " iceberg.tables.delete-mode to auto.")));
  }

  @Test
  void aConflictIsToldAtTheTablesOwnKeyIfItHasOne() {
    assertThat(errors(UPSERT, format("3"), Map.of("iceberg.table.db.t.delete-mode", "position")))
        .containsOnlyKeys("iceberg.table.db.t.delete-mode");
  }

  @ParameterizedTest
  @CsvSource({"iceberg.tables.ordering-columns", "iceberg.table.db.t.ordering-columns"})
  void anOrderOfChangesIsRefusedWhereEveryRecordIsKept(String key) {
    assertThat(errors(UPSERT, Map.of(key, "at"))).isEmpty();
    assertThat(errors(Map.of(key, "at")))
        .containsExactly(
            entry(
                key,
                List.of(
                    "Cannot order changes where every record is kept. Remove it, or set"
                        + " iceberg.tables.write-mode=upsert.")));
  }

  @Test
  void anOrderForAllTablesMayBeMeantForThoseThatAreUpsertedInto() {
    Map<String, String> history =
        Map.of("iceberg.tables", "db.t,db.h", "iceberg.table.db.h.write-mode", "append");

    assertThat(errors(UPSERT, history, Map.of("iceberg.tables.ordering-columns", "at"))).isEmpty();
    assertThat(errors(UPSERT, history, Map.of("iceberg.table.db.h.ordering-columns", "at")))
        .containsOnlyKeys("iceberg.table.db.h.ordering-columns");
  }

  @Test
  void theOperationFieldOrdersNoChanges() {
    assertThat(errors(UPSERT, Map.of("iceberg.tables.ordering-columns", "op")))
        .containsExactly(
            entry(
                "iceberg.tables.ordering-columns",
                List.of(
                    "Cannot order changes by 'op': it is the operation field"
                        + " (iceberg.tables.cdc-field), which is not in the table.")));
  }

  @Test
  void theFlagOfSoftDeletesIsAColumnOfItsOwn() {
    Map<String, String> named = Map.of("iceberg.table.db.t.soft-delete-column", "id");

    assertThat(errors(UPSERT, named)).isEmpty();
    assertThat(errors(UPSERT, named, Map.of("iceberg.tables.delete-handling", "soft")))
        .containsExactly(
            entry(
                "iceberg.table.db.t.soft-delete-column",
                List.of(
                    "Cannot flag deleted rows of table 'db.t' in column 'id': it is a key column"
                        + " or an ordering column. Choose another name.")));
  }

  @ParameterizedTest
  @CsvSource({
    "iceberg.control.commit.timeout-ms, 0",
    "iceberg.control.commit.interval-ms, -1",
    "iceberg.control.commit.threads, 0",
    "iceberg.control.commit.max-consecutive-failures, 0",
    "iceberg.control.topic, ''",
    "iceberg.write.flush-rows, 0",
    "iceberg.index.max-bytes, -1",
    "iceberg.index.dir, ''",
    "iceberg.tables.delete-mode, merge-on-read",
    "iceberg.table.db.t.delete-handling, none",
    "iceberg.tables.soft-delete-column, ''",
    "iceberg.tables.ordering-columns, 'a,a'",
    "iceberg.tables.default-id-columns, 'id,id'",
    "iceberg.table.db.t.id-columns, 'a,,b'",
    "iceberg.tables.cdc-op-map, I",
    "iceberg.tables.cdc-op-map, 'I:upsert,i:delete'",
    "iceberg.tables.behavior-on-missing-op, delete",
    "iceberg.source.on-retention-gap, ignore",
    "iceberg.tables.auto-create-props.format-version, 9",
    "iceberg.catalog.type, jdcb",
    "iceberg.catalog.catalog-impl, org.example.Catalog"
  })
  void anImpossibleValueIsRefusedAtItsKey(String key, String value) {
    assertThat(errors(Map.of(key, value))).containsOnlyKeys(key);
  }

  @Test
  void aConfigurationWithoutACatalogIsRefused() {
    assertThat(errorsOf(Map.of("name", "sink", "iceberg.tables", "db.t")))
        .containsOnlyKeys("iceberg.catalog.type");
  }

  @ParameterizedTest
  @CsvSource({
    "databricks, position, iceberg.tables.delete-mode",
    "athena, deletion-vector, iceberg.tables.delete-mode",
    "snowflake, equality, iceberg.tables.delete-mode",
    "pyiceberg, equality, iceberg.tables.delete-mode",
    "changelog, auto, iceberg.tables.delete-mode",
    "'athena,databricks', auto, iceberg.tables.delete-mode"
  })
  void aDeleteModeThatAReaderDoesNotSeeIsRefused(String readers, String mode, String key) {
    assertThat(errors(UPSERT, deletes(mode), Map.of("iceberg.tables.readers", readers)))
        .containsOnlyKeys(key);
    assertThat(errors(UPSERT, deletes(mode), Map.of("iceberg.table.db.t.readers", readers)))
        .containsOnlyKeys(key);
    assertThat(errors(deletes(mode), Map.of("iceberg.tables.readers", readers))).isEmpty();
    assertThat(errors(UPSERT, deletes("copy-on-write"), Map.of("iceberg.tables.readers", readers)))
        .isEmpty();
  }

  @Test
  void whatAReaderDoesNotSeeIsToldWithWhatToSet() {
    assertThat(
            errors(
                UPSERT, deletes("equality"), Map.of("iceberg.tables.readers", "Snowflake,spark")))
        .containsExactly(
            entry(
                "iceberg.tables.delete-mode",
                List.of(
                    "Cannot delete rows of table 'db.t' by equality: these readers do not read it:"
                        + " snowflake. Set iceberg.tables.delete-mode to position (format version"
                        + " 2) or deletion-vector (format version 3) or copy-on-write, or remove"
                        + " them from the readers.")));
  }

  @ParameterizedTest
  @CsvSource({"athena, 2", "databricks, 3", "'snowflake,spark', 2", "'snowflake,spark', 3"})
  void modeAutoGoesWithTheFormatVersionsInWhichAllReadersSeeIt(String readers, String version) {
    assertThat(errors(UPSERT, format(version), Map.of("iceberg.tables.readers", readers)))
        .isEmpty();
    assertThat(errors(UPSERT, Map.of("iceberg.tables.readers", readers))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"athena, 3", "databricks, 2"})
  void modeAutoIsRefusedInAFormatVersionInWhichAReaderDoesNotSeeIt(String reader, String version) {
    assertThat(errors(UPSERT, format(version), Map.of("iceberg.tables.readers", reader)))
        .containsOnlyKeys("iceberg.tables.auto-create-props.format-version");
  }

  @Test
  void aFormatVersionThatAReaderCannotReadIsRefusedAlsoWhereRowsAreOnlyAdded() {
    assertThat(errors(format("3"), Map.of("iceberg.tables.readers", "athena")))
        .containsOnlyKeys("iceberg.tables.auto-create-props.format-version");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hive", "spark,Spark", "spark,,trino"})
  void aReaderThatIsNotKnownOrNamedTwiceIsRefused(String readers) {
    assertThat(errors(Map.of("iceberg.tables.readers", readers)))
        .containsOnlyKeys("iceberg.tables.readers");
  }

  @Test
  void aMisspeltOptionOfATableThatRecordsNameIsRefusedWithTheNearestName() {
    Map<String, String> dynamic = valid(UPSERT);
    dynamic.remove("iceberg.tables");
    dynamic.put("iceberg.tables.dynamic-enabled", "true");
    dynamic.put("iceberg.tables.route-field", "target");
    dynamic.put("iceberg.table.shop.orders.id-colums", "id");

    assertThat(errorsOf(dynamic))
        .containsExactly(
            entry(
                "iceberg.table.shop.orders.id-colums",
                List.of(
                    "Unknown option 'iceberg.table.shop.orders.id-colums'. Did you mean"
                        + " 'iceberg.table.shop.orders.id-columns'?")));
  }

  private static Map<String, String> deletes(String mode) {
    return Map.of("iceberg.tables.delete-mode", mode);
  }

  private static Map<String, String> format(String version) {
    return Map.of("iceberg.tables.auto-create-props.format-version", version);
  }

  @SafeVarargs
  private static Map<String, List<String>> errors(Map<String, String>... more) {
    return errorsOf(valid(more));
  }

  private static Map<String, List<String>> errorsOf(Map<String, String> properties) {
    // The connector itself also looks for the catalog.
    return FrazilConfig.validate(properties).stream()
        .filter(value -> !value.errorMessages().isEmpty())
        .collect(toMap(ConfigValue::name, ConfigValue::errorMessages));
  }

  @SafeVarargs
  private static Map<String, String> valid(Map<String, String>... more) {
    Map<String, String> properties = new HashMap<>();
    properties.put("name", "sink");
    properties.put("iceberg.tables", "db.t");
    properties.put("iceberg.catalog.type", "jdbc");
    for (Map<String, String> each : more) {
      properties.putAll(each);
    }
    return properties;
  }
}
