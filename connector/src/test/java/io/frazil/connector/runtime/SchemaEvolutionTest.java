package io.frazil.connector.runtime;

import static io.frazil.connector.runtime.RunningWorker.kafka;
import static io.frazil.connector.runtime.RunningWorker.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.merge.DeleteMode;
import io.frazil.connector.runtime.BadRecords.Tolerance;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Types;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Records that a table has no place for, and tables that others change, from records to rows. */
class SchemaEvolutionTest {
  private static final String[] EVOLVING = {"iceberg.tables.evolve-schema-enabled", "true"};

  @TempDir private Path folder;

  @Test
  void aFieldThatTheTableLacksBecomesAColumn() {
    RunningWorker worker = evolving();
    worker.put(json(0, "op", "I", "id", 1), json(1, "op", "I", "id", 2, "name", "bob"));
    worker.commit();

    assertThat(rows(worker)).containsExactly(Map.of("id", 1L), Map.of("id", 2L, "name", "bob"));
    assertThat(column(worker, "name").isOptional()).isTrue();
    assertThat(column(worker, "op")).isNull();
  }

  @Test
  void theDeltaIsCutWhereTheSchemaChangesAndNowhereElse() {
    RunningWorker worker = evolving();
    worker.put(
        json(0, "op", "I", "id", 1, "v", 1),
        json(1, "op", "I", "id", 2, "v", 1),
        json(2, "op", "U", "id", 1, "v", 2, "newcol", "x"),
        json(3, "op", "U", "id", 2, "v", 2, "newcol", "y"));

    List<ControlEvent<ContentFile<?>>> said = worker.startCommit();
    assertThat(written(said)).extracting(one -> one.delta().rows()).containsExactly(2L, 2L);
    worker.settle(said);
    assertThat(rows(worker))
        .containsExactly(
            Map.of("id", 1L, "v", 2L, "newcol", "x"), Map.of("id", 2L, "v", 2L, "newcol", "y"));
  }

  static Stream<MirrorKind> kinds() {
    return MirrorKind.all();
  }

  private RunningWorker evolving(MirrorKind kind, String... more) {
    return kind.worker(folder, with(EVOLVING, more));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aKeyWhoseChangesSpanASchemaChangeHasItsLastState(MirrorKind kind) {
    RunningWorker worker = evolving(kind);
    worker.put(
        json(0, "op", "I", "id", 1, "v", 1),
        json(1, "op", "I", "id", 2, "v", 1),
        json(2, "op", "U", "id", 1, "v", 2, "newcol", "x"),
        json(3, "op", "U", "id", 2, "v", 2, "newcol", "y"),
        json(4, "op", "D", "id", 1));
    worker.commit();
    assertThat(rows(worker)).containsExactly(Map.of("id", 2L, "v", 2L, "newcol", "y"));

    worker.put(
        json(5, "op", "U", "id", 2, "v", 3),
        json(6, "op", "I", "id", 1, "v", 3, "other", true),
        json(7, "op", "U", "id", 2, "v", 4, "other", false));
    worker.commit();
    assertThat(rows(worker))
        .containsExactly(
            Map.of("id", 1L, "v", 3L, "other", true), Map.of("id", 2L, "v", 4L, "other", false));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aKeyColumnIsWidenedBetweenTheChangesOfARound(MirrorKind kind) {
    RunningWorker worker = evolving(kind, "iceberg.tables.default-partition-by", "id");
    Schema ints = schema().field("id", Schema.INT32_SCHEMA).build();
    Schema longs = schema().field("id", Schema.INT64_SCHEMA).build();
    worker.put(struct(0, ints, 1), struct(1, ints, 2), struct(2, ints, 3));
    worker.commit();
    worker.put(
        struct(3, ints, 1),
        struct(4, ints, 4),
        struct(5, longs, 5_000_000_000L),
        struct(6, longs, 2L),
        delete(7, longs, 3L),
        delete(8, longs, 4L));
    worker.commit();

    assertThat(column(worker, "id").type()).isEqualTo(Types.LongType.get());
    assertThat(worker.table("db.t").schema().identifierFieldNames()).containsExactly("id");
    assertThat(rows(worker))
        .containsExactly(Map.of("id", 1L), Map.of("id", 2L), Map.of("id", 5_000_000_000L));
  }

  @Test
  void aDeleteWidensItsKeyAndAddsNothing() {
    RunningWorker worker = evolving();
    Schema ints = schema().field("id", Schema.INT32_SCHEMA).build();
    worker.put(struct(0, ints, 1), json(1, "op", "D", "id", 5_000_000_000L, "newcol", "x"));
    worker.commit();

    assertThat(column(worker, "id").type()).isEqualTo(Types.LongType.get());
    assertThat(column(worker, "newcol")).isNull();
    assertThat(rows(worker)).containsExactly(Map.of("id", 1L));
  }

  @Test
  void aDeletedRowThatStaysGetsItsColumns() {
    RunningWorker worker =
        RunningWorker.merging(
            folder.resolve("index"),
            DeleteMode.AUTO,
            with(EVOLVING, "iceberg.tables.delete-handling", "soft"));
    worker.open(0);
    Schema strict =
        schema().field("id", Schema.INT32_SCHEMA).field("name", Schema.STRING_SCHEMA).build();
    worker.put(struct(0, strict, 1, "ada"), json(1, "op", "D", "id", 1, "newcol", "x"));
    worker.commit();

    assertThat(rows(worker))
        .containsExactly(Map.of("id", 1, "name", "ada", "newcol", "x", "_deleted", true));
    assertThat(column(worker, "name").isOptional()).isTrue();
  }

  @Test
  void aRowOnlyTableEvolvesToo() {
    RunningWorker worker = evolving("iceberg.tables.write-mode", "append");
    worker.put(json(0, "op", "I", "id", 1), json(1, "op", "I", "id", 1, "name", "x"));
    worker.commit();

    assertThat(rows(worker))
        .containsExactlyInAnyOrder(
            Map.of("id", 1L, "op", "I"), Map.of("id", 1L, "op", "I", "name", "x"));
  }

  @Test
  void aNestedFieldIsAddedThoughItsParentIsNull() {
    RunningWorker worker = evolving();
    Schema old = SchemaBuilder.struct().optional().field("a", Schema.OPTIONAL_STRING_SCHEMA);
    Schema grown =
        SchemaBuilder.struct()
            .optional()
            .field("a", Schema.OPTIONAL_STRING_SCHEMA)
            .field("name", Schema.STRING_SCHEMA);
    worker.put(
        struct(0, nesting(old), 1, null, null, null),
        struct(1, nesting(grown), 2, null, null, null),
        struct(2, nesting(grown), 3, null, null, null));
    worker.commit();

    for (String parent : List.of("customer.details", "items.element", "by_key.value")) {
      assertThat(column(worker, parent + ".name").isOptional()).as(parent).isTrue();
    }
    assertThat(worker.table("db.t").schemas()).hasSize(2);
    assertThat(rows(worker)).containsExactly(Map.of("id", 1), Map.of("id", 2), Map.of("id", 3));
  }

  private static Schema nesting(Schema nested) {
    return schema()
        .field("id", Schema.INT32_SCHEMA)
        .field("customer", SchemaBuilder.struct().optional().field("details", nested).build())
        .field("items", SchemaBuilder.array(nested).optional().build())
        .field("by_key", SchemaBuilder.map(Schema.STRING_SCHEMA, nested).optional().build())
        .build();
  }

  @Test
  void valuesWithinListsBringTheirColumnsOnce() {
    RunningWorker worker = evolving();
    worker.put(
        json(0, "op", "I", "id", 1, "items", List.of(Map.of("a", 1))),
        json(1, "op", "I", "id", 2, "items", List.of(Map.of("a", 1, "b", 1), Map.of("b", 2))));
    worker.commit();

    assertThat(column(worker, "items.element.b").type()).isEqualTo(Types.LongType.get());
    assertThat(worker.table("db.t").schemas()).hasSize(2);
  }

  @Test
  void aValueThatItsColumnCannotHoldWidensItWhereNothingIsLost() {
    RunningWorker worker = evolving();
    Schema narrow =
        schema()
            .field("id", Schema.INT32_SCHEMA)
            .field("v", Schema.OPTIONAL_INT32_SCHEMA)
            .field("f", Schema.OPTIONAL_FLOAT32_SCHEMA)
            .build();
    worker.put(struct(0, narrow, 1, 1, 1f));
    worker.put(json(1, "op", "U", "id", 2, "v", 7, "f", 2.5));
    assertThat(worker.table("db.t").schemas()).hasSize(1);
    worker.put(json(2, "op", "U", "id", 3, "v", 3_000_000_000L, "f", 1e300));
    worker.commit();

    assertThat(rows(worker))
        .containsExactly(
            Map.of("id", 1, "v", 1L, "f", 1.0),
            Map.of("id", 2, "v", 7L, "f", 2.5),
            Map.of("id", 3, "v", 3_000_000_000L, "f", 1e300));
  }

  @Test
  void aValueThatWouldLoseSomethingIsAnErrorOfTheRecord() {
    RunningWorker worker = RunningWorker.with(Tolerance.ALL, EVOLVING);
    worker.open(0);
    worker.put(
        json(0, "op", "I", "id", 1, "v", 1),
        json(1, "op", "I", "id", 2, "v", 1.5),
        json(2, "op", "I", "id", 3, "v", "text"),
        json(3, "op", "I", "id", 4, "v", 4));
    worker.commit();

    assertThat(worker.reports).hasSize(2);
    assertThat(worker.table("db.t").schemas()).hasSize(1);
    assertThat(rows(worker)).containsExactly(Map.of("id", 1L, "v", 1L), Map.of("id", 4L, "v", 4L));
  }

  @Test
  void aFieldWithoutATypeIsAnErrorOfTheRecord() {
    RunningWorker worker = evolving();
    worker.put(json(0, "op", "I", "id", 1));

    assertThatThrownBy(
            () -> {
              worker.put(json(1, "op", "I", "id", 2, "mixed", List.of(1, "a")));
              worker.commit();
            })
        .isInstanceOf(InvalidRecordException.class)
        .hasMessage(
            "Cannot apply record of orders-0@1 to table db.t: the table cannot be changed for it: Cannot create column 'mixed.element': it has values of type LONG and of type STRING. Create the table with a type that fits all.");
  }

  static Stream<Arguments> requiredColumns() {
    return Stream.of(
        arguments(Schema.STRING_SCHEMA, "ada"),
        arguments(SchemaBuilder.array(Schema.STRING_SCHEMA).build(), List.of("ada", "bob")));
  }

  @ParameterizedTest
  @MethodSource("requiredColumns")
  void aColumnThatTheSourceDroppedStaysAndIsNull(Schema type, Object value) {
    RunningWorker worker = evolving();
    worker.put(struct(0, strict(type), 1, value));
    worker.put(struct(1, schema().field("id", Schema.INT32_SCHEMA).build(), 2));
    worker.commit();

    assertThat(column(worker, "name").isOptional()).isTrue();
    assertThat(rows(worker)).containsExactly(Map.of("id", 1, "name", value), Map.of("id", 2));
  }

  @ParameterizedTest
  @MethodSource("requiredColumns")
  void aTableThatDoesNotEvolveRefusesARecordWithoutARequiredValueBeforeAnythingIsWritten(
      Schema type, Object value) {
    RunningWorker worker = RunningWorker.with(Tolerance.NONE);
    worker.open(0);
    worker.put(struct(0, strict(type), 1, value));
    worker.commit();

    assertThatThrownBy(
            () -> {
              worker.put(struct(1, schema().field("id", Schema.INT32_SCHEMA).build(), 2));
              worker.put();
            })
        .isInstanceOf(InvalidRecordException.class)
        .hasMessage(
            "Cannot apply record of orders-0@1 to table db.t: Cannot convert field 'name': it is missing or null, and the column is required.");
    assertThat(written(worker.control.said())).isEmpty();
    assertThat(worker.table("db.t").schemas()).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("requiredColumns")
  void aRecordWithoutARequiredValueIsPassedOverAloneWhereErrorsAreTolerated(
      Schema type, Object value) {
    RunningWorker worker = RunningWorker.with(Tolerance.ALL);
    worker.open(0);
    worker.put(
        struct(0, strict(type), 1, value),
        struct(1, schema().field("id", Schema.INT32_SCHEMA).build(), 2),
        struct(2, strict(type), 3, value));
    worker.commit();

    assertThat(worker.reports).hasSize(1);
    assertThat(rows(worker))
        .containsExactly(Map.of("id", 1, "name", value), Map.of("id", 3, "name", value));
  }

  private static Schema strict(Schema name) {
    return schema().field("id", Schema.INT32_SCHEMA).field("name", name).build();
  }

  @Test
  void aKeyColumnIsNeverMadeOptional() {
    RunningWorker worker = RunningWorker.with(Tolerance.ALL, EVOLVING);
    worker.open(0);
    worker.put(json(0, "op", "I", "id", 1), json(1, "op", "U", "id", null));
    worker.commit();

    assertThat(worker.reports).hasSize(1);
    assertThat(column(worker, "id").isRequired()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"true, 2", "false, 3"})
  void namesThatDifferInCaseShareAColumnWhereCaseDoesNotMatter(String insensitive, int columns) {
    RunningWorker worker = evolving("iceberg.tables.schema-case-insensitive", insensitive);
    worker.put(
        json(0, "op", "I", "id", 1),
        json(1, "op", "I", "id", 2, "newCol", "x"),
        json(2, "op", "I", "id", 3, "NEWCOL", "y"));
    worker.commit();

    assertThat(worker.table("db.t").schema().columns()).hasSize(columns);
    assertThat(rows(worker)).hasSize(3);
  }

  @Test
  void aNameMappingGetsTheNewColumn() {
    RunningWorker worker = evolving();
    worker.put(json(0, "op", "I", "id", 1));
    Table table = worker.table("db.t");
    table
        .updateProperties()
        .set(
            TableProperties.DEFAULT_NAME_MAPPING,
            NameMappingParser.toJson(MappingUtil.create(table.schema())))
        .commit();
    worker.put(json(1, "op", "I", "id", 2, "name", "bob"));
    worker.commit();

    table.refresh();
    assertThat(
            NameMappingParser.fromJson(table.properties().get(TableProperties.DEFAULT_NAME_MAPPING))
                .find("name")
                .id())
        .isEqualTo(column(worker, "name").fieldId());
    assertThat(rows(worker)).containsExactly(Map.of("id", 1L), Map.of("id", 2L, "name", "bob"));
  }

  @Test
  void aTableThatDoesNotEvolveLeavesTheFieldOut() {
    RunningWorker worker = RunningWorker.with(Tolerance.NONE);
    worker.open(0);
    worker.put(json(0, "op", "I", "id", 1), json(1, "op", "I", "id", 2, "name", "bob"));
    worker.commit();

    assertThat(rows(worker)).containsExactly(Map.of("id", 1L), Map.of("id", 2L));
  }

  @Test
  void aRecordThatFitsOnlyTheTableAsOthersHaveChangedItIsNoError() {
    RunningWorker worker = RunningWorker.with(Tolerance.NONE);
    worker.open(0);
    Schema narrow =
        schema().field("id", Schema.INT32_SCHEMA).field("v", Schema.INT32_SCHEMA).build();
    worker.put(struct(0, narrow, 1, 1));
    worker.table("db.t").updateSchema().updateColumn("v", Types.LongType.get()).commit();
    worker.put(json(1, "op", "I", "id", 2, "v", 3_000_000_000L));
    worker.table("db.t").updateSchema().makeColumnOptional("v").commit();
    worker.put(json(2, "op", "I", "id", 3));
    worker.commit();

    assertThat(rows(worker))
        .containsExactly(
            Map.of("id", 1, "v", 1L), Map.of("id", 2, "v", 3_000_000_000L), Map.of("id", 3));
  }

  @Test
  void aBatchOfBadRecordsAsksForTheTableOnce() {
    RunningWorker worker = RunningWorker.with(Tolerance.ALL);
    worker.open(0);
    worker.put(json(0, "op", "I", "id", 1, "v", 1));
    int before = worker.catalog.loads;
    worker.put(
        json(1, "op", "I", "id", "a"),
        json(2, "op", "I", "id", "b"),
        json(3, "op", "I", "id", "c"));

    assertThat(worker.reports).hasSize(3);
    assertThat(worker.catalog.loads).isEqualTo(before + 1);
  }

  @Test
  void whatOthersChangeIsPickedUpWithTheNextDelta() {
    RunningWorker worker = RunningWorker.with(Tolerance.NONE);
    worker.open(0);
    worker.put(json(0, "op", "I", "id", 1, "a", "x", "b", "y"));
    Table table = worker.table("db.t");
    table.updateSchema().addColumn("c", Types.StringType.get()).renameColumn("a", "z").commit();
    table.updateSchema().deleteColumn("b").commit();
    table.updateSpec().addField("z").commit();
    table.replaceSortOrder().asc("id").commit();
    worker.put(json(1, "op", "I", "id", 2, "a", "x", "b", "y", "c", "early"));
    worker.commit();
    worker.put(json(2, "op", "I", "id", 3, "z", "x", "c", "late"));
    List<ControlEvent<ContentFile<?>>> said = worker.startCommit();
    worker.settle(said);

    assertThat(rows(worker))
        .containsExactly(
            Map.of("id", 1L, "z", "x"),
            Map.of("id", 2L, "z", "x"),
            Map.of("id", 3L, "z", "x", "c", "late"));
    table.refresh();
    ContentFile<?> newest =
        written(said).get(0).delta().files().stream()
            .filter(DataFile.class::isInstance)
            .findFirst()
            .orElseThrow();
    assertThat(newest.specId()).isEqualTo(table.spec().specId());
    assertThat(newest.sortOrderId()).isEqualTo(table.sortOrder().orderId());
    assertThat(table.sortOrder()).isNotEqualTo(SortOrder.unsorted());
  }

  @Test
  void aColumnThatOthersDroppedComesBackWithTheNextRecordThatHasIt() {
    RunningWorker worker = evolving();
    worker.put(json(0, "op", "I", "id", 1, "v", 1));
    worker.commit();
    worker.table("db.t").updateSchema().deleteColumn("v").commit();
    worker.put(json(1, "op", "I", "id", 2, "v", 2));
    worker.commit();

    assertThat(rows(worker)).containsExactly(Map.of("id", 1L), Map.of("id", 2L, "v", 2L));
  }

  @Test
  void aTableThatCannotBeReachedIsChangedLaterAndNothingIsLost() {
    RunningWorker worker = evolving();
    worker.put(json(0, "op", "I", "id", 1));
    worker.catalog.isDown = true;
    worker.put(json(1, "op", "I", "id", 1, "name", "ada"));
    assertThat(worker.context.seeks).isEqualTo(Map.of(kafka(0), 1L));

    worker.catalog.isDown = false;
    worker.pass(Duration.ofSeconds(2));
    worker.put();
    worker.put(json(1, "op", "I", "id", 1, "name", "ada"));
    worker.commit();

    assertThat(rows(worker)).containsExactly(Map.of("id", 1L, "name", "ada"));
  }

  @Test
  void oneTableEvolvesBesideAnother() {
    RunningWorker worker = evolving("iceberg.tables", "db.t,db.u");
    worker.put(json(0, "op", "I", "id", 1));
    worker.table("db.u").updateSchema().addColumn("name", Types.StringType.get()).commit();
    worker.commit();
    worker.put(json(1, "op", "I", "id", 2), json(2, "op", "I", "id", 3, "name", "cyd"));
    List<ControlEvent<ContentFile<?>>> said = worker.startCommit();
    worker.settle(said);

    assertThat(written(said))
        .extracting(one -> one.delta().table().table())
        .containsExactly("db.t", "db.t", "db.u");
    assertThat(worker.table("db.u").schemas()).hasSize(2);
    assertThat(rows(worker)).hasSize(3);
  }

  @Test
  void theFlagOfDeletedRowsIsNotMadeOptional() {
    RunningWorker worker = evolving("iceberg.tables.delete-handling", "soft");
    worker.put(json(0, "op", "I", "id", 1, "v", 1));
    worker.commit();
    worker
        .table("db.t")
        .updateSchema()
        .allowIncompatibleChanges()
        .requireColumn("_deleted")
        .requireColumn("v")
        .commit();
    worker.put(json(1, "op", "I", "id", 2));
    worker.commit();

    assertThat(column(worker, "_deleted").isRequired()).isTrue();
    assertThat(column(worker, "v").isOptional()).isTrue();
  }

  private static RunningWorker evolving(String... settings) {
    RunningWorker worker = RunningWorker.with(Tolerance.NONE, with(EVOLVING, settings));
    worker.open(0);
    return worker;
  }

  private static String[] with(String[] some, String... others) {
    return Stream.of(some, others).flatMap(Arrays::stream).toArray(String[]::new);
  }

  private static Types.NestedField column(RunningWorker worker, String path) {
    return worker.table("db.t").schema().findField(path);
  }

  private static List<Map<String, Object>> rows(RunningWorker worker) {
    return Rows.of(worker.table("db.t"));
  }

  private static SinkRecord json(long offset, Object... fields) {
    Map<String, Object> row = new HashMap<>();
    for (int i = 0; i < fields.length; i += 2) {
      row.put((String) fields[i], fields[i + 1]);
    }
    return sinkRecord(offset, null, row);
  }

  private static SchemaBuilder schema() {
    return SchemaBuilder.struct().field("op", Schema.STRING_SCHEMA);
  }

  private static SinkRecord struct(long offset, Schema schema, Object... values) {
    Struct row = new Struct(schema).put("op", "U");
    for (int i = 0; i < values.length; i++) {
      row.put(schema.fields().get(i + 1), values[i]);
    }
    return sinkRecord(offset, schema, row);
  }

  private static SinkRecord delete(long offset, Schema schema, Object id) {
    return sinkRecord(offset, schema, new Struct(schema).put("op", "D").put("id", id));
  }

  private static SinkRecord sinkRecord(long offset, Schema schema, Object value) {
    return new SinkRecord(
        "orders",
        0,
        null,
        null,
        schema,
        value,
        offset,
        RunningWorker.START.toEpochMilli(),
        TimestampType.CREATE_TIME);
  }
}
