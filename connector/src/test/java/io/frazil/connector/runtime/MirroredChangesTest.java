package io.frazil.connector.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.transforms.debezium.UnwrapDebezium;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What single changes do to a table, from records to rows, in every mode. */
class MirroredChangesTest {
  private static final Date NOON = Date.from(Instant.parse("2026-01-01T12:00:00Z"));
  private static final Map<String, Object> KEY = Map.of("id", 1L);

  @TempDir private Path folder;
  private final UnwrapDebezium<SinkRecord> unwrap = new UnwrapDebezium<>();
  private long offset;

  static Stream<MirrorKind> kinds() {
    return MirrorKind.all();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void anUpdateMovesItsRowToAnotherPartitionWithAndWithoutTheRowBefore(MirrorKind kind) {
    RunningWorker worker = worker(kind, "region");
    worker.put(
        plain("op", "I", "id", 1L, "region", "eu"), plain("op", "I", "id", 2L, "region", "eu"));
    worker.commit();
    worker.put(
        plain("op", "U", "id", 1L, "region", "us"),
        debezium("u", Map.of("id", 2L, "region", "eu"), Map.of("id", 2L, "region", "us")));
    worker.commit();

    assertThat(rows(worker))
        .containsExactly(Map.of("id", 1L, "region", "us"), Map.of("id", 2L, "region", "us"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aDeleteThatDoesNotTellThePartitionFindsItsRow(MirrorKind kind) {
    RunningWorker worker = worker(kind, "day(ts)");
    worker.put(plain("op", "I", "id", 1L, "ts", NOON), plain("op", "I", "id", 2L, "ts", NOON));
    worker.commit();
    assertThat(worker.table("db.t").spec().fields()).hasSize(1);
    worker.put(plain("op", "D", "id", 1L, "ts", null));
    worker.commit();
    assertThat(rows(worker))
        .containsExactly(Map.of("id", 2L, "ts", NOON.toInstant().atOffset(ZoneOffset.UTC)));

    worker.put(debezium("d", Map.of("id", 2L), null));
    worker.commit();
    assertThat(rows(worker)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aRowThatIsSentAgainIsThereOnce(MirrorKind kind) {
    RunningWorker worker = worker(kind, "id");
    worker.put(plain("op", "I", "id", 1L, "v", 1L), plain("op", "I", "id", 1L, "v", 1L));
    worker.commit();
    assertThat(rows(worker)).containsExactly(Map.of("id", 1L, "v", 1L));

    worker.put(plain("op", "I", "id", 1L, "v", 1L), debezium("c", null, Map.of("id", 2L, "v", 2L)));
    worker.commit();
    worker.put(debezium("r", null, Map.of("id", 2L, "v", 2L)));
    worker.commit();
    assertThat(rows(worker)).containsExactly(Map.of("id", 1L, "v", 1L), Map.of("id", 2L, "v", 2L));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aDeleteAfterAnInsertInOneBatchTakesTheOlderRowAlong(MirrorKind kind) {
    RunningWorker worker = worker(kind, "id");
    worker.put(plain("op", "I", "id", 1L, "v", 1L));
    worker.commit();
    worker.put(plain("op", "I", "id", 1L, "v", 2L), plain("op", "D", "id", 1L));
    worker.commit();

    assertThat(rows(worker)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aTombstoneDeletesByItsKeyAndOneWithoutAKeyDoesNothing(MirrorKind kind) {
    RunningWorker worker = worker(kind, "id");
    worker.put(plain("op", "I", "id", 1L), plain("op", "I", "id", 2L));
    worker.commit();
    worker.put(sinkRecord(KEY, null, null), sinkRecord(null, null, null));
    worker.commit();

    assertThat(rows(worker)).containsExactly(Map.of("id", 2L));
    assertThat(worker.skips).isEqualTo(1);
    assertThat(worker.preCommit(4).get(RunningWorker.kafka(0)).offset()).isEqualTo(4);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void anUpdateToNullIsStoredAsNullThoughItsSchemaHasADefault(MirrorKind kind) {
    RunningWorker worker = worker(kind, "id");
    worker.put(named("I", "a"));
    worker.commit();
    worker.put(named("U", null));
    worker.commit();

    assertThat(rows(worker)).containsExactly(Map.of("id", 1L));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void keyColumnsMayBeNamedInAnotherOrderThanTheTables(MirrorKind kind) {
    RunningWorker worker =
        kind.worker(
            folder,
            "iceberg.tables.cdc-field",
            "_cdc.op",
            "iceberg.tables.default-id-columns",
            "code,id");
    worker.put(coded("I", 1, 2), coded("I", 2, 1), coded("I", 3, 4), coded("I", 4, 3));
    worker.commit();
    assertThat(worker.table("db.t").schema().columns())
        .extracting(Types.NestedField::name)
        .containsExactly("id", "code");
    worker.put(coded("D", 1, 2), coded("U", 3, 4), coded("I", 5, 6), coded("D", 5, 6));
    worker.put(sinkRecord(Map.of("code", 3L, "id", 4L), null, null));
    worker.commit();

    assertThat(rows(worker))
        .containsExactly(Map.of("id", 2L, "code", 1L), Map.of("id", 3L, "code", 4L));
  }

  private SinkRecord coded(String operation, long id, long code) {
    Schema envelope = SchemaBuilder.struct().field("op", Schema.STRING_SCHEMA).build();
    Schema schema =
        SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("code", Schema.INT64_SCHEMA)
            .field("_cdc", envelope)
            .build();
    Struct row =
        new Struct(schema)
            .put("id", id)
            .put("code", code)
            .put("_cdc", new Struct(envelope).put("op", operation));
    return sinkRecord(null, schema, row);
  }

  private SinkRecord named(String operation, String name) {
    Schema envelope = SchemaBuilder.struct().field("op", Schema.STRING_SCHEMA).build();
    Schema schema =
        SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("name", SchemaBuilder.string().optional().defaultValue("x").build())
            .field("_cdc", envelope)
            .build();
    Struct row =
        new Struct(schema)
            .put("id", 1L)
            .put("name", name)
            .put("_cdc", new Struct(envelope).put("op", operation));
    return sinkRecord(null, schema, row);
  }

  private RunningWorker worker(MirrorKind kind, String partitionBy) {
    return kind.worker(
        folder,
        "iceberg.tables.cdc-field",
        "_cdc.op",
        "iceberg.tables.default-partition-by",
        partitionBy);
  }

  private static List<Map<String, Object>> rows(RunningWorker worker) {
    return Rows.of(worker.table("db.t"));
  }

  /** A flat row with its operation. */
  private SinkRecord plain(Object... fields) {
    Map<String, Object> row = new HashMap<>();
    for (int i = 0; i < fields.length; i += 2) {
      row.put((String) fields[i], fields[i + 1]);
    }
    row.put("_cdc", Map.of("op", row.remove("op")));
    return sinkRecord(null, null, row);
  }

  /** What the transform makes of a change as Debezium sends it. */
  private SinkRecord debezium(
      String operation, Map<String, Object> before, Map<String, Object> after) {
    Map<String, Object> value = new HashMap<>();
    value.put("op", operation);
    value.put("before", before);
    value.put("after", after);
    value.put("source", Map.of("ts_ms", 1L, "db", "db", "table", "t"));
    Map<String, Object> row = after == null ? before : after;
    unwrap.configure(Map.of());
    return unwrap.apply(sinkRecord(Map.of("id", row.get("id")), null, value));
  }

  private SinkRecord sinkRecord(Object key, Schema schema, Object value) {
    return new SinkRecord("orders", 0, null, key, schema, value, offset++);
  }
}
