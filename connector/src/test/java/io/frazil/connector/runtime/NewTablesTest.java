package io.frazil.connector.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.runtime.BadRecords.Tolerance;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables that are created for their first record. */
class NewTablesTest {
  private static final String[] TWO_TABLES = {
    "iceberg.tables", "db.t, db.u",
    "iceberg.table.db.t.id-columns", "a,b",
    "iceberg.table.db.u.id-columns", "c,b"
  };
  private static final org.apache.kafka.connect.data.Schema ROW =
      SchemaBuilder.struct()
          .field("op", SchemaBuilder.STRING_SCHEMA)
          .field("a", SchemaBuilder.OPTIONAL_INT64_SCHEMA)
          .field("b", SchemaBuilder.OPTIONAL_STRING_SCHEMA)
          .field("c", SchemaBuilder.INT32_SCHEMA)
          .field("d", SchemaBuilder.STRING_SCHEMA)
          .build();

  @ParameterizedTest
  @CsvSource({"false, true", "true, false"})
  void eachTableHasItsOwnKeyAndRequiresItsColumns(String allOptional, boolean isOtherRequired) {
    RunningWorker worker =
        worker(with(TWO_TABLES, "iceberg.tables.schema-force-optional", allOptional));
    worker.put(row(0, "U", 1), row(1, "U", 2), row(2, "U", 1));
    worker.commit();

    Schema first = worker.table("db.t").schema();
    Schema second = worker.table("db.u").schema();
    assertThat(first.identifierFieldNames()).containsExactlyInAnyOrder("a", "b");
    assertThat(second.identifierFieldNames()).containsExactlyInAnyOrder("b", "c");
    assertThat(first.columns())
        .filteredOn(Types.NestedField::isRequired)
        .extracting(Types.NestedField::name)
        .contains("a", "b");
    assertThat(first.findField("d").isRequired()).isEqualTo(isOtherRequired);
    assertThat(second.findField("c").isRequired()).isTrue();
    assertThat(second.findField("b").isRequired()).isTrue();
    assertThat(second.findField("a").isOptional()).isTrue();
  }

  @Test
  void aKeyColumnThatTheRecordLacksIsNamed() {
    RunningWorker worker = worker(with(TWO_TABLES, "iceberg.table.db.u.id-columns", "c,nope"));

    assertThatThrownBy(() -> worker.put(row(0, "U", 1)))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessage(
            "Cannot apply record of orders-0@0 to table db.u: the table cannot be created for it: Cannot use column 'nope' as a key: the record has no such field, or no value for it. Choose other id-columns, or create the table.");
    assertThat(worker.hasTable("db.u")).isFalse();
  }

  private static RunningWorker worker(String... settings) {
    RunningWorker worker = RunningWorker.with(Tolerance.NONE, settings);
    worker.open(0);
    return worker;
  }

  private static String[] with(String[] some, String... others) {
    return Stream.of(some, others).flatMap(Arrays::stream).toArray(String[]::new);
  }

  private static SinkRecord row(long offset, String operation, int c) {
    Struct row =
        new Struct(ROW).put("op", operation).put("a", 1L).put("b", "x").put("c", c).put("d", "y");
    return new SinkRecord("orders", 0, null, null, ROW, row, offset);
  }
}
