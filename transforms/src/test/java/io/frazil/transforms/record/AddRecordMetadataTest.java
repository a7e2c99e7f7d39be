package io.frazil.transforms.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddRecordMetadataTest {
  private static final Instant TIME = Instant.parse("2026-03-02T10:15:30.123Z");
  private static final Schema KEY =
      SchemaBuilder.struct().field("id", SchemaBuilder.int64().defaultValue(9L).build()).build();
  private static final Schema ROW =
      SchemaBuilder.struct()
          .name("orders.Value")
          .field("qty", SchemaBuilder.int32().optional().defaultValue(7).build())
          .build();

  @Test
  void aWorkerThatLooksForServicesFindsTheTransform() {
    assertThat(ServiceLoader.load(Transformation.class))
        .hasAtLeastOneElementOfType(AddRecordMetadata.class);
  }

  @Test
  void aRowGetsItsPlaceInKafka() {
    SinkRecord added = added(Map.of(), record(key(5), new Struct(ROW)));

    Struct row = (Struct) added.value();
    assertThat(row.schema())
        .isEqualTo(
            SchemaBuilder.struct()
                .name("orders.Value")
                .field("qty", SchemaBuilder.int32().optional().defaultValue(7).build())
                .field("_topic", Schema.OPTIONAL_STRING_SCHEMA)
                .field("_partition", Schema.OPTIONAL_INT32_SCHEMA)
                .field("_offset", Schema.OPTIONAL_INT64_SCHEMA)
                .field("_timestamp", Timestamp.builder().optional().build())
                .build());
    assertThat(row.getWithoutDefault("qty")).isNull();
    assertThat(row.getString("_topic")).isEqualTo("orders");
    assertThat(row.getInt32("_partition")).isEqualTo(3);
    assertThat(row.getInt64("_offset")).isEqualTo(42);
    assertThat(row.get("_timestamp")).isEqualTo(Date.from(TIME));
    assertThat(added.key()).isEqualTo(key(5));
    assertThat(added.headers().lastWithName("trace")).isNotNull();
  }

  @Test
  void aRowWithoutASchemaGetsThemToo() {
    SinkRecord added =
        added(
            Map.of("columns", "offset:_at, key.id:_id"),
            record(null, Map.of("id", 5L), null, Map.of("qty", 1L)));

    assertThat(added.value()).isEqualTo(Map.of("qty", 1L, "_at", 42L, "_id", 5L));
    assertThat(added.valueSchema()).isNull();
  }

  @Test
  void theKeyAndItsFieldsBecomeColumns() {
    Struct row =
        (Struct)
            added(Map.of("columns", "key:_key, key.id:_id"), record(key(5), new Struct(ROW)))
                .value();

    row.validate();
    assertThat(row.getStruct("_key")).isEqualTo(key(5));
    assertThat(row.schema().field("_id").schema()).isEqualTo(Schema.OPTIONAL_INT64_SCHEMA);
    assertThat(row.getInt64("_id")).isEqualTo(5);
  }

  @Test
  void aRecordWithoutAKeyGetsNoColumnOfIt() {
    SinkRecord record = record(null, null, ROW, new Struct(ROW));

    assertThat(added(Map.of("columns", "key.id:_id, offset:_at"), record).valueSchema().fields())
        .extracting("name")
        .containsExactly("qty", "_at");
  }

  @Test
  void theTopicIsTheOneThatWasReadThoughItWasRenamed() {
    SinkRecord renamed =
        record(key(5), new Struct(ROW))
            .newRecord("other", 0, KEY, key(5), ROW, new Struct(ROW), 0L);

    Struct row = (Struct) added(Map.of(), renamed).value();

    assertThat(row.getString("_topic")).isEqualTo("orders");
    assertThat(row.getInt32("_partition")).isEqualTo(3);
  }

  @Test
  void aRecordOfASourceHasNoOffsetYet() {
    SourceRecord record =
        new SourceRecord(Map.of(), Map.of(), "orders", KEY, key(5), ROW, new Struct(ROW));
    try (AddRecordMetadata<SourceRecord> transform = configured(Map.of())) {
      Struct row = (Struct) transform.apply(record).value();

      assertThat(row.getString("_topic")).isEqualTo("orders");
      assertThat(row.get("_offset")).isNull();
    }
  }

  @Test
  void aRecordWithoutAValuePassesAsItIs() {
    SinkRecord tombstone = record(KEY, key(5), null, null);

    assertThat(added(Map.of(), tombstone)).isSameAs(tombstone);
  }

  @Test
  void theSchemaIsMadeOnceForEachKindOfKey() {
    try (AddRecordMetadata<SinkRecord> transform = configured(Map.of())) {
      Schema first = transform.apply(record(key(1), new Struct(ROW))).valueSchema();

      assertThat(transform.apply(record(key(2), new Struct(ROW))).valueSchema()).isSameAs(first);
    }
  }

  @Test
  void aFieldThatIsThereAlreadyIsNotReplaced() {
    assertThatThrownBy(
            () -> added(Map.of("columns", "offset:qty"), record(key(5), new Struct(ROW))))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Cannot add metadata to the record of orders-3@42: field 'qty' is there already;"
                + " choose another name in columns.");
  }

  @Test
  void aFieldThatTheKeyHasNotGotIsAnError() {
    assertThatThrownBy(
            () -> added(Map.of("columns", "key.code:_c"), record(key(5), new Struct(ROW))))
        .isInstanceOf(DataException.class)
        .hasMessageEndingWith("its key has no field 'code'.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "lag:_lag; 'lag:_lag' is not fact:column with a fact of topic, partition, offset,"
            + " timestamp, key, key.<field>.",
        "topic; 'topic' is not fact:column with a fact of topic, partition, offset, timestamp,"
            + " key, key.<field>.",
        "topic:a, offset:a; 'a' is named twice."
      })
  void optionsThatCannotWorkAreRefused(String columns, String reason) {
    assertThatThrownBy(() -> configured(Map.of("columns", columns)))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith(reason);
  }

  private static SinkRecord added(Map<String, String> options, SinkRecord record) {
    try (AddRecordMetadata<SinkRecord> transform = configured(options)) {
      return transform.apply(record);
    }
  }

  private static <R extends org.apache.kafka.connect.connector.ConnectRecord<R>>
      AddRecordMetadata<R> configured(Map<String, String> options) {
    AddRecordMetadata<R> transform = new AddRecordMetadata<>();
    transform.configure(options);
    return transform;
  }

  private static Struct key(long id) {
    return new Struct(KEY).put("id", id);
  }

  private static SinkRecord record(Struct key, Struct row) {
    return record(KEY, key, ROW, row);
  }

  private static SinkRecord record(Schema keySchema, Object key, Schema schema, Object value) {
    return new SinkRecord(
        "orders",
        3,
        keySchema,
        key,
        schema,
        value,
        42,
        TIME.toEpochMilli(),
        TimestampType.CREATE_TIME,
        new ConnectHeaders().addString("trace", "x"));
  }
}
