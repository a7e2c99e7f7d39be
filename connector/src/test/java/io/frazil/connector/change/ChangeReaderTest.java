package io.frazil.connector.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeReaderTest {
  private final List<SkipListener.Reason> skipped = new ArrayList<>();

  private final ChangeReader byOperation = byOperation("_op", MissingOperation.UPSERT);

  @Test
  void aChangeCarriesOperationKeyRowAndItsPlace() {
    Map<String, Object> row = row("D");

    ChangeEvent change = byOperation.read(schemaless(7L, row)).orElseThrow();

    assertThat(change.operation()).isEqualTo(Operation.DELETE);
    assertThat(change.key()).contains(new ConnectValue(Optional.empty(), 7L));
    assertThat(change.row().orElseThrow().value()).isSameAs(row);
    assertThat(change.source()).isEqualTo(new SourceOffset("orders", 3, 42));
  }

  @Test
  void thePlaceIsTheOneBeforeAnyTransformRenamedTheTopic() {
    SinkRecord renamed =
        schemaless(7L, row("I")).newRecord("renamed", 0, null, 7L, null, row("I"), 1L);

    assertThat(byOperation.read(renamed).orElseThrow().source())
        .isEqualTo(new SourceOffset("orders", 3, 42));
  }

  @Test
  void theTopLevelFieldOfTheOperationIsLeftOutOfTheRow() {
    assertThat(byOperation("_cdc.op", MissingOperation.FAIL).fieldsLeftOut())
        .containsExactly("_cdc");
    assertThat(ChangeReader.upserting(NullValue.DELETE, skipped::add).fieldsLeftOut()).isEmpty();
  }

  @Test
  void anOperationIsReadFromANestedMap() {
    ChangeReader reader = byOperation("_cdc.op", MissingOperation.FAIL);
    Map<String, Object> row = Map.of("id", 1L, "_cdc", Map.of("op", "d"));

    assertThat(reader.read(schemaless(1L, row)).orElseThrow().operation())
        .isEqualTo(Operation.DELETE);
  }

  @Test
  void anOperationIsReadFromANestedStruct() {
    Schema envelope = SchemaBuilder.struct().field("op", Schema.STRING_SCHEMA).build();
    Schema schema = SchemaBuilder.struct().field("_cdc", envelope).build();
    Struct row = new Struct(schema).put("_cdc", new Struct(envelope).put("op", "D"));
    ChangeReader reader = byOperation("_cdc.op", MissingOperation.FAIL);

    ChangeEvent change = reader.read(record(null, null, schema, row)).orElseThrow();

    assertThat(change.operation()).isEqualTo(Operation.DELETE);
    assertThat(change.row()).contains(new ConnectValue(Optional.of(schema), row));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " ", "\t"})
  void aMissingOperationIsAnUpsertByDefault(String operation) {
    assertThat(byOperation.read(schemaless(1L, row(operation))).orElseThrow().operation())
        .isEqualTo(Operation.UPSERT);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " "})
  void aMissingOperationIsAnErrorWhereItIsToBe(String operation) {
    ChangeReader reader = byOperation("_op", MissingOperation.FAIL);

    assertInvalid(
        reader,
        schemaless(1L, row(operation)),
        "Cannot apply record of orders-3@42: operation field '_op' is missing, null or blank.");
  }

  @Test
  void anAbsentFieldIsAMissingOperation() {
    ChangeReader reader = byOperation("_cdc.op", MissingOperation.FAIL);

    assertInvalid(
        reader,
        schemaless(1L, Map.of("id", 1L, "_cdc", "D")),
        "Cannot apply record of orders-3@42: operation field '_cdc.op' is missing, null or blank.");
  }

  @Test
  void anExplicitNullIsNotReplacedByTheDefaultOfTheOperationsSchema() {
    Schema op = SchemaBuilder.string().optional().defaultValue("D").build();
    Schema schema = SchemaBuilder.struct().field("_op", op).build();
    Struct row = new Struct(schema).put("_op", null);

    assertThat(byOperation.read(record(null, null, schema, row)).orElseThrow().operation())
        .isEqualTo(Operation.UPSERT);
  }

  @Test
  void anUnknownOperationIsAnErrorAndNeverAnInsert() {
    assertInvalid(
        byOperation,
        schemaless(1L, row("X")),
        "Cannot apply record of orders-3@42: operation field '_op' holds an unknown operation. "
            + "Add it to iceberg.tables.cdc-op-map or correct the record.");
  }

  @Test
  void anOperationThatIsNoTextIsAnError() {
    assertInvalid(
        byOperation,
        schemaless(1L, Map.of("_op", 1L)),
        "Cannot apply record of orders-3@42: operation field '_op' holds a Long, not text.");
  }

  @Test
  void aTruncateIsAnErrorWhereItIsToBe() {
    assertInvalid(
        byOperation,
        schemaless(1L, row("t")),
        "Cannot apply record of orders-3@42: it truncates its table. "
            + "Set iceberg.tables.behavior-on-truncate to apply to empty the table, or to ignore to keep its rows.");
  }

  @Test
  void aTruncateIsReadOrSkippedWhereItIsToBe() {
    SinkRecord truncate = schemaless(1L, row("truncate"));

    assertThat(truncating(Truncate.APPLY).read(truncate).orElseThrow().operation())
        .isEqualTo(Operation.TRUNCATE);
    assertThat(truncating(Truncate.IGNORE).read(truncate)).isEmpty();
    assertThat(skipped).containsExactly(SkipListener.Reason.IGNORED_OPERATION);
  }

  private ChangeReader truncating(Truncate truncate) {
    return ChangeReader.upserting(
        new OperationColumn("_op", OperationMap.standard(), MissingOperation.FAIL),
        NullValue.DELETE,
        truncate,
        skipped::add);
  }

  @Test
  void aBeforeImageIsSkippedAndCounted() {
    assertThat(byOperation.read(schemaless(1L, row("UPDATE_BEFORE")))).isEmpty();
    assertThat(skipped).containsExactly(SkipListener.Reason.IGNORED_OPERATION);
  }

  @Test
  void whatStandsBesideTheOperationInAnEnvelopeIsTheRowBefore() {
    Map<String, Object> before = Map.of("id", 1L);
    Map<String, Object> envelope = Map.of("op", "U", "before", before);

    ChangeEvent change =
        byOperation("_cdc.op", MissingOperation.FAIL)
            .read(schemaless(2L, Map.of("id", 2L, "_cdc", envelope)))
            .orElseThrow();

    assertThat(change.before()).contains(new ConnectValue(Optional.empty(), before));
  }

  @Test
  void theKeyThatTheRowHadBeforeIsBesideTheOperationInTheEnvelope() {
    Map<String, Object> former = Map.of("id", 1L);
    ChangeReader byEnvelope =
        ChangeReader.upserting(
            new OperationColumn("_cdc.op", OperationMap.standard(), MissingOperation.UPSERT),
            NullValue.DELETE,
            Truncate.FAIL,
            skipped::add);

    ChangeEvent change =
        byEnvelope
            .read(schemaless(2L, Map.of("id", 2L, "_cdc", Map.of("op", "I", "former_key", former))))
            .orElseThrow();

    assertThat(change.formerKey()).contains(new ConnectValue(Optional.empty(), former));
    assertThat(change.before()).isEmpty();
  }

  @Test
  void aColumnOfTheRowIsNotTheRowBefore() {
    Map<String, Object> row = Map.of("id", 2L, "op", "U", "before", Map.of("id", 1L));

    assertThat(byOperation.read(schemaless(2L, row)).orElseThrow().before()).isEmpty();
  }

  @Test
  void aTombstoneDeletesByItsKey() {
    Map<String, Object> key = Map.of("id", 1L);

    ChangeEvent change = byOperation.read(schemaless(key, null)).orElseThrow();

    assertThat(change.operation()).isEqualTo(Operation.DELETE);
    assertThat(change.key()).contains(new ConnectValue(Optional.empty(), key));
    assertThat(change.row()).isEmpty();
  }

  @Test
  void aTombstoneIsSkippedAndCountedWhereItIsToBeIgnored() {
    ChangeReader reader = ChangeReader.upserting(NullValue.IGNORE, skipped::add);

    assertThat(reader.read(schemaless(1L, null))).isEmpty();
    assertThat(skipped).containsExactly(SkipListener.Reason.TOMBSTONE);
  }

  @Test
  void aTombstoneIsAnErrorWhereItIsToBe() {
    assertInvalid(
        ChangeReader.upserting(NullValue.FAIL, skipped::add),
        schemaless(1L, null),
        "Cannot apply record of orders-3@42: its value is null. "
            + "Set iceberg.tables.behavior-on-null-values to delete or ignore, or drop tombstones before the sink.");
  }

  @ParameterizedTest
  @EnumSource(NullValue.class)
  void aRecordWithNeitherKeyNorValueIsSkippedAndCounted(NullValue nullValue) {
    assertThat(ChangeReader.upserting(nullValue, skipped::add).read(schemaless(null, null)))
        .isEmpty();
    assertThat(ChangeReader.appending(nullValue, skipped::add).read(schemaless(null, null)))
        .isEmpty();
    assertThat(skipped).containsExactly(SkipListener.Reason.EMPTY, SkipListener.Reason.EMPTY);
  }

  @Test
  void appendingTakesEveryValueAsItCame() {
    ChangeReader reader = ChangeReader.appending(NullValue.DELETE, skipped::add);
    Map<String, Object> row = row("D");

    ChangeEvent change = reader.read(schemaless(1L, row)).orElseThrow();

    assertThat(change.operation()).isEqualTo(Operation.UPSERT);
    assertThat(change.row().orElseThrow().value()).isSameAs(row);
    assertThat(reader.fieldsLeftOut()).isEmpty();
  }

  @Test
  void appendingSkipsTombstonesSinceItDeletesNothing() {
    ChangeReader reader = ChangeReader.appending(NullValue.DELETE, skipped::add);

    assertThat(reader.read(schemaless(1L, null))).isEmpty();
    assertThat(skipped).containsExactly(SkipListener.Reason.TOMBSTONE);
  }

  @Test
  void aValueThatIsNoRowIsAnError() {
    assertInvalid(
        byOperation,
        schemaless(1L, "a line"),
        "Cannot apply record of orders-3@42: its value is a String, not a struct or a map. "
            + "Check value.converter.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a.", ".a", "a..b"})
  void aPathWithAnEmptyNameIsRefused(String path) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> byOperation(path, MissingOperation.FAIL))
        .withMessage("Cannot use '%s' as a field: it is not a path of names joined by dots.", path);
  }

  private ChangeReader byOperation(String path, MissingOperation missing) {
    return ChangeReader.upserting(
        new OperationColumn(path, OperationMap.standard(), missing),
        NullValue.DELETE,
        Truncate.FAIL,
        skipped::add);
  }

  private static Map<String, Object> row(String operation) {
    Map<String, Object> row = new HashMap<>();
    row.put("id", 1L);
    row.put("_op", operation);
    return row;
  }

  private static SinkRecord schemaless(Object key, Object value) {
    return record(null, key, null, value);
  }

  private static SinkRecord record(Schema keySchema, Object key, Schema valueSchema, Object value) {
    return new SinkRecord(
        "orders", 3, keySchema, key, valueSchema, value, 42, 1L, TimestampType.CREATE_TIME);
  }

  private static void assertInvalid(ChangeReader reader, SinkRecord sinkRecord, String message) {
    assertThatExceptionOfType(InvalidRecordException.class)
        .isThrownBy(() -> reader.read(sinkRecord))
        .withMessage(message);
  }
}
