package io.frazil.transforms.dms;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnTypeTest {

  @Test
  void textIsReadAsItsType() {
    assertThat(type("string").read("")).contains("");
    assertThat(type("INT").read("-2147483648")).contains(-2147483648);
    assertThat(type("bigint").read("9223372036854775807")).contains(9223372036854775807L);
    assertThat(type("float").read("1.5")).contains(1.5f);
    assertThat(type("double").read("-Infinity")).contains(Double.NEGATIVE_INFINITY);
    assertThat(type("boolean").read("T")).contains(true);
    assertThat(type("boolean").read("0")).contains(false);
    assertThat(type("binary").read("00Ff").orElseThrow()).isEqualTo(new byte[] {0, -1});
  }

  @Test
  void aDecimalHasItsScale() {
    assertThat(type("decimal( 6 , 3 )").read("2.5")).contains(new BigDecimal("2.500"));
    assertThat(type("decimal(6,3)").read("-123.4560")).contains(new BigDecimal("-123.456"));
    assertThat(type("decimal(3,3)").read("0")).contains(new BigDecimal("0.000"));
    assertThat(type("decimal(6,3)").schema().get().build())
        .isEqualTo(Decimal.builder(3).parameter("connect.decimal.precision", "6").build());
  }

  @Test
  void timesAreThoseOfConnect() {
    assertThat(Date.fromLogical(Date.SCHEMA, date("2022-03-01"))).isEqualTo(19052);
    assertThat(date("2022-03-01 09:00:00").toInstant())
        .isEqualTo(Instant.parse("2022-03-01T09:00:00Z"));
    assertThat(date("1969-12-31T23:59:59.999000").toInstant())
        .isEqualTo(Instant.parse("1969-12-31T23:59:59.999Z"));
    assertThat(type("date").schema().get().build()).isEqualTo(Date.SCHEMA);
    assertThat(type("timestamp").schema().get().build()).isEqualTo(Timestamp.SCHEMA);
    assertThat(type("int").schema().get().build()).isEqualTo(Schema.INT32_SCHEMA);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int | 2147483648",
        "int | 1.0",
        "bigint | 9223372036854775808",
        "bigint | ''",
        "float | 1e39",
        "double | 1e309",
        "double | many",
        "boolean | yes",
        "decimal(6,3) | 1234.5",
        "decimal(6,3) | 0.0001",
        "decimal(6,3) | 1e999999999",
        "date | 2022-02-30",
        "timestamp | 2022-03-01",
        "timestamp | 2022-03-01 09:00:00.000001",
        "binary | 0"
      })
  void textThatDoesNotFitIsNotReadAsSomethingElse(String type, String text) {
    assertThat(type(type).read(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"varchar", "decimal", "decimal(39,0)", "decimal(2,3)", "decimal(0,0)"})
  void aNameThatIsNoTypeHasNone(String name) {
    assertThat(ColumnType.named(name)).isEmpty();
  }

  private static java.util.Date date(String text) {
    ColumnType type = type(text.length() > 10 ? "timestamp" : "date");
    return (java.util.Date) type.read(text).orElseThrow();
  }

  private static ColumnType type(String name) {
    return ColumnType.named(name).orElseThrow();
  }
}
