package io.frazil.transforms.envelope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

class EnvelopeTest {
  private static final Instant TIME = Instant.parse("2026-03-02T10:15:30.123Z");
  private static final SourceTable TABLE =
      new SourceTable(Optional.of("shop"), Optional.of("public"), "orders");
  private static final Schema ROW =
      SchemaBuilder.struct()
          .name("orders.Value")
          .field("id", Schema.INT64_SCHEMA)
          .field("qty", SchemaBuilder.int32().optional().defaultValue(7).build())
          .build();
  private static final Schema KEY = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();

  @Test
  void aRowWithASchemaKeepsItsFieldsAndGetsTheFactsBesideThem() {
    SinkRecord written = envelope(Map.of()).write(record(ROW, "any"), update(row(5, 1), row(5, 2)));

    Struct value = (Struct) written.value();
    assertThat(value.schema().fields()).extracting("name").containsExactly("id", "qty", "_cdc");
    assertThat(value.schema().name()).isEqualTo("orders.Value");
    assertThat(value.getInt64("id")).isEqualTo(5);
    assertThat(value.getInt32("qty")).isEqualTo(2);
    Struct facts = value.getStruct("_cdc");
    assertThat(facts.getString("op")).isEqualTo("U");
    assertThat(facts.get("ts")).isEqualTo(Date.from(TIME));
    assertThat(facts.getString("position")).isEqualTo("0001");
    assertThat(facts.getString("source")).isEqualTo("public.orders");
    assertThat(facts.getString("target")).isEqualTo("public.orders");
    assertThat(facts.getStruct("key")).isEqualTo(key(5));
    assertThat(facts.getStruct("before")).isEqualTo(row(5, 1));
    assertThat(written.valueSchema()).isSameAs(value.schema());
  }

  @Test
  void aNullIsNotReplacedByTheDefaultOfItsField() {
    Struct row = new Struct(ROW).put("id", 5L);

    SinkRecord written = envelope(Map.of()).write(record(ROW, "any"), insert(row));

    assertThat(((Struct) written.value()).getWithoutDefault("qty")).isNull();
  }

  @Test
  void aRowWithoutASchemaStaysAMap() {
    SourceChange change =
        new SourceChange(
            ChangeOperation.DELETE,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(new SchemaAndValue(null, Map.of("id", 5L))),
            Optional.empty());

    SinkRecord written = envelope(Map.of()).write(record(null, "any"), change);

    assertThat(written.valueSchema()).isNull();
    Map<?, ?> value = (Map<?, ?>) written.value();
    assertThat(value.get("id")).isEqualTo(5L);
    Map<?, ?> facts = (Map<?, ?>) value.get("_cdc");
    assertThat(facts.get("op")).isEqualTo("D");
    assertThat(facts.get("source")).isNull();
    assertThat(facts.containsKey("before")).isFalse();
  }

  @Test
  void factsBecomeColumnsWhereAsked() {
    SinkRecord written =
        envelope(Map.of("metadata.columns", "position:_position, ts:_committed_at"))
            .write(record(ROW, "any"), insert(row(5, 1)));

    Struct value = (Struct) written.value();
    assertThat(value.getString("_position")).isEqualTo("0001");
    assertThat(value.get("_committed_at")).isEqualTo(Date.from(TIME));
  }

  @Test
  void theTargetFollowsThePattern() {
    SinkRecord written =
        envelope(Map.of("target.pattern", "raw_{db}.{schema}__{table}"))
            .write(record(ROW, "any"), insert(row(5, 1)));

    assertThat(((Struct) written.value()).getStruct("_cdc").getString("target"))
        .isEqualTo("raw_shop.public__orders");
  }

  @Test
  void anUnknownPlaceholderInTheTargetIsRefused() {
    assertThatThrownBy(() -> envelope(Map.of("target.pattern", "raw.{tabel}")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "Invalid value raw.{tabel} for configuration target.pattern: '{tabel}' is no"
                + " placeholder. Choose from {db}, {schema}, {table}.");
  }

  @Test
  void aTableThatThePatternCannotNameHasNoTarget() {
    SourceTable table = new SourceTable(Optional.empty(), Optional.empty(), "orders");

    assertThat(new TargetPattern("{schema}.{table}").nameFor(table)).isEmpty();
    assertThat(new TargetPattern("raw.{table}").nameFor(table)).contains("raw.orders");
  }

  @Test
  void aTargetThatAsksForTheTableOnlyNeedsNoMore() {
    SinkRecord written =
        envelope(Map.of("target.pattern", "raw.{table}"))
            .write(
                record(ROW, "any"),
                insert(new SourceTable(Optional.empty(), Optional.empty(), "item"), row(5, 1)));

    Struct facts = ((Struct) written.value()).getStruct("_cdc");
    assertThat(facts.getString("source")).isEqualTo("item");
    assertThat(facts.getString("target")).isEqualTo("raw.item");
  }

  @Test
  void aTruncateHasNoRow() {
    SourceChange change =
        new SourceChange(
            ChangeOperation.TRUNCATE,
            Optional.of(TIME),
            Optional.empty(),
            Optional.of(TABLE),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    Struct value = (Struct) envelope(Map.of()).write(record(ROW, "any"), change).value();

    assertThat(value.schema().fields()).extracting("name").containsExactly("_cdc");
    assertThat(value.getStruct("_cdc").getString("op")).isEqualTo("T");
  }

  @Test
  void theSchemaOfAnEnvelopeIsMadeOnce() {
    Envelope envelope = envelope(Map.of());

    Schema first = envelope.write(record(ROW, "any"), insert(row(1, 1))).valueSchema();
    Schema second = envelope.write(record(ROW, "any"), insert(row(2, 2))).valueSchema();

    assertThat(second).isSameAs(first);
  }

  @Test
  void aRowThatHasAFieldOfTheEnvelopeIsRefused() {
    Schema schema = SchemaBuilder.struct().field("_cdc", Schema.INT64_SCHEMA).build();
    Envelope envelope = envelope(Map.of());
    SourceChange change = insert(new Struct(schema).put("_cdc", 4711L));

    assertThatThrownBy(() -> envelope.write(record(schema, "any"), change))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("'_cdc'")
        .hasMessageNotContaining("4711");
  }

  @Test
  void whatIsNoChangeHasNeitherKeyNorValue() {
    SinkRecord nothing = Envelope.nothing(record(ROW, "any"));

    assertThat(nothing.key()).isNull();
    assertThat(nothing.value()).isNull();
    assertThat(nothing.originalKafkaOffset()).isEqualTo(42);
  }

  @Test
  void anUnknownFactIsRefused() {
    assertThatThrownBy(() -> envelope(Map.of("metadata.columns", "when:_when")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("'when:_when'")
        .hasMessageContaining("op, ts, position, source, target");
  }

  private static Envelope envelope(Map<String, String> options) {
    return Envelope.of(Envelope.define(new ConfigDef()).parse(options));
  }

  private static SourceChange insert(Struct row) {
    return insert(TABLE, row);
  }

  private static SourceChange insert(SourceTable table, Struct row) {
    return change(ChangeOperation.INSERT, table, row, Optional.empty());
  }

  private static SourceChange update(Struct before, Struct row) {
    return change(ChangeOperation.UPDATE, TABLE, row, Optional.of(new SchemaAndValue(ROW, before)));
  }

  private static SourceChange change(
      ChangeOperation operation, SourceTable table, Struct row, Optional<SchemaAndValue> before) {
    return new SourceChange(
        operation,
        Optional.of(TIME),
        Optional.of("0001"),
        Optional.of(table),
        Optional.of(row)
            .filter(any -> any.schema().field("id") != null)
            .map(any -> new SchemaAndValue(KEY, key(any.getInt64("id")))),
        Optional.of(new SchemaAndValue(row.schema(), row)),
        before);
  }

  private static Struct row(long id, int qty) {
    return new Struct(ROW).put("id", id).put("qty", qty);
  }

  private static Struct key(long id) {
    return new Struct(KEY).put("id", id);
  }

  private static SinkRecord record(Schema schema, Object value) {
    return new SinkRecord("orders", 0, KEY, key(5), schema, value, 42);
  }
}
