package io.frazil.connector.convert;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.frazil.connector.change.ChangeEvent;
import io.frazil.connector.change.ChangeKind;
import io.frazil.connector.change.ConnectValue;
import io.frazil.connector.change.SourceOffset;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

class OrderingConverterTest {
  private static final Schema AT_AND_NUMBER =
      new Schema(
          optional(7, "at", Types.TimestampType.withZone()),
          optional(3, "number", Types.IntegerType.get()));

  private final OrderingConverter ordering =
      new OrderingConverter(AT_AND_NUMBER, NameMatching.EXACT);

  @Test
  void aDeletesRowTellsItsOrderInTheColumnsTypes() {
    Record values =
        ordering
            .valuesOf(
                delete(Map.of("id", 1, "number", 5L, "at", "2026-01-01T00:00:00Z", "name", "a")))
            .orElseThrow();

    assertThat(values.struct()).isEqualTo(AT_AND_NUMBER.asStruct());
    assertThat(values.getField("at")).isEqualTo(OffsetDateTime.parse("2026-01-01T00:00:00Z"));
    assertThat(values.getField("number")).isEqualTo(5);
  }

  @Test
  void aStructTellsItToo() {
    org.apache.kafka.connect.data.Schema schema =
        SchemaBuilder.struct().field("number", SchemaBuilder.INT64_SCHEMA).build();

    assertThat(ordering.valuesOf(delete(new Struct(schema).put("number", 5L))))
        .hasValueSatisfying(values -> assertThat(values).hasToString("Record(null, 5)"));
  }

  @Test
  void aDeleteWithoutThoseColumnsHasNoOrder() {
    Map<String, Object> nulls = new HashMap<>(Map.of("id", 1));
    nulls.put("at", null);
    nulls.put("number", null);

    assertThat(ordering.valuesOf(delete(Map.of("id", 1)))).isEmpty();
    assertThat(ordering.valuesOf(delete(nulls))).isEmpty();
  }

  @Test
  void aTombstoneHasNoOrder() {
    assertThat(ordering.valuesOf(change(Optional.empty()))).isEmpty();
  }

  @Test
  void namesMatchIgnoringCaseIfTheyAreTo() {
    OrderingConverter ignoringCase =
        new OrderingConverter(AT_AND_NUMBER, NameMatching.IGNORING_CASE);

    assertThat(ignoringCase.valuesOf(delete(Map.of("NUMBER", 5)))).isPresent();
    assertThat(ordering.valuesOf(delete(Map.of("NUMBER", 5)))).isEmpty();
  }

  @Test
  void aValueThatDoesNotFitIsAnError() {
    assertThatExceptionOfType(ConversionException.class)
        .isThrownBy(() -> ordering.valuesOf(delete(Map.of("number", 1L << 40))))
        .withMessage(
            "Cannot convert field 'number' from Long to int: it is not a whole number in the"
                + " type's range.");
  }

  private static ChangeEvent delete(Object row) {
    return change(Optional.of(new ConnectValue(Optional.empty(), row)));
  }

  private static ChangeEvent change(Optional<ConnectValue> row) {
    return new ChangeEvent(
        ChangeKind.DELETE,
        Optional.of(new ConnectValue(Optional.empty(), 1)),
        row,
        Optional.empty(),
        new SourceOffset("t", 0, 0));
  }
}
