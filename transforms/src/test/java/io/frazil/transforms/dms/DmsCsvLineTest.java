package io.frazil.transforms.dms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DmsCsvLineTest {
  private static final Map<String, String> INVENTORY =
      Map.of(
          "columns",
          "op string, product_id bigint, category string, product_name string,"
              + " quantity_available bigint, last_update_time timestamp",
          "key.columns",
          "product_id");

  @Test
  void aWorkerThatLooksForServicesFindsTheTransform() {
    assertThat(ServiceLoader.load(Transformation.class))
        .hasAtLeastOneElementOfType(DmsCsvLine.class);
  }

  @Test
  void aLineBecomesARowWithTheColumnsInTheirOrder() {
    Struct row = row(INVENTORY, "U,106,Garden,\"Hose, 20 m\",NULL,2022-03-02 11:33:15");

    assertThat(row.schema())
        .isEqualTo(
            SchemaBuilder.struct()
                .field("op", Schema.OPTIONAL_STRING_SCHEMA)
                .field("product_id", Schema.OPTIONAL_INT64_SCHEMA)
                .field("category", Schema.OPTIONAL_STRING_SCHEMA)
                .field("product_name", Schema.OPTIONAL_STRING_SCHEMA)
                .field("quantity_available", Schema.OPTIONAL_INT64_SCHEMA)
                .field("last_update_time", Timestamp.builder().optional().build())
                .build());
    assertThat(row.getString("op")).isEqualTo("U");
    assertThat(row.getInt64("product_id")).isEqualTo(106);
    assertThat(row.getString("product_name")).isEqualTo("Hose, 20 m");
    assertThat(row.get("quantity_available")).isNull();
    assertThat(((java.util.Date) row.get("last_update_time")).toInstant())
        .isEqualTo(Instant.parse("2022-03-02T11:33:15Z"));
  }

  @Test
  void theKeyColumnsBecomeTheRecordsKey() {
    SourceRecord record = read(INVENTORY, "D,103,Cosmetics,Hand cream,75,2022-03-02 11:33:40");

    Schema schema = SchemaBuilder.struct().field("product_id", Schema.INT64_SCHEMA).build();
    assertThat(record.keySchema()).isEqualTo(schema);
    assertThat(record.key()).isEqualTo(new Struct(schema).put("product_id", 103L));
  }

  @Test
  void withoutKeyColumnsTheKeyStaysAsItIs() {
    SourceRecord record = read(Map.of("columns", "id int"), "1");

    assertThat(record.keySchema()).isEqualTo(Schema.STRING_SCHEMA);
    assertThat(record.key()).isEqualTo("key");
    assertThat(record.topic()).isEqualTo("products");
  }

  @Test
  void linesOfAFullLoadMayHaveNoOperation() {
    assertThat(row(Map.of("columns", "id bigint, weight decimal(6,3)"), "101,2.500").get("id"))
        .isEqualTo(101L);
  }

  @Test
  void quotedTextIsNeverANull() {
    Struct row = row(Map.of("columns", "a string, b string"), "\"NULL\",NULL");

    assertThat(row.getString("a")).isEqualTo("NULL");
    assertThat(row.get("b")).isNull();
  }

  @Test
  void delimiterAndNullValueAreThoseOfTheEndpoint() {
    Map<String, String> options =
        Map.of("columns", "a int, b int", "delimiter", "|", "null.value", "");

    assertThat(row(options, "1|").get("b")).isNull();
  }

  @Test
  void aRecordWithoutAValuePassesAsItIs() {
    try (DmsCsvLine<SourceRecord> transform = configured(INVENTORY)) {
      SourceRecord tombstone =
          new SourceRecord(Map.of(), Map.of(), "products", Schema.STRING_SCHEMA, "key", null, null);

      assertThat(transform.apply(tombstone)).isSameAs(tombstone);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '\'',
      value = {
        "U,secret,a,b,1,2022-03-01 09:00:00# field 2 (column 'product_id') is not a bigint.",
        "U,1,a,b,1# it has 5 fields for 6 columns.",
        "NULL,NULL,a,b,1,2022-03-01 09:00:00# its key columns [product_id] are null.",
        "U,1,a,b,1,2022-03-01 09:00:00.000001# field 6 (column 'last_update_time') is not a"
            + " timestamp such as 2022-03-01 09:00:00.000 without finer digits (declare the column"
            + " as string to keep those).",
        "U,1,\"secret# the quotes opened at character 5 are not closed; a field with a line"
            + " break must come as one record."
      })
  void aLineThatDoesNotFitIsRefusedWithItsPlaceAndNotItsContent(String line, String reason) {
    assertThatThrownBy(() -> read(INVENTORY, line))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Cannot read the CSV line of topic 'products' from {filename=products.csv} at"
                + " {position=42}: "
                + reason);
  }

  @Test
  void aRecordOfASinkIsToldByItsOffset() {
    try (DmsCsvLine<SinkRecord> transform = configured(INVENTORY)) {
      SinkRecord record =
          new SinkRecord("products", 3, null, null, null, "x", 42, 0L, TimestampType.CREATE_TIME);

      assertThatThrownBy(() -> transform.apply(record))
          .hasMessage("Cannot read the CSV line of products-3@42: it has 1 fields for 6 columns.");
    }
  }

  @Test
  void aValueThatIsNoStringIsRefused() {
    try (DmsCsvLine<SinkRecord> transform = configured(INVENTORY)) {
      assertThatThrownBy(
              () -> transform.apply(new SinkRecord("products", 0, null, null, null, 5, 1)))
          .hasMessage(
              "Cannot read the CSV line of products-0@1: its value is not a string; use a"
                  + " StringConverter.");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "columns; id; Write each column as name type, commas between them.",
        "columns; id int, id int; Column 'id' is named twice.",
        "columns; id varchar; Unknown type 'varchar'. Choose one of: string, int, bigint, float,"
            + " double, boolean, decimal(p,s), date, timestamp, binary.",
        "key.columns; id; 'id' is not one of the columns [op, product_id, category, product_name,"
            + " quantity_available, last_update_time]",
        "delimiter; ,,; Give one character that is not a quote."
      })
  void optionsThatCannotWorkAreRefused(String key, String value, String reason) {
    Map<String, String> options = new HashMap<>(INVENTORY);
    options.put(key, value);

    assertThatThrownBy(() -> configured(options))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith(reason);
  }

  private static Struct row(Map<String, String> options, String line) {
    return (Struct) read(options, line).value();
  }

  private static SourceRecord read(Map<String, String> options, String line) {
    try (DmsCsvLine<SourceRecord> transform = configured(options)) {
      return transform.apply(
          new SourceRecord(
              Map.of("filename", "products.csv"),
              Map.of("position", 42L),
              "products",
              Schema.STRING_SCHEMA,
              "key",
              Schema.STRING_SCHEMA,
              line));
    }
  }

  private static <R extends org.apache.kafka.connect.connector.ConnectRecord<R>>
      DmsCsvLine<R> configured(Map<String, String> options) {
    DmsCsvLine<R> transform = new DmsCsvLine<>();
    transform.configure(options);
    return transform;
  }
}
