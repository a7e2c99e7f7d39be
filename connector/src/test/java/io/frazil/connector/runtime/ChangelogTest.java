package io.frazil.connector.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.intake.ChangelogColumns;
import io.frazil.connector.merge.DeleteMode;
import io.frazil.transforms.debezium.UnwrapDebezium;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that keep every change, alone and beside a mirror, from records to rows. */
class ChangelogTest {
  private static final String[] ALONE = {"iceberg.tables.write-mode", "changelog"};
  private static final String[] BESIDE = {"iceberg.table.db.t.changelog-table", "db.t_changes"};
  private static final Instant COMMITTED = Instant.parse("2026-03-01T10:00:00Z");

  @TempDir private Path folder;
  private final UnwrapDebezium<SinkRecord> unwrap = new UnwrapDebezium<>();
  private long offset;

  @Test
  void eachChangeIsARowThatTellsWhatItIs() {
    RunningWorker worker = worker(ALONE);
    worker.put(flat("I", 1, "a"), flat("U", 1, "b"), flat("D", 1, "b"), flat("load", 2, "c"));
    worker.commit();

    assertThat(changes(worker, "db.t"))
        .extracting(RecordedChanges::withoutSource)
        .containsExactly(
            Map.of("_change_type", "INSERT", "id", 1L, "name", "a"),
            Map.of("_change_type", "UPDATE_AFTER", "id", 1L, "name", "b"),
            Map.of("_change_type", "DELETE", "id", 1L, "name", "b"),
            Map.of("_change_type", "INSERT", "id", 2L, "name", "c"));
  }

  @Test
  void aChangeTellsWhereItIsFrom() {
    RunningWorker worker = worker(ALONE);
    worker.put(flat("I", 1, "a"), flat("U", 1, "b"));
    worker.commit();

    Map<String, Object> second = changes(worker, "db.t").get(1);
    assertThat(second)
        .containsEntry("_source_partition", "orders-0")
        .containsEntry("_change_ordinal", 1L)
        .containsEntry("_source_ts", RunningWorker.START.atOffset(ZoneOffset.UTC))
        .doesNotContainKey("_source_position");
  }

  @Test
  void whatTheEnvelopeTellsOfTheSourceIsKept() {
    RunningWorker worker = worker(with(ALONE, "iceberg.tables.cdc-field", "_cdc.op"));
    Map<String, Object> envelope =
        Map.of("op", "I", "position", "0042", "ts", COMMITTED.toString());
    worker.put(schemaless(Map.of("id", 1L, "_cdc", envelope)));
    worker.commit();

    assertThat(changes(worker, "db.t"))
        .containsExactly(
            Map.of(
                "id",
                1L,
                "_change_type",
                "INSERT",
                "_source_partition",
                "orders-0",
                "_change_ordinal",
                0L,
                "_source_position",
                "0042",
                "_source_ts",
                COMMITTED.atOffset(ZoneOffset.UTC)));
  }

  @Test
  void theUnitOfTheSourcesTimeIsTakenFromItsSchema() {
    org.apache.kafka.connect.data.Schema envelope =
        SchemaBuilder.struct()
            .field("op", org.apache.kafka.connect.data.Schema.STRING_SCHEMA)
            .field("ts", SchemaBuilder.int64().name("io.debezium.time.MicroTimestamp").build())
            .build();
    org.apache.kafka.connect.data.Schema schema =
        SchemaBuilder.struct()
            .field("id", org.apache.kafka.connect.data.Schema.INT64_SCHEMA)
            .field("_cdc", envelope)
            .build();
    Struct row =
        new Struct(schema)
            .put("id", 1L)
            .put("_cdc", new Struct(envelope).put("op", "c").put("ts", 1_000_001L));
    RunningWorker worker = worker(with(ALONE, "iceberg.tables.cdc-field", "_cdc.op"));
    worker.put(record(null, schema, row));
    worker.commit();

    assertThat(changes(worker, "db.t").get(0))
        .containsEntry("_source_ts", OffsetDateTime.parse("1970-01-01T00:00:01.000001Z"));
  }

  @Test
  void theRowBeforeAnUpdateIsARowWhereItIsTold() {
    RunningWorker worker = worker(with(ALONE, "iceberg.tables.cdc-field", "_cdc.op"));
    worker.put(
        debezium("c", null, Map.of("id", 1L, "name", "a")),
        debezium("u", Map.of("id", 1L, "name", "a"), Map.of("id", 1L, "name", "b")));
    worker.commit();

    List<Map<String, Object>> changes = changes(worker, "db.t");
    assertThat(changes)
        .extracting(RecordedChanges::withoutSource)
        .containsExactly(
            Map.of("_change_type", "INSERT", "id", 1L, "name", "a"),
            Map.of("_change_type", "UPDATE_BEFORE", "id", 1L, "name", "a"),
            Map.of("_change_type", "UPDATE_AFTER", "id", 1L, "name", "b"));
    assertThat(changes)
        .extracting(change -> change.get("_change_ordinal"))
        .containsExactly(0L, 1L, 1L);
  }

  @Test
  void ofARowBeforeThatIsToldInPartTheKeyIsThatOfTheRow() {
    RunningWorker worker = worker(with(ALONE, "iceberg.tables.cdc-field", "_cdc.op"));
    worker.put(
        schemaless(
            Map.of(
                "id", 2L, "name", "b", "_cdc", Map.of("op", "U", "before", Map.of("name", "a")))),
        schemaless(
            Map.of("id", 3L, "name", "b", "_cdc", Map.of("op", "U", "before", Map.of("id", 2L)))));
    worker.commit();

    assertThat(changes(worker, "db.t"))
        .extracting(RecordedChanges::withoutSource)
        .containsExactly(
            Map.of("_change_type", "UPDATE_BEFORE", "id", 2L, "name", "a"),
            Map.of("_change_type", "UPDATE_AFTER", "id", 2L, "name", "b"),
            Map.of("_change_type", "UPDATE_BEFORE", "id", 2L),
            Map.of("_change_type", "UPDATE_AFTER", "id", 3L, "name", "b"));
  }

  @Test
  void rowsBeforeUpdatesThatAreRecordsOfTheirOwnAreRows() {
    RunningWorker worker = worker(ALONE);
    worker.put(flat("+I", 1, "a"), flat("-U", 1, "a"), flat("+U", 1, "b"));
    worker.commit();

    assertThat(changes(worker, "db.t"))
        .extracting(change -> change.get("_change_type"))
        .containsExactly("INSERT", "UPDATE_BEFORE", "UPDATE_AFTER");
    assertThat(worker.skips).isZero();
  }

  @Test
  void aTombstoneIsADeleteWithItsKey() {
    RunningWorker worker = worker(ALONE);
    worker.put(flat("I", 1, "a"), record(Map.of("id", 1L), null, null), record(2L, null, null));
    worker.commit();

    assertThat(changes(worker, "db.t").subList(1, 3))
        .extracting(RecordedChanges::withoutSource)
        .containsExactly(
            Map.of("_change_type", "DELETE", "id", 1L), Map.of("_change_type", "DELETE", "id", 2L));
  }

  @Test
  void withoutKeyColumnsATombstoneIsADeleteOfWhatItsKeyNames() {
    RunningWorker worker = worker(with(ALONE, "iceberg.tables.default-id-columns", ""));
    worker.put(flat("I", 1, "a"), record(Map.of("id", 1L), null, null));
    worker.commit();

    assertThat(changes(worker, "db.t").get(1))
        .containsEntry("_change_type", "DELETE")
        .containsEntry("id", 1L);
    assertThatThrownBy(() -> worker.put(record(1L, null, null)))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessage(
            "Cannot apply record of orders-0@2 to table db.t: it has nothing but a key, and it is not"
                + " known which columns that is of. Set id-columns for the table.");
  }

  @Test
  void aTruncateIsARowWithoutValuesWhateverPartitionsThereAre() {
    RunningWorker worker = worker(ALONE);
    worker.open(1);
    worker.put(
        flat("I", 1, "a"), RunningWorker.upsert(1, 0, 2, "b"), schemaless(Map.of("op", "t")));
    worker.commit();

    assertThat(changes(worker, "db.t"))
        .extracting(RecordedChanges::withoutSource)
        .contains(Map.of("_change_type", "TRUNCATE"))
        .hasSize(3);
  }

  @Test
  void aValueThatWasNotSentIsNull() {
    RunningWorker worker = worker(ALONE);
    worker.put(flat("I", 1, "a"), flat("U", 1, "__debezium_unavailable_value"));
    worker.commit();

    assertThat(RecordedChanges.withoutSource(changes(worker, "db.t").get(1)))
        .isEqualTo(Map.of("_change_type", "UPDATE_AFTER", "id", 1L));
  }

  @Test
  void noColumnOfACreatedChangelogIsRequiredAndNoneIdentifiesRows() {
    RunningWorker worker = worker(with(ALONE, "iceberg.tables.default-partition-by", "id"));
    worker.put(RunningWorker.upsert(0, offset++, 1, "a"));
    worker.commit();

    Schema schema = worker.table("db.t").schema();
    assertThat(schema.columns()).allMatch(Types.NestedField::isOptional);
    assertThat(schema.columns())
        .extracting(Types.NestedField::name)
        .containsExactly(
            "id",
            "name",
            "_change_type",
            "_source_partition",
            "_change_ordinal",
            "_source_position",
            "_source_ts");
    assertThat(schema.identifierFieldIds()).isEmpty();
  }

  @Test
  void aTableThatLacksTheColumnsIsRefusedOrGetsThem() {
    RunningWorker worker = worker(ALONE);
    create(worker, Types.NestedField.optional(1, "id", Types.LongType.get()));
    assertThatThrownBy(() -> worker.put(flat("I", 1, "a")))
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Cannot keep a changelog in table 'db.t': it has no column '_change_type'. Add it:"
                + " ALTER TABLE db.t ADD COLUMN _change_type string, or set"
                + " iceberg.tables.evolve-schema-enabled=true.");

    RunningWorker evolving = worker(with(ALONE, "iceberg.tables.evolve-schema-enabled", "true"));
    create(evolving, Types.NestedField.required(1, "id", Types.LongType.get()));
    evolving.put(flat("I", 1, "a"), schemaless(Map.of("op", "t")));
    evolving.commit();
    assertThat(changes(evolving, "db.t"))
        .extracting(RecordedChanges::withoutSource)
        .containsExactly(
            Map.of("_change_type", "INSERT", "id", 1L, "name", "a"),
            Map.of("_change_type", "TRUNCATE"));
  }

  @Test
  void aColumnOfAnotherTypeIsRefused() {
    RunningWorker worker = worker(with(ALONE, "iceberg.tables.evolve-schema-enabled", "true"));
    create(worker, Types.NestedField.optional(1, "_change_ordinal", Types.StringType.get()));

    assertThatThrownBy(() -> worker.put(flat("I", 1, "a")))
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Cannot keep a changelog in table 'db.t': its column '_change_ordinal' is of type"
                + " string, not long. Rename it, or let the changelog be another table.");
  }

  @Test
  void aRequiredColumnWithoutAValueIsAnErrorThatSaysWhatToDo() {
    RunningWorker worker = worker(ALONE);
    create(
        worker,
        Stream.concat(
                Stream.of(
                    Types.NestedField.optional(90, "id", Types.LongType.get()),
                    Types.NestedField.required(91, "name", Types.StringType.get())),
                ChangelogColumns.ALL.stream())
            .toArray(Types.NestedField[]::new));

    assertThatThrownBy(() -> worker.put(record(Map.of("id", 1L), null, null)))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("name")
        .hasMessageContaining("make the columns of a changelog optional");
  }

  @Test
  void columnsComeAndTypesGrowAlsoForRowsBefore() {
    RunningWorker worker =
        worker(
            with(
                ALONE,
                "iceberg.tables.evolve-schema-enabled",
                "true",
                "iceberg.tables.cdc-field",
                "_cdc.op"));
    create(worker, Types.NestedField.optional(1, "id", Types.IntegerType.get()));
    worker.put(
        schemaless(
            Map.of(
                "id",
                1,
                "_cdc",
                Map.of("op", "U", "before", Map.of("id", 5_000_000_000L, "old", "x")))));
    worker.commit();

    assertThat(changes(worker, "db.t"))
        .extracting(RecordedChanges::withoutSource)
        .containsExactly(
            Map.of("_change_type", "UPDATE_BEFORE", "id", 5_000_000_000L, "old", "x"),
            Map.of("_change_type", "UPDATE_AFTER", "id", 1L));
  }

  @Test
  void besideAMirrorEveryChangeIsKeptInTheSameRound() {
    RunningWorker worker = worker(BESIDE);
    worker.put(flat("I", 1, "a"), flat("I", 2, "b"), flat("U", 1, "A"), flat("D", 2, "b"));
    worker.commit();

    assertThat(Rows.of(worker.table("db.t"))).containsExactly(Map.of("id", 1L, "name", "A"));
    assertThat(changes(worker, "db.t_changes"))
        .extracting(change -> change.get("_change_type"))
        .containsExactly("INSERT", "INSERT", "UPDATE_AFTER", "DELETE");
    assertThat(worker.committed("db.t_changes")).isEqualTo(worker.committed("db.t"));
    assertThat(worker.preCommit(4).get(RunningWorker.kafka(0)).offset()).isEqualTo(4);
  }

  @Test
  void theGroupIsToldOnlyWhatBothHave() {
    RunningWorker worker = worker(BESIDE);
    worker.put(flat("I", 1, "a"));
    worker.settle(
        worker.startCommit().stream().filter(event -> !isDeltaOf("db.t_changes", event)).toList());

    assertThat(worker.preCommit(1).get(RunningWorker.kafka(0)).offset()).isZero();
  }

  @Test
  void tablesThatRecordsNameHaveChangelogsBySuffix() {
    RunningWorker worker =
        worker(
            "iceberg.tables", "",
            "iceberg.tables.dynamic-enabled", "true",
            "iceberg.tables.route-field", "table",
            "iceberg.tables.changelog-suffix", "_changes");
    worker.put(
        schemaless(Map.of("op", "I", "id", 1L, "name", "a", "table", "db.a")),
        schemaless(Map.of("op", "I", "id", 1L, "name", "b", "table", "db.b")),
        schemaless(Map.of("op", "D", "id", 1L, "name", "b", "table", "db.b")));
    worker.commit();

    assertThat(Rows.of(worker.table("db.a"))).hasSize(1);
    assertThat(changes(worker, "db.a_changes")).hasSize(1);
    assertThat(Rows.of(worker.table("db.b"))).isEmpty();
    assertThat(changes(worker, "db.b_changes")).hasSize(2);
    assertThatThrownBy(
            () -> worker.put(schemaless(Map.of("op", "I", "id", 1L, "table", "db.a_changes"))))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("the changelog beside another");
  }

  @Test
  void aRecordThatTheMirrorRefusesIsNotInTheChangelogEither() {
    RunningWorker worker = RunningWorker.with(BadRecords.Tolerance.ALL, BESIDE);
    worker.open(0);
    worker.put(flat("I", 1, "a"), schemaless(Map.of("op", "I", "name", "no key")));
    worker.commit();

    assertThat(worker.reports).hasSize(1);
    assertThat(changes(worker, "db.t_changes")).hasSize(1);
  }

  private static boolean isDeltaOf(String table, ControlEvent<ContentFile<?>> event) {
    return event instanceof ControlEvent.DataWritten<ContentFile<?>> written
        && written.delta().table().table().equals(table);
  }

  private RunningWorker worker(String... settings) {
    offset = 0;
    RunningWorker worker = RunningWorker.merging(folder, DeleteMode.POSITION, settings);
    worker.open(0);
    return worker;
  }

  private static String[] with(String[] some, String... others) {
    return Stream.of(some, others).flatMap(Stream::of).toArray(String[]::new);
  }

  private static void create(RunningWorker worker, Types.NestedField... columns) {
    AtomicInteger lastId = new AtomicInteger();
    worker.catalog.createTable(
        TableIdentifier.parse("db.t"),
        new Schema(
            TypeUtil.assignFreshIds(Types.StructType.of(columns), lastId::incrementAndGet)
                .asStructType()
                .fields()));
  }

  private static List<Map<String, Object>> changes(RunningWorker worker, String table) {
    return RecordedChanges.of(worker.table(table));
  }

  private SinkRecord flat(String operation, long id, String name) {
    return schemaless(Map.of("op", operation, "id", (int) id, "name", name));
  }

  private SinkRecord schemaless(Map<String, Object> row) {
    return record(null, null, row);
  }

  private SinkRecord debezium(
      String operation, Map<String, Object> before, Map<String, Object> after) {
    Map<String, Object> value = new HashMap<>();
    value.put("op", operation);
    value.put("before", before);
    value.put("after", after);
    value.put("source", Map.of("ts_ms", 1L, "db", "db", "table", "t"));
    unwrap.configure(Map.of());
    return unwrap.apply(record(Map.of("id", 1L), null, value));
  }

  private SinkRecord record(Object key, org.apache.kafka.connect.data.Schema schema, Object value) {
    return new SinkRecord(
        "orders",
        0,
        null,
        key,
        schema,
        value,
        offset++,
        RunningWorker.START.toEpochMilli(),
        TimestampType.CREATE_TIME);
  }
}
