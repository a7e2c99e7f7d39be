package io.frazil.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.change.ChangeEvent;
import io.frazil.connector.change.ChangeReader;
import io.frazil.connector.change.ConnectValue;
import io.frazil.connector.change.FieldPath;
import io.frazil.connector.change.MissingOperation;
import io.frazil.connector.change.NullValue;
import io.frazil.connector.change.Operation;
import io.frazil.connector.change.OperationColumn;
import io.frazil.connector.change.OperationMap;
import io.frazil.connector.change.Truncate;
import io.frazil.connector.routing.Router;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.connect.transforms.DebeziumTransform;
import org.apache.iceberg.connect.transforms.DmsTransform;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pipelines with the transforms of Apache's sink bring this sink the changes that they mean. */
class ApacheTransformsTest {
  private static final Schema ROW =
      SchemaBuilder.struct()
          .optional()
          .field("id", Schema.INT64_SCHEMA)
          .field("name", Schema.OPTIONAL_STRING_SCHEMA)
          .build();
  private static final Schema SOURCE =
      SchemaBuilder.struct()
          .field("db", Schema.STRING_SCHEMA)
          .field("schema", Schema.STRING_SCHEMA)
          .field("table", Schema.STRING_SCHEMA)
          .build();
  private static final Schema ENVELOPE =
      SchemaBuilder.struct()
          .field("before", ROW)
          .field("after", ROW)
          .field("source", SOURCE)
          .field("op", Schema.STRING_SCHEMA)
          .field("ts_ms", Schema.OPTIONAL_INT64_SCHEMA)
          .build();
  private static final Schema KEY = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();

  private final ChangeReader reader =
      ChangeReader.upserting(
          new OperationColumn("_cdc.op", OperationMap.standard(), MissingOperation.FAIL),
          NullValue.FAIL,
          Truncate.FAIL,
          reason -> {
            throw new AssertionError("The record was skipped: " + reason);
          });

  @ParameterizedTest
  @CsvSource({"c, UPSERT, new", "r, UPSERT, new", "u, UPSERT, new", "d, DELETE, old"})
  void aChangeOfDebeziumIsAppliedAndRouted(String op, Operation operation, String name) {
    SinkRecord result = unwrapped(record(KEY, new Struct(KEY).put("id", 7L), ENVELOPE, event(op)));

    ChangeEvent change = reader.read(result).orElseThrow();
    assertThat(change.operation()).isEqualTo(operation);
    assertThat(row(change).getInt64("id")).isEqualTo(7L);
    assertThat(row(change).getString("name")).isEqualTo(name);
    assertThat(change.key().map(ConnectValue::value)).contains(new Struct(KEY).put("id", 7L));
    assertThat(routed(result, "_cdc.target")).contains("lake.orders");
  }

  @ParameterizedTest
  @CsvSource({"c, UPSERT, new", "u, UPSERT, new", "d, DELETE, old"})
  void soIsOneWithoutASchema(String op, Operation operation, String name) {
    Map<String, Object> event =
        Map.of(
            "before", Map.of("id", 7L, "name", "old"),
            "after", Map.of("id", 7L, "name", "new"),
            "source", Map.of("db", "shop", "schema", "public", "table", "orders"),
            "op", op,
            "ts_ms", 1_000L);

    SinkRecord result = unwrapped(record(null, Map.of("id", 7L), null, event));

    ChangeEvent change = reader.read(result).orElseThrow();
    assertThat(change.operation()).isEqualTo(operation);
    assertThat(new FieldPath("name").valueIn(change.row().orElseThrow().value())).contains(name);
    assertThat(routed(result, "_cdc.target")).contains("lake.orders");
  }

  @ParameterizedTest
  @CsvSource({"load, UPSERT", "insert, UPSERT", "update, UPSERT", "delete, DELETE"})
  void aChangeOfDmsIsAppliedAndRoutedByItsSource(String dms, Operation operation) {
    Map<String, Object> message =
        Map.of(
            "data", Map.of("id", 7L),
            "metadata",
                Map.of(
                    "operation", dms,
                    "timestamp", "2024-02-29T01:02:03Z",
                    "schema-name", "public",
                    "table-name", "orders"));

    SinkRecord result = applied(new DmsTransform<>(), Map.of(), record(null, 7L, null, message));

    ChangeEvent change = reader.read(result).orElseThrow();
    assertThat(change.operation()).isEqualTo(operation);
    assertThat(new FieldPath("id").valueIn(change.row().orElseThrow().value())).contains(7L);
    assertThat(routed(result, "_cdc.source")).contains("public.orders");
  }

  @Test
  void whatTheyAddIsNotInTheTable() {
    assertThat(reader.fieldsLeftOut()).containsExactly("_cdc");
  }

  private static Struct event(String op) {
    return new Struct(ENVELOPE)
        .put("before", new Struct(ROW).put("id", 7L).put("name", "old"))
        .put("after", op.equals("d") ? null : new Struct(ROW).put("id", 7L).put("name", "new"))
        .put(
            "source",
            new Struct(SOURCE).put("db", "shop").put("schema", "public").put("table", "orders"))
        .put("op", op)
        .put("ts_ms", 1_000L);
  }

  private static Struct row(ChangeEvent change) {
    return (Struct) change.row().orElseThrow().value();
  }

  private static Optional<String> routed(SinkRecord result, String field) {
    return Router.byName(new FieldPath(field)).tablesOf(result).stream().findFirst();
  }

  private static SinkRecord unwrapped(SinkRecord sinkRecord) {
    return applied(
        new DebeziumTransform<>(), Map.of("cdc.target.pattern", "lake.{table}"), sinkRecord);
  }

  private static SinkRecord applied(
      Transformation<SinkRecord> transform, Map<String, String> options, SinkRecord sinkRecord) {
    try (transform) {
      transform.configure(options);
      return transform.apply(sinkRecord);
    }
  }

  private static SinkRecord record(Schema keySchema, Object key, Schema schema, Object value) {
    return new SinkRecord("orders", 0, keySchema, key, schema, value, 42);
  }
}
