package io.frazil.transforms.debezium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.transforms.debezium.Samples.Form;
import io.frazil.transforms.record.Fields;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnwrapDebeziumTest {
  private static final String SOURCE =
      "\"source\": {\"ts_ms\": 1000, \"db\": \"shop\", \"schema\": \"public\", \"table\": \"item\", \"lsn\": 7}";

  @Test
  void aWorkerThatLooksForServicesFindsTheTransform() {
    assertThat(ServiceLoader.load(Transformation.class))
        .hasAtLeastOneElementOfType(UnwrapDebezium.class);
  }

  @Test
  void aNullIsNotReplacedByTheDefaultOfItsColumn() {
    Struct row = (Struct) unwrap(sample("postgres-json-schema", "04-update-to-null", 0)).value();

    assertThat(row.schema().field("qty").schema().defaultValue()).isEqualTo(7);
    assertThat(row.getWithoutDefault("qty")).isNull();
  }

  @Test
  void aDeletedRowHasTheTableSColumnsAndOnlyTheKeySValues() {
    SinkRecord delete = unwrap(sample("postgres-json-schema", "05-delete-identity-default", 0));

    Struct row = (Struct) delete.value();
    assertThat(row.schema().name()).isEqualTo("pg.shop.item.Value");
    assertThat(row.schema().fields())
        .extracting("name")
        .containsExactly("id", "name", "qty", "price", "updated_at", "_cdc");
    assertThat(row.getInt64("id")).isEqualTo(3);
    assertThat(row.get("name")).isNull();
    assertThat(row.get("qty")).isNull();
    assertThat(row.getStruct("_cdc").getStruct("before").getString("name")).isEmpty();
  }

  @Test
  void theSchemaOfDeletedRowsIsMadeOnce() {
    SinkRecord delete = sample("postgres-json-schema", "05-delete-identity-default", 0);
    try (UnwrapDebezium<SinkRecord> transform = configured(Map.of())) {
      assertThat(transform.apply(delete).valueSchema())
          .isSameAs(transform.apply(delete).valueSchema());
    }
  }

  @Test
  void aDeletedRowOfATableWithoutAKeyIsTheRowBefore() {
    Struct row =
        (Struct) unwrap(sample("postgres-json-schema", "11-nopk-insert-update-delete", 2)).value();

    assertThat(row.schema().fields()).extracting("name").containsExactly("a", "b", "_cdc");
    assertThat(row.get("a")).isNotNull();
  }

  @Test
  void aChangedKeyIsADeleteOfTheOldAndAnInsertOfTheNew() {
    SinkRecord delete = unwrap(sample("mysql-json-schema", "06-pk-change", 0));
    SinkRecord tombstone = unwrap(sample("mysql-json-schema", "06-pk-change", 1));
    SinkRecord insert = unwrap(sample("mysql-json-schema", "06-pk-change", 2));

    assertThat(facts(delete).text("op")).contains("D");
    assertThat(((Struct) delete.key()).getInt64("id")).isEqualTo(2);
    assertThat(delete.headers().lastWithName("__debezium.newkey")).isNotNull();
    assertThat(tombstone.value()).isNull();
    assertThat(((Struct) tombstone.key()).getInt64("id")).isEqualTo(2);
    assertThat(facts(insert).text("op")).contains("I");
    assertThat(((Struct) insert.value()).getInt64("id")).isEqualTo(20);
  }

  @Test
  void theNewKeyTellsTheOldOneInItsOwnForm() {
    SinkRecord insert = sample("mysql-json-schema", "06-pk-change", 2);
    Struct formerKey = new Struct(insert.keySchema()).put("id", 2L);

    assertThat(facts(unwrap(insert)).get("former_key")).contains(formerKey);
    for (Object told : List.of("{\"id\":2}", Map.of("id", 2), formerKey)) {
      insert.headers().remove("__debezium.oldkey").add("__debezium.oldkey", told, null);
      assertThat(facts(unwrap(insert)).get("former_key")).as("%s", told).contains(formerKey);
    }
    assertThat(
            facts(unwrap(sample("postgres-schemaless", "06-pk-change-identity-default", 2)))
                .nested("former_key")
                .orElseThrow()
                .integer("id"))
        .contains(2L);
  }

  @Test
  void anOldKeyThatIsOfAnotherFormIsNotTold() {
    SinkRecord insert = sample("mysql-json-schema", "06-pk-change", 2);
    for (Object told : List.of("id", 2, Map.of("id", "two"), Map.of("no", 2))) {
      insert.headers().remove("__debezium.oldkey").add("__debezium.oldkey", told, null);
      assertThat(facts(unwrap(insert)).has("former_key")).as("%s", told).isFalse();
    }
  }

  @Test
  void aPlaceholderOfAValueThatWasNotSentPasses() {
    Struct row =
        (Struct) unwrap(sample("postgres-json-schema", "20-toast-update-unchanged", 0)).value();

    assertThat(row.getString("big")).isEqualTo("__debezium_unavailable_value");
  }

  @Test
  void theTimeIsThatOfTheSourceCutToMillis() {
    SinkRecord change =
        unwrap(
            "{\"op\": \"c\", \"after\": {\"id\": 1}, \"ts_ms\": 9, \"source\": {\"ts_ms\": 1000,"
                + " \"ts_us\": 1001999, \"db\": \"shop\", \"table\": \"item\"}}");

    assertThat(facts(change).get("ts")).contains(Date.from(Instant.ofEpochMilli(1001)));
  }

  @Test
  void theTargetFollowsThePattern() {
    SinkRecord record = sample("postgres-json-schema", "03-update", 0);
    try (UnwrapDebezium<SinkRecord> transform =
        configured(Map.of("target.pattern", "lake.{schema}_{table}"))) {
      assertThat(facts(transform.apply(record)).text("target")).contains("lake.shop_item");
      assertThat(facts(transform.apply(record)).text("source")).contains("shop.item");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"ts_ms\": 1}",
        "{\"ts_ms\": 1, \"ts_us\": 1000, \"ts_ns\": 1000000}",
        "{\"status\": \"BEGIN\", \"id\": \"1:2\", \"event_count\": null, \"data_collections\": null, \"ts_ms\": 1}",
        "{\"source\": {}, \"ts_ms\": 1, \"databaseName\": \"shop\", \"ddl\": \"x\", \"tableChanges\": []}",
        "{\"op\": \"m\", \"ts_ms\": 1, \"source\": {}, \"message\": {\"prefix\": \"p\", \"content\": \"x\"}}"
      })
  void whatDescribesNoChangeBecomesNothing(String value) {
    SinkRecord nothing = unwrap(value);

    assertThat(nothing.key()).isNull();
    assertThat(nothing.value()).isNull();
    assertThat(nothing.originalKafkaOffset()).isEqualTo(42);
  }

  @Test
  void aTombstoneWithoutAKeyPassesToo() {
    SinkRecord tombstone = new SinkRecord("item", 0, null, null, null, null, 1);

    assertThat(unwrap(tombstone)).isSameAs(tombstone);
  }

  @Test
  void aFlatRowKeepsWhatTheEnvelopeDoesNotTell() {
    SinkRecord change =
        unwrap(
            "{\"id\": 1, \"__note\": \"mine\", \"__op\": \"u\", \"__deleted\": \"false\","
                + " \"__source_ts_ms\": 5, \"__ts_us\": 9, \"__db\": \"shop\", \"__table\": \"item\"}");

    assertThat(Fields.of(change.value()).orElseThrow().names())
        .containsExactlyInAnyOrder("id", "__note", "__ts_us", "_cdc");
    assertThat(facts(change).get("ts")).contains(Date.from(Instant.ofEpochMilli(5)));
    assertThat(facts(change).text("source")).contains("shop.item");
  }

  @Test
  void aFlatDocumentOfMongoDbIsOfItsCollection() {
    assertThat(
            facts(unwrap("{\"id\": 1, \"__op\": \"u\", \"__db\": \"a\", \"__collection\": \"b\"}"))
                .text("source"))
        .contains("a.b");
  }

  @Test
  void aTruncateNeedsNeitherKeyNorRows() {
    SinkRecord truncate =
        unwrap(record("{\"op\": \"t\", " + SOURCE + ", \"ts_ms\": 1}", null, new ConnectHeaders()));

    assertThat(Fields.of(truncate.value()).orElseThrow().names()).containsExactly("_cdc");
    assertThat(facts(truncate).text("op")).contains("T");
    assertThat(facts(truncate).text("target")).contains("public.item");
  }

  @Test
  void aDeleteWithoutTheRowBeforeIsToldByItsKey() {
    SinkRecord delete = unwrap("{\"op\": \"d\", \"before\": null, " + SOURCE + "}");

    assertThat(Fields.of(delete.value()).orElseThrow().get("id")).contains(1L);
    assertThat(facts(delete).text("op")).contains("D");
  }

  @ParameterizedTest
  @CsvSource({"true, D", "false, U"})
  void aFlatRowWithoutAnOperationIsToldByWhetherItWasDeleted(String deleted, String operation) {
    assertThat(facts(unwrap("{\"id\": 1, \"__deleted\": \"" + deleted + "\"}")).text("op"))
        .contains(operation);
  }

  @ParameterizedTest
  @CsvSource({"23", "'23'"})
  void factsOfAFlatRowMayComeInHeaders(String lsn) {
    ConnectHeaders headers = new ConnectHeaders();
    headers.addString("__op", "d").addString("__schema", "public").addString("__table", "item");
    headers.addString("__lsn", lsn);
    headers.addLong("__source_ts_ms", 5);

    SinkRecord change = unwrap(record("{\"id\": 1, \"name\": \"\"}", Map.of("id", 1L), headers));

    assertThat(facts(change).text("op")).contains("D");
    assertThat(facts(change).text("source")).contains("public.item");
    assertThat(facts(change).text("position").orElseThrow()).endsWith("23:0000000001");
    assertThat(facts(change).get("ts")).contains(Date.from(Instant.ofEpochMilli(5)));
    assertThat(Fields.of(change.value()).orElseThrow().names()).containsExactly("id", "_cdc");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"id\": 1}|its value is nothing that Debezium sends for PostgreSQL, MySQL or MariaDB. Keep"
            + " other topics away by a predicate, or let ExtractNewRecordState add the field op.",
        "[1]|its value is neither a struct with a schema nor a map without one. Check value.converter.",
        "{\"op\": \"x\", \"after\": {}, SOURCE}|field 'op' is none of c, r, u, d, t, m.",
        "{\"op\": 5, \"after\": {}, SOURCE}|field 'op' is not a string.",
        "{\"after\": {}, SOURCE}|field 'op' is missing, so the change is unknown.",
        "{\"op\": \"u\", \"after\": null, SOURCE}|field 'after' is missing, so there is no row.",
        "{\"op\": \"u\", \"after\": \"{}\", SOURCE}|field 'after' is not a map.",
        "{\"op\": \"u\", \"after\": {}, \"before\": 7, SOURCE}|field 'before' is not a map.",
        "{\"op\": \"u\", \"after\": {}}|field 'source' is missing. Keep it.",
        "{\"op\": \"u\", \"after\": {}, \"source\": {\"db\": \"a\"}}|field 'source.table' is missing, so"
            + " the change is of no table.",
        "{\"op\": \"d\", \"after\": null, \"source\": {\"connector\": \"mongodb\", \"collection\":"
            + " \"a\"}}|field 'source.connector' is mongodb, whose documents need a transform of"
            + " their own.",
        "{\"op\": \"u\", \"after\": {}, \"source\": {\"table\": \"a\", \"ts_ms\": \"x\"}}|field"
            + " 'source.ts_ms' is not an integer.",
        "{\"__deleted\": \"maybe\"}|field '__deleted' is neither true nor false.",
        "{\"__op\": \"x\"}|field '__op' is none of c, r, u, d, t, m.",
        "{\"_cdc\": 1, \"__op\": \"u\"}|Cannot add field '_cdc' to the row: the row has a field of this"
            + " name already. Rename it, or choose another name in metadata.columns."
      })
  void whatCannotBeReadIsAnErrorThatTellsItsPlaceAndNoValue(String value, String reason) {
    assertThatThrownBy(() -> unwrap(value.replace("SOURCE", SOURCE)))
        .isInstanceOf(DataException.class)
        .hasMessage("Cannot read the Debezium record of item-0@42: " + reason);
  }

  @Test
  void aDeleteWithNeitherKeyNorRowIsAnError() {
    assertThatThrownBy(
            () ->
                unwrap(
                    record(
                        "{\"op\": \"d\", \"before\": null, " + SOURCE + "}",
                        null,
                        new ConnectHeaders())))
        .isInstanceOf(DataException.class)
        .hasMessageEndingWith(
            "field 'before' is missing and the record has no key, so the row is unknown. Give the"
                + " table a primary key, or REPLICA IDENTITY FULL.");
  }

  @Test
  void aDeleteWhoseKeyHasNoFieldsIsAnError() {
    assertThatThrownBy(
            () ->
                unwrap(
                    record(
                        "{\"op\": \"d\", \"before\": {\"id\": 1}, " + SOURCE + "}",
                        "Struct{id=1}",
                        new ConnectHeaders())))
        .isInstanceOf(DataException.class)
        .hasMessageEndingWith(
            "its key has no fields, so the row that is deleted is unknown. Use the converter that"
                + " wrote the key, and change keys after this transform.");
  }

  @Test
  void aKeyWithASchemaBesideAValueWithoutOneIsAnError() {
    Schema schema = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
    Struct key = new Struct(schema).put("id", 1L);

    assertThatThrownBy(
            () ->
                unwrap(
                    record(
                        "{\"op\": \"c\", \"after\": {\"id\": 1}, " + SOURCE + "}",
                        key,
                        new ConnectHeaders())))
        .isInstanceOf(DataException.class)
        .hasMessageEndingWith(
            "only one of key and value has a schema. Set schemas.enable of key.converter and"
                + " value.converter alike.");
  }

  @Test
  void optionsThatCannotWorkAreRefused() {
    assertThatThrownBy(() -> configured(Map.of("metadata.columns", "lsn:_lsn")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("'lsn:_lsn' is not fact:column with a fact of op, ts, position");
  }

  private static Fields facts(SinkRecord change) {
    return Fields.of(change.value()).orElseThrow().nested("_cdc").orElseThrow();
  }

  private static SinkRecord sample(String folder, String step, int index) {
    return Samples.of(folder, Form.SCHEMA).stream()
        .filter(sample -> sample.step().equals(step))
        .toList()
        .get(index)
        .record();
  }

  private static SinkRecord unwrap(String value) {
    return unwrap(record(value, new HashMap<>(Map.of("id", 1L)), new ConnectHeaders()));
  }

  private static SinkRecord record(String value, Object key, ConnectHeaders headers) {
    return new SinkRecord(
        "item",
        0,
        key instanceof Struct struct ? struct.schema() : null,
        key,
        null,
        Samples.schemaless(value),
        42,
        0L,
        TimestampType.CREATE_TIME,
        headers);
  }

  private static SinkRecord unwrap(SinkRecord record) {
    try (UnwrapDebezium<SinkRecord> transform = configured(Map.of())) {
      return transform.apply(record);
    }
  }

  private static UnwrapDebezium<SinkRecord> configured(Map<String, String> options) {
    UnwrapDebezium<SinkRecord> transform = new UnwrapDebezium<>();
    transform.configure(options);
    return transform;
  }
}
