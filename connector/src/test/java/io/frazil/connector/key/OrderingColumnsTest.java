package io.frazil.connector.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDateTime;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class OrderingColumnsTest {
  private static final LocalDateTime NOON = LocalDateTime.of(2026, 3, 1, 12, 0);
  private static final Schema TABLE =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.required(2, "lsn", Types.StringType.get()),
          Types.NestedField.optional(3, "at", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(
              4, "tags", Types.ListType.ofOptional(5, Types.StringType.get())));

  @Test
  void comparesTheFirstNamedColumnFirst() {
    OrderingColumns columns = OrderingColumns.of(TABLE, List.of("at", "lsn"));

    assertThat(compare(columns, row("b", NOON), row("a", NOON.plusSeconds(1)))).isNegative();
    assertThat(compare(columns, row("b", NOON), row("a", NOON))).isPositive();
    assertThat(compare(columns, row("a", NOON), row("a", NOON))).isZero();
  }

  @Test
  void nullComesBeforeAnyValue() {
    OrderingColumns columns = OrderingColumns.of(TABLE, List.of("at"));

    assertThat(compare(columns, row("a", null), row("a", NOON))).isNegative();
    assertThat(compare(columns, row("a", NOON), row("a", null))).isPositive();
    assertThat(compare(columns, row("a", null), row("b", null))).isZero();
  }

  @Test
  void refusesColumnsThatCannotBeCompared() {
    assertThatThrownBy(() -> OrderingColumns.of(TABLE, List.of("tags")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'tags'");
    assertThatThrownBy(() -> OrderingColumns.of(TABLE, List.of("nope")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("It has: id, lsn, at, tags");
  }

  private static int compare(OrderingColumns columns, Record one, Record other) {
    return columns.newComparator().compare(columns.valuesOf(one), columns.valuesOf(other));
  }

  private static Record row(String lsn, LocalDateTime at) {
    GenericRecord row = GenericRecord.create(TABLE);
    row.setField("lsn", lsn);
    row.setField("at", at);
    return row;
  }
}
