package io.frazil.transforms.dms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.transforms.sample.Samples;
import io.frazil.transforms.sample.Structs;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.TreeMap;
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

/** The random lines of a failure come again with {@code -Dfrazil.seed} and the seed it printed. */
class DmsCsvLineTest {
  private static final Map<String, String> INVENTORY =
      Map.of(
          "columns",
          "op string, product_id bigint, category string, product_name string,"
              + " quantity_available bigint, last_update_time timestamp",
          "key.columns",
          "product_id");
  private static final Map<String, String> PARCELS =
      Map.of("columns", "parcel_id bigint, label string");
  private static final Map<String, String> TRANSACTIONS =
      Map.of(
          "format", "transactions",
          "columns.depot.parcel", "parcel_id bigint, label string, weight_kg decimal(9,3)",
          "key.columns.depot.parcel", "parcel_id",
          "columns.depot.driver", "driver_id bigint, name string");

  @Test
  void aWorkerThatLooksForServicesFindsTheTransform() {
    assertThat(ServiceLoader.load(Transformation.class))
        .hasAtLeastOneElementOfType(DmsCsvLine.class);
  }

  @Test
  void aLineBecomesARowWithTheColumnsInTheirOrder() {
    Struct row = row(INVENTORY, "U,106,Garden,\"Hose, 20 m\",NULL,2022-03-02 11:33:15");

    assertThat(row.schema().fields().subList(0, 5))
        .isEqualTo(
            SchemaBuilder.struct()
                .field("product_id", Schema.OPTIONAL_INT64_SCHEMA)
                .field("category", Schema.OPTIONAL_STRING_SCHEMA)
                .field("product_name", Schema.OPTIONAL_STRING_SCHEMA)
                .field("quantity_available", Schema.OPTIONAL_INT64_SCHEMA)
                .field("last_update_time", Timestamp.builder().optional().build())
                .build()
                .fields());
    assertThat(row.schema().fields()).hasSize(6);
    assertThat(row.getStruct("_cdc").getString("op")).isEqualTo("U");
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
  void withoutAColumnForTheOperationEachLineIsANewRow() {
    assertThat(told(read(PARCELS, "101,blue box"))).isEqualTo("I {label=blue box, parcel_id=101}");
  }

  @Test
  void aLineOfAFullLoadMayLackTheOperationWhereThatIsSaid() {
    Map<String, String> options =
        Map.of("columns", "op string, " + PARCELS.get("columns"), "op.in.full.load", "false");

    assertThat(told(read(options, "101,blue box"))).isEqualTo("I {label=blue box, parcel_id=101}");
    assertThat(told(read(options, "D,101,blue box")))
        .isEqualTo("D {label=blue box, parcel_id=101}");
    assertThat(told(read(options, "parcel_id,label"))).isEqualTo("nothing");
    assertThatThrownBy(() -> read(options, "101")).hasMessageContaining("1 fields for 3 columns");
    assertThatThrownBy(
            () -> read(Map.of("columns", "op string, parcel_id bigint, label string"), "101,x"))
        .hasMessageContaining("2 fields for 3 columns");
  }

  @Test
  void theOperationMayStandAnywhereUnderAnyName() {
    Map<String, String> options =
        Map.of("columns", "id int, Change string, op string", "op.column", "change");

    assertThat(told(read(options, "1, d ,x"))).isEqualTo("D {id=1, op=x}");
    assertThat(row(options, "1,U,x").schema().fields())
        .extracting("name")
        .containsExactly("id", "op", "_cdc");
  }

  @Test
  void aTableMayHaveAColumnWithTheNameOfTheOperation() {
    assertThat(told(read(Map.of("columns", "id int, op string", "op.column", ""), "1,x")))
        .isEqualTo("I {id=1, op=x}");
  }

  @Test
  void aLineOfTheColumnsNamesIsNothing() {
    SourceRecord header = read(Map.of("columns", "op string, id int, Name string"), "Op,ID,name");

    assertThat(told(header)).isEqualTo("nothing");
    assertThat(header.key()).isNull();
    assertThat(told(read(PARCELS, "parcel_id,\"label\""))).isEqualTo("nothing");
  }

  @Test
  void theTimestampColumnTellsTimeAndPositionAndLeavesTheRow() {
    Map<String, String> options =
        Map.of("columns", "op string, dms_ts string, id int", "timestamp.column", "dms_ts");

    Struct row = row(options, "U,2026-03-02 11:20:00.000001,5");

    assertThat(row.schema().field("dms_ts")).isNull();
    Struct facts = row.getStruct("_cdc");
    assertThat(facts.get("ts"))
        .isEqualTo(java.util.Date.from(Instant.parse("2026-03-02T11:20:00Z")));
    assertThat(facts.getString("position")).isEqualTo("2026-03-02 11:20:00.000001");
    assertThat(row(options, "U,NULL,5").getStruct("_cdc").get("ts")).isNull();
    assertThatThrownBy(() -> read(options, "U,secret,5"))
        .hasMessageEndingWith(
            "field 2 (column 'dms_ts') is not a time such as 2026-03-02 10:15:30.123456.");
  }

  @Test
  void theTimestampColumnComesBackWhereAsked() {
    Struct row =
        row(
            Map.of(
                "columns",
                "op string, dms_ts string, id int",
                "timestamp.column",
                "dms_ts",
                "metadata.columns",
                "position:dms_ts"),
            "U,2026-03-02 11:20:00.000001,5");

    assertThat(row.getString("dms_ts")).isEqualTo("2026-03-02 11:20:00.000001");
  }

  @Test
  void linesOfTransactionsGoToTheirTables() {
    Path file = Samples.files("dms/s3/cdc-transactions", ".csv").get(0);

    assertThat(
            Samples.lines(file).stream()
                .map(line -> read(TRANSACTIONS, line))
                .map(record -> told(record) + " " + source(record) + " " + record.key()))
        .containsExactly(
            "I {label=tin, parcel_id=106, weight_kg=1.000} depot.parcel Struct{parcel_id=106}",
            "U {label=tin, parcel_id=106, weight_kg=1.250} depot.parcel Struct{parcel_id=106}",
            "I {driver_id=7, name=Ann} depot.driver key",
            "D {label=tin, parcel_id=106, weight_kg=1.250} depot.parcel Struct{parcel_id=106}");
  }

  @Test
  void linesOfOtherTablesAreNothingWhereAsked() {
    Map<String, String> options = new HashMap<>(TRANSACTIONS);
    options.put("other.tables", "skip");

    assertThat(told(read(options, "I,other,depot,1"))).isEqualTo("nothing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '\'',
      value = {
        "I,parcel,depot# it has 3 fields, too few for operation, table, schema and the table's"
            + " columns.",
        "I,secret,depot,1# fields 2 and 3 (table and schema) name a table whose columns are not"
            + " configured. Set columns.<schema>.<table>, or other.tables=skip.",
        "I,driver,depot,1# it has 4 fields for operation, table, schema and 2 columns.",
        "X,driver,depot,1,Ann# field 1 (the operation) is not I, U or D.",
        "I,driver,depot,secret,Ann# field 4 (column 'driver_id') is not a bigint."
      })
  void aLineOfATransactionThatDoesNotFitIsRefused(String line, String reason) {
    assertThatThrownBy(() -> read(TRANSACTIONS, line))
        .isInstanceOf(DataException.class)
        .hasMessageEndingWith("{position=42}: " + reason);
  }

  @Test
  void tablesOfTransactionsNeedColumns() {
    assertThatThrownBy(() -> configured(Map.of("format", "transactions")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("Set columns.<schema>.<table> for each table");
    Map<String, String> options = new HashMap<>(TRANSACTIONS);
    options.put("key.columns.depot.lorry", "id");
    assertThatThrownBy(() -> configured(options))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("key.columns.depot.lorry")
        .hasMessageEndingWith("There are no columns for this table.");
  }

  @Test
  void eachFileOfATableIsRead() {
    String columns =
        "parcel_id bigint, label string, weight_kg decimal(9,3), shipped_at timestamp, note string";
    Map<String, String> options =
        Map.of("columns", "op string, " + columns, "op.in.full.load", "false");
    Map<String, String> withTime =
        Map.of("columns", "op string, dms_ts string, " + columns, "timestamp.column", "dms_ts");

    List<String> changes = new ArrayList<>();
    for (Path file : Samples.files("dms/s3/depot", ".csv")) {
      Map<String, String> ofFile = file.toString().contains("Timestamp") ? withTime : options;
      Samples.lines(file)
          .forEach(
              line -> {
                SourceRecord record = read(ofFile, line);
                changes.add(
                    told(record).equals("nothing")
                        ? "nothing"
                        : told(record).charAt(0)
                            + " "
                            + ((Struct) record.value()).get("parcel_id")
                            + " "
                            + ((Struct) record.value()).get("note"));
              });
    }
    assertThat(changes)
        .containsExactly(
            "I 104 null",
            "U 104 null",
            "U 101 null",
            "D 104 null",
            "I 104 null",
            "nothing",
            "I 105 null",
            "D 105 null",
            "I 101 null",
            "I 102 say \"hi\", twice",
            "I 103 null");
  }

  @Test
  void whateverIsWrongWithALineItIsAChangeOrNothingOrRefused() {
    long seed = Long.getLong("frazil.seed", new Random().nextLong());
    System.out.println("DmsCsvLineTest: seed " + seed);
    Random random = new Random(seed);
    List<String> lines =
        Samples.files("dms/s3", ".csv").stream()
            .flatMap(file -> Samples.lines(file).stream())
            .toList();
    for (Map<String, String> options : List.of(INVENTORY, TRANSACTIONS, PARCELS)) {
      try (DmsCsvLine<SourceRecord> transform = configured(options)) {
        for (int round = 0; round < 2000; round++) {
          StringBuilder line = new StringBuilder(lines.get(random.nextInt(lines.size())));
          for (int fault = random.nextInt(4); fault > 0 && !line.isEmpty(); fault--) {
            int at = random.nextInt(line.length());
            switch (random.nextInt(3)) {
              case 0 -> line.setLength(at);
              case 1 -> line.deleteCharAt(at);
              default -> line.insert(at, ",\"N-1\u0000\u00fc ".charAt(random.nextInt(8)));
            }
          }
          try {
            told(transform.apply(record(line.toString())));
          } catch (DataException expected) {
            assertThat(expected).hasMessageContaining("from {filename=products.csv}");
          } catch (RuntimeException unexpected) {
            throw new AssertionError("seed " + seed + ": " + line, unexpected);
          }
        }
      }
    }
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
        "U,NULL,a,b,1,2022-03-01 09:00:00# its key column 'product_id' is missing or null.",
        "secret,1,a,b,1,2022-03-01 09:00:00# field 1 (the operation) is not I, U or D.",
        "NULL,1,a,b,1,2022-03-01 09:00:00# field 1 (the operation) is not I, U or D.",
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
        "key.columns; id; 'id' is not one of the row's columns [product_id, category, product_name,"
            + " quantity_available, last_update_time].",
        "key.columns; op; 'op' is not one of the row's columns [product_id, category, product_name,"
            + " quantity_available, last_update_time].",
        "columns; ''; Tell the line's columns, such as op string, id bigint.",
        "op.column; operation; It is not one of the columns [op, product_id, category, product_name,"
            + " quantity_available, last_update_time].",
        "timestamp.column; at; It is not one of the columns [op, product_id, category,"
            + " product_name, quantity_available, last_update_time].",
        "columns.a.b; id int; It has no meaning with format=table.",
        "format; transactions; It has no meaning with format=transactions.",
        "format; parquet; String must be one of: table, transactions",
        "delimiter; ,,; Give one character that is not a quote."
      })
  void optionsThatCannotWorkAreRefused(String key, String value, String reason) {
    Map<String, String> options = new HashMap<>(INVENTORY);
    options.put(key, value);

    assertThatThrownBy(() -> configured(options))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith(reason);
  }

  /** The change in short. */
  private static String told(SourceRecord record) {
    if (record.value() == null) {
      return "nothing";
    }
    Map<Object, Object> row = new TreeMap<>((Map<?, ?>) Structs.maps(record.value()));
    Map<?, ?> facts = (Map<?, ?>) row.remove("_cdc");
    return facts.get("op") + " " + row;
  }

  private static Object source(SourceRecord record) {
    return ((Struct) record.value()).getStruct("_cdc").get("source");
  }

  private static Struct row(Map<String, String> options, String line) {
    return (Struct) read(options, line).value();
  }

  private static SourceRecord read(Map<String, String> options, String line) {
    try (DmsCsvLine<SourceRecord> transform = configured(options)) {
      return transform.apply(record(line));
    }
  }

  private static SourceRecord record(String line) {
    return new SourceRecord(
        Map.of("filename", "products.csv"),
        Map.of("position", 42L),
        "products",
        Schema.STRING_SCHEMA,
        "key",
        Schema.STRING_SCHEMA,
        line);
  }

  private static <R extends org.apache.kafka.connect.connector.ConnectRecord<R>>
      DmsCsvLine<R> configured(Map<String, String> options) {
    DmsCsvLine<R> transform = new DmsCsvLine<>();
    transform.configure(options);
    return transform;
  }
}
