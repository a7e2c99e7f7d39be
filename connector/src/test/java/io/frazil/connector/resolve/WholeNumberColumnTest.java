package io.frazil.connector.resolve;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT96;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Types.PrimitiveBuilder;
import org.junit.jupiter.api.Test;

/** Which columns are read without Iceberg's conversions; that the values are right, others test. */
class WholeNumberColumnTest {

  @Test
  void numbersThatAreStoredAsTheyAreNeedNoConversion() {
    PrimitiveBuilder<PrimitiveType> plainInt = optional(INT32);
    assertThat(isTaken(Types.IntegerType.get(), plainInt)).isTrue();
    assertThat(isTaken(Types.LongType.get(), plainInt)).isTrue();
    assertThat(isTaken(Types.LongType.get(), optional(INT64))).isTrue();
    assertThat(isTaken(Types.IntegerType.get(), as(INT32, LogicalTypeAnnotation.intType(16, true))))
        .isTrue();
    assertThat(isTaken(Types.DateType.get(), as(INT32, LogicalTypeAnnotation.dateType()))).isTrue();
    assertThat(isTaken(Types.TimeType.get(), as(INT64, time(TimeUnit.MICROS)))).isTrue();
    assertThat(isTaken(Types.TimestampType.withZone(), as(INT64, timestamp(TimeUnit.MICROS))))
        .isTrue();
    assertThat(isTaken(Types.TimestampNanoType.withoutZone(), as(INT64, timestamp(TimeUnit.NANOS))))
        .isTrue();
  }

  @Test
  void whatIsStoredOtherwiseIsLeftToIceberg() {
    assertThat(isTaken(Types.LongType.get(), as(INT32, LogicalTypeAnnotation.intType(32, false))))
        .isFalse();
    assertThat(isTaken(Types.TimeType.get(), as(INT32, time(TimeUnit.MILLIS)))).isFalse();
    assertThat(isTaken(Types.TimestampType.withZone(), as(INT64, timestamp(TimeUnit.MILLIS))))
        .isFalse();
    assertThat(isTaken(Types.TimestampType.withZone(), as(INT64, timestamp(TimeUnit.NANOS))))
        .isFalse();
    assertThat(isTaken(Types.TimestampNanoType.withZone(), as(INT64, timestamp(TimeUnit.MICROS))))
        .isFalse();
    assertThat(isTaken(Types.TimestampType.withZone(), optional(INT96))).isFalse();
    assertThat(isTaken(Types.DateType.get(), optional(INT32))).isFalse();
    assertThat(isTaken(Types.DecimalType.of(9, 2), optional(INT32))).isFalse();
  }

  @Test
  void aFileWithoutTheColumnIsLeftToIceberg() {
    NestedField key = NestedField.required(7, "k", Types.LongType.get());

    assertThat(WholeNumberColumn.of(key, new MessageType("t", optional(INT64).id(8).named("k"))))
        .isEmpty();
    assertThat(WholeNumberColumn.of(key, new MessageType("t", optional(INT64).named("k"))))
        .isEmpty();
  }

  private static boolean isTaken(Type type, PrimitiveBuilder<PrimitiveType> stored) {
    return WholeNumberColumn.of(
            NestedField.required(7, "k", type), new MessageType("t", stored.id(7).named("old")))
        .isPresent();
  }

  private static PrimitiveBuilder<PrimitiveType> optional(PrimitiveType.PrimitiveTypeName type) {
    return org.apache.parquet.schema.Types.optional(type);
  }

  private static PrimitiveBuilder<PrimitiveType> as(
      PrimitiveType.PrimitiveTypeName type, LogicalTypeAnnotation annotation) {
    return optional(type).as(annotation);
  }

  private static LogicalTypeAnnotation time(TimeUnit unit) {
    return LogicalTypeAnnotation.timeType(true, unit);
  }

  private static LogicalTypeAnnotation timestamp(TimeUnit unit) {
    return LogicalTypeAnnotation.timestampType(true, unit);
  }
}
