package io.frazil.connector.convert;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.change.ConnectValue;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random values arrive unchanged, from Connect to what a reader of the table's files gets. {@code
 * -Dfrazil.seed} runs a failed seed again.
 */
class RoundTripTest {
  /** One value as Connect has it, and as the table is to have it. */
  private record Sample(Object source, Object expected) {}

  private static final Schema TABLE =
      new Schema(
          optional(1, "flag", Types.BooleanType.get()),
          optional(2, "small", Types.IntegerType.get()),
          optional(3, "large", Types.LongType.get()),
          optional(4, "single", Types.FloatType.get()),
          optional(5, "double", Types.DoubleType.get()),
          optional(6, "decimal", Types.DecimalType.of(20, 5)),
          optional(7, "text", Types.StringType.get()),
          optional(8, "uuid", Types.UUIDType.get()),
          optional(9, "bytes", Types.BinaryType.get()),
          optional(10, "fixed", Types.FixedType.ofLength(4)),
          optional(11, "day", Types.DateType.get()),
          optional(12, "time", Types.TimeType.get()),
          optional(13, "local", Types.TimestampType.withoutZone()),
          optional(14, "instant", Types.TimestampType.withZone()),
          optional(15, "numbers", Types.ListType.ofOptional(16, Types.LongType.get())),
          optional(
              17,
              "map",
              Types.MapType.ofOptional(18, 19, Types.StringType.get(), Types.LongType.get())));

  private static final org.apache.kafka.connect.data.Schema SOURCE =
      SchemaBuilder.struct()
          .field("map", mapSchema())
          .field("flag", SchemaBuilder.OPTIONAL_BOOLEAN_SCHEMA)
          .field("small", SchemaBuilder.OPTIONAL_INT32_SCHEMA)
          .field("large", SchemaBuilder.OPTIONAL_INT64_SCHEMA)
          .field("single", SchemaBuilder.OPTIONAL_FLOAT32_SCHEMA)
          .field("double", SchemaBuilder.OPTIONAL_FLOAT64_SCHEMA)
          .field("decimal", Decimal.builder(5).optional().build())
          .field("text", SchemaBuilder.string().optional().defaultValue("default").build())
          .field("uuid", SchemaBuilder.OPTIONAL_STRING_SCHEMA)
          .field("bytes", SchemaBuilder.OPTIONAL_BYTES_SCHEMA)
          .field("fixed", SchemaBuilder.OPTIONAL_BYTES_SCHEMA)
          .field("day", org.apache.kafka.connect.data.Date.builder().optional().build())
          .field("time", Time.builder().optional().build())
          .field("local", Timestamp.builder().optional().build())
          .field("instant", Timestamp.builder().optional().build())
          .field("numbers", SchemaBuilder.array(SchemaBuilder.INT64_SCHEMA).optional().build())
          .build();

  private final long seed = Long.getLong("frazil.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final RecordConverter converter =
      new RecordConverter(TABLE, Set.of(), NameMatching.EXACT, path -> {});

  @Test
  void schemalessRowsArriveUnchanged() {
    for (int i = 0; i < 500; i++) {
      Map<String, Sample> samples = withNulls(schemalessSamples());

      assertRow(converter.row(schemaless(samples)), samples);
    }
  }

  @Test
  void structsArriveUnchanged() {
    for (int i = 0; i < 500; i++) {
      Map<String, Sample> samples = withNulls(structSamples());

      assertRow(converter.row(struct(samples)), samples);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      names = {"PARQUET", "AVRO", "ORC"})
  void everyFileFormatTakesWhatBecomesOfValues(FileFormat format) throws IOException {
    List<Map<String, Sample>> expected =
        Stream.generate(() -> withNulls(schemalessSamples())).limit(50).toList();
    List<Record> rows = expected.stream().map(row -> converter.row(schemaless(row))).toList();

    List<Record> read = FileRoundTrip.of(TABLE, format, rows);

    assertThat(read).hasSameSizeAs(expected);
    for (int i = 0; i < read.size(); i++) {
      assertRow(read.get(i), expected.get(i));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      names = {"PARQUET", "ORC"})
  void fileFormatsTakeNanoseconds(FileFormat format) throws IOException {
    Schema nanos =
        new Schema(
            optional(1, "local", Types.TimestampNanoType.withoutZone()),
            optional(2, "instant", Types.TimestampNanoType.withZone()));
    Record row =
        new RecordConverter(nanos, Set.of(), NameMatching.EXACT, path -> {})
            .row(
                new ConnectValue(
                    Optional.empty(),
                    Map.of(
                        "local", "2022-03-01 09:00:00.123456789",
                        "instant", "2022-03-01 09:00:00.123456789+01")));

    assertThat(FileRoundTrip.of(nanos, format, List.of(row))).containsExactly(row);
  }

  private Map<String, Sample> schemalessSamples() {
    Map<String, Sample> samples = commonSamples();
    int small = random.nextInt();
    samples.put("small", new Sample((long) small, small));
    float single = (float) random.nextGaussian();
    samples.put("single", new Sample(Double.parseDouble(Float.toString(single)), single));
    byte[] bytes = bytes(random.nextInt(10));
    samples.put("bytes", new Sample(base64(bytes), ByteBuffer.wrap(bytes)));
    byte[] fixed = bytes(4);
    samples.put("fixed", new Sample(base64(fixed), fixed));
    LocalDate day = LocalDate.of(1 + random.nextInt(9998), 1 + random.nextInt(12), 28);
    samples.put("day", new Sample(day.toString(), day));
    LocalTime time = LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000L) * 1_000);
    samples.put("time", new Sample(time.toString(), time));
    LocalDateTime local = LocalDateTime.of(day, time);
    samples.put("local", new Sample(local.toString().replace('T', ' '), local));
    ZoneOffset offset = ZoneOffset.ofTotalSeconds(60 * (random.nextInt(1080) - 540));
    samples.put(
        "instant",
        new Sample(
            local.atOffset(offset).toString(),
            local.atOffset(offset).withOffsetSameInstant(ZoneOffset.UTC)));
    return samples;
  }

  private Map<String, Sample> structSamples() {
    Map<String, Sample> samples = commonSamples();
    int small = random.nextInt();
    samples.put("small", new Sample(small, small));
    float single = (float) random.nextGaussian();
    samples.put("single", new Sample(single, single));
    byte[] bytes = bytes(random.nextInt(10));
    samples.put("bytes", new Sample(bytes, ByteBuffer.wrap(bytes)));
    byte[] fixed = bytes(4);
    samples.put("fixed", new Sample(ByteBuffer.wrap(fixed), fixed));
    long days = random.nextInt(100_000) - 50_000L;
    samples.put("day", new Sample(date(days * 86_400_000), LocalDate.ofEpochDay(days)));
    long millis = random.nextInt(86_400_000);
    samples.put("time", new Sample(date(millis), LocalTime.ofNanoOfDay(millis * 1_000_000)));
    OffsetDateTime instant =
        Instant.ofEpochMilli(random.nextInt() * 1_000L + millis % 1_000).atOffset(ZoneOffset.UTC);
    Date timestamp = Date.from(instant.toInstant());
    samples.put("local", new Sample(timestamp, instant.toLocalDateTime()));
    samples.put("instant", new Sample(timestamp, instant));
    return samples;
  }

  private Map<String, Sample> commonSamples() {
    Map<String, Sample> samples = new LinkedHashMap<>();
    samples.put("flag", same(random.nextBoolean()));
    samples.put("large", same(random.nextLong()));
    samples.put("double", same(random.nextGaussian()));
    samples.put("decimal", same(new BigDecimal(new BigInteger(60, random), 5)));
    samples.put("text", same(Long.toString(random.nextLong(), 36)));
    UUID uuid = new UUID(random.nextLong(), random.nextLong());
    samples.put("uuid", new Sample(uuid.toString(), uuid));
    samples.put("numbers", same(random.longs(random.nextInt(4)).boxed().toList()));
    samples.put(
        "map",
        same(
            random
                .longs(random.nextInt(4))
                .boxed()
                .collect(Collectors.toMap(String::valueOf, number -> number))));
    return samples;
  }

  private Map<String, Sample> withNulls(Map<String, Sample> samples) {
    samples.replaceAll((name, sample) -> random.nextInt(5) == 0 ? same(null) : sample);
    return samples;
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static Sample same(Object value) {
    return new Sample(value, value);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static Date date(long millis) {
    return Date.from(Instant.ofEpochMilli(millis));
  }

  private static org.apache.kafka.connect.data.Schema mapSchema() {
    return SchemaBuilder.map(SchemaBuilder.STRING_SCHEMA, SchemaBuilder.INT64_SCHEMA)
        .optional()
        .build();
  }

  private static ConnectValue schemaless(Map<String, Sample> samples) {
    Map<String, Object> row = new HashMap<>();
    samples.forEach((name, sample) -> row.put(name, sample.source()));
    return new ConnectValue(Optional.empty(), row);
  }

  private static ConnectValue struct(Map<String, Sample> samples) {
    Struct struct = new Struct(SOURCE);
    for (Field field : SOURCE.fields()) {
      struct.put(field, samples.get(field.name()).source());
    }
    return new ConnectValue(Optional.of(SOURCE), struct);
  }

  private void assertRow(Record row, Map<String, Sample> samples) {
    for (Types.NestedField column : TABLE.columns()) {
      assertThat(row.getField(column.name()))
          .as("column %s, seed %d", column.name(), seed)
          .isEqualTo(samples.get(column.name()).expected());
    }
  }
}
