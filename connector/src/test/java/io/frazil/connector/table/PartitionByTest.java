package io.frazil.connector.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionByTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "category", Types.StringType.get()),
          Types.NestedField.optional(3, "ts", Types.TimestampType.withZone()),
          Types.NestedField.optional(
              4,
              "address",
              Types.StructType.of(Types.NestedField.optional(5, "city", Types.StringType.get()))),
          Types.NestedField.optional(6, "16", Types.LongType.get()));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "category | category: identity(2)",
        "identity(category) | category: identity(2)",
        "address.city | address.city: identity(5)",
        "year(ts) | ts_year: year(3)",
        "years(ts) | ts_year: year(3)",
        "month(ts) | ts_month: month(3)",
        "months(ts) | ts_month: month(3)",
        "day(ts) | ts_day: day(3)",
        "DAYS( ts ) | ts_day: day(3)",
        "hour(ts) | ts_hour: hour(3)",
        "hours(ts) | ts_hour: hour(3)",
        "bucket(id, 16) | id_bucket: bucket[16](1)",
        "bucket(16, id) | id_bucket: bucket[16](1)",
        "Bucket(16,id) | id_bucket: bucket[16](1)",
        "bucket(16, 4) | 16_bucket: bucket[4](6)",
        "truncate(category, 2) | category_trunc: truncate[2](2)",
        "truncate(2, category) | category_trunc: truncate[2](2)"
      })
  void aTermNamesAColumnOrATransformOfIt(String text, String field) {
    assertThat(fields(text)).containsExactly(field);
  }

  @Test
  void termsAreSeparatedByCommasOutsideParentheses() {
    assertThat(fields("category, bucket(16, id) ,day(ts)"))
        .containsExactly("category: identity(2)", "id_bucket: bucket[16](1)", "ts_day: day(3)");
  }

  @Test
  void aBlankTextMeansNoPartitions() {
    assertThat(PartitionBy.parse(" ")).isEqualTo(PartitionBy.nothing());
    assertThat(PartitionBy.nothing().toSpec(SCHEMA).isUnpartitioned()).isTrue();
  }

  @Test
  void anUnknownColumnIsRefusedWithTheColumnsThatThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PartitionBy.parse("day(tss)").toSpec(SCHEMA))
        .withMessage(
            "Cannot partition by column 'tss': the table has no such column. It has: id, category,"
                + " ts, address, 16");
  }

  @Test
  void anUnknownTransformIsRefusedWithThoseThatThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PartitionBy.parse("week(ts)"))
        .withMessage(
            "Cannot partition by 'week(ts)': there is no transform 'week'. Use one of identity,"
                + " year, month, day, hour, bucket, truncate.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bucket(id)",
        "bucket(id, 0)",
        "bucket(id, -1)",
        "bucket(id, ts)",
        "truncate(, 2)",
        "bucket(id, 99999999999)",
        "bucket(1, id, 2)"
      })
  void aTransformWithAWidthTakesAColumnAndAPositiveNumber(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PartitionBy.parse(text))
        .withMessage(
            "Cannot partition by '%s': the transform takes a column and a positive whole number.",
            text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"day()", "day(ts, 2)"})
  void aTransformWithoutAWidthTakesOneColumn(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PartitionBy.parse(text))
        .withMessage("Cannot partition by '%s': the transform takes one column.", text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"day(ts", "bucket(truncate(id), 2)", "id)"})
  void unbalancedOrNestedParenthesesAreRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PartitionBy.parse(text))
        .withMessageStartingWith("Cannot partition by '");
  }

  @Test
  void anEmptyTermIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PartitionBy.parse("id,,ts"))
        .withMessage("Cannot partition by '': it is neither a column nor a transform of one.");
  }

  @Test
  void aColumnWhoseTypeDoesNotFitTheTransformIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PartitionBy.parse("day(category)").toSpec(SCHEMA))
        .withMessageContaining("Cannot partition by day(category): ")
        .withMessageContaining("string");
  }

  @Test
  void theSameFieldTwiceIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PartitionBy.parse("day(ts), days(ts)").toSpec(SCHEMA))
        .withMessageStartingWith("Cannot partition by day(ts), day(ts): ");
  }

  private static List<String> fields(String text) {
    PartitionSpec spec = PartitionBy.parse(text).toSpec(SCHEMA);
    return spec.fields().stream()
        .map(field -> field.name() + ": " + field.transform() + "(" + field.sourceId() + ")")
        .toList();
  }
}
