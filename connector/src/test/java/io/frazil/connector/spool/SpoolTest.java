package io.frazil.connector.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.avro.util.Utf8;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpoolTest {
  private static final Schema TEXT =
      new Schema(NestedField.required(1, "text", Types.StringType.get()));
  private static final Schema NESTED = nested(21);
  private static final Schema IN_MAP = nested(31);
  private static final Schema EVERY_TYPE =
      new Schema(
          NestedField.optional(1, "boolean", Types.BooleanType.get()),
          NestedField.optional(2, "int", Types.IntegerType.get()),
          NestedField.optional(3, "long", Types.LongType.get()),
          NestedField.optional(4, "float", Types.FloatType.get()),
          NestedField.optional(5, "double", Types.DoubleType.get()),
          NestedField.optional(6, "a name, with signs", Types.StringType.get()),
          NestedField.optional(7, "date", Types.DateType.get()),
          NestedField.optional(8, "time", Types.TimeType.get()),
          NestedField.optional(9, "timestamp", Types.TimestampType.withoutZone()),
          NestedField.optional(10, "timestamptz", Types.TimestampType.withZone()),
          NestedField.optional(11, "timestamp_ns", Types.TimestampNanoType.withoutZone()),
          NestedField.optional(12, "timestamptz_ns", Types.TimestampNanoType.withZone()),
          NestedField.optional(13, "uuid", Types.UUIDType.get()),
          NestedField.optional(14, "fixed", Types.FixedType.ofLength(3)),
          NestedField.optional(15, "binary", Types.BinaryType.get()),
          NestedField.optional(16, "decimal", Types.DecimalType.of(38, 10)),
          NestedField.optional(17, "struct", NESTED.asStruct()),
          NestedField.optional(
              18, "list", Types.ListType.ofOptional(23, Types.DecimalType.of(9, 2))),
          NestedField.optional(
              19,
              "map",
              Types.MapType.ofOptional(
                  24, 25, Types.StringType.get(), Types.TimestampType.withZone())),
          NestedField.optional(
              20,
              "map of structs",
              Types.MapType.ofRequired(26, 27, Types.IntegerType.get(), IN_MAP.asStruct())));

  @TempDir private Path folder;

  @Test
  void everyTypeComesBackAsItWas() {
    List<Record> rows = List.of(everyType(1), row(EVERY_TYPE), everyType(2));
    try (Spool spool = new Spool(folder, 1 << 20)) {
      Lane lane = spool.newLane(new RowCodec(EVERY_TYPE));
      rows.forEach(row -> lane.add(0, row));

      List<Record> read = new ArrayList<>();
      LaneReader reader = lane.read();
      while (reader.next()) {
        read.add(reader.row());
      }
      assertThat(read).containsExactlyElementsOf(rows);
    }
  }

  @Test
  void aViewShowsWhatTheRowHas() {
    List<Record> rows = List.of(everyType(1), row(EVERY_TYPE), everyType(2));
    try (Spool spool = new Spool(folder, 1 << 20)) {
      Lane lane = spool.newLane(new RowCodec(EVERY_TYPE));
      rows.forEach(row -> lane.add(0, row));

      LaneReader reader = lane.read();
      for (Record row : rows) {
        assertThat(reader.next()).isTrue();
        Record view = reader.view().copy();
        Object string = view.getField("a name, with signs");
        assertThat(string == null || string instanceof Utf8).isTrue();
        view.setField("a name, with signs", string == null ? null : string.toString());
        assertThat(view).isEqualTo(row);
      }
      assertThat(reader.next()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 600, 5_000, 100_000, 1 << 24})
  void eachLaneHasItsRowsInOrderWithTheirMarks(int maxBufferedBytes) {
    long seed = Long.getLong("frazil.seed", new SplittableRandom().nextInt(1_000_000_000));
    SplittableRandom random = new SplittableRandom(seed);
    List<Lane> lanes = new ArrayList<>();
    List<List<String>> expected = new ArrayList<>();
    try (Spool spool = new Spool(folder, maxBufferedBytes)) {
      RowCodec codec = new RowCodec(TEXT);
      for (int row = 0; row < 2_000; row++) {
        int lane = random.nextInt(lanes.size() + (lanes.size() < 20 ? 1 : 0));
        if (lane == lanes.size()) {
          lanes.add(spool.newLane(codec));
          expected.add(new ArrayList<>());
        }
        String text = row + "x".repeat(1 << random.nextInt(random.nextInt(10) == 0 ? 16 : 4));
        lanes.get(lane).add(row, row(TEXT, text));
        expected.get(lane).add(row % 3 == 0 ? String.valueOf(row) : row + ":" + text);
        if (row % 500 == 0) {
          assertThat(read(lanes.get(0))).as("seed %s", seed).isEqualTo(expected.get(0));
        }
      }
      for (int lane = 0; lane < lanes.size(); lane++) {
        assertThat(read(lanes.get(lane))).as("seed %s", seed).isEqualTo(expected.get(lane));
      }
    }
  }

  @Test
  void aReaderIsNotDisturbedByRowsThatComeLater() {
    try (Spool spool = new Spool(folder, 2_000)) {
      RowCodec codec = new RowCodec(TEXT);
      Lane lane = spool.newLane(codec);
      lane.add(1, row(TEXT, "a"));
      lane.add(2, row(TEXT, "b"));
      LaneReader reader = lane.read();
      assertThat(reader.next()).isTrue();

      lane.add(4, row(TEXT, "c"));
      spool.newLane(codec).add(5, row(TEXT, "long".repeat(1_000)));

      assertThat(reader.row()).isEqualTo(row(TEXT, "a"));
      assertThat(reader.next()).isTrue();
      assertThat(reader.row()).isEqualTo(row(TEXT, "b"));
      assertThat(reader.next()).isFalse();
      assertThat(read(lane)).containsExactly("1:a", "2:b", "4:c");
    }
  }

  @Test
  void rowsThatFitIntoMemoryTouchNoDisk() {
    Path missing = folder.resolve("missing");
    try (Spool spool = new Spool(missing, 1 << 20)) {
      spool.newLane(new RowCodec(TEXT)).add(0, row(TEXT, "small"));

      assertThat(spool.bytes()).isEqualTo(8 + 1 + "small".length());
      assertThat(missing).doesNotExist();
    }
  }

  @Test
  void theFileHasNoNameSoThatNothingOutlivesTheProcess() throws IOException {
    Path missing = folder.resolve("some/folder");
    try (Spool spool = new Spool(missing, 1)) {
      Lane lane = spool.newLane(new RowCodec(TEXT));
      lane.add(1, row(TEXT, "spooled".repeat(100)));
      lane.add(2, row(TEXT, "spooled".repeat(100)));

      try (Stream<Path> files = Files.list(missing)) {
        assertThat(files).isEmpty();
      }
      assertThat(read(lane)).hasSize(2);
    }
  }

  @Test
  void aFolderThatCannotBeWrittenToIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    try (Spool spool = new Spool(file.resolve("below"), 1)) {
      Lane lane = spool.newLane(new RowCodec(TEXT));

      assertThatThrownBy(() -> lane.add(0, row(TEXT, "spooled".repeat(100))))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageStartingWith("Cannot spool rows to folder '" + file + "/below': ")
          .hasMessageEndingWith(
              ". Free space there, or set iceberg.write.spool.dir to a folder that has more.");
    }
  }

  @Test
  void aRowThatCannotBeEncodedIsNotAdded() {
    try (Spool spool = new Spool(folder, 1 << 20)) {
      Lane lane = spool.newLane(new RowCodec(TEXT));
      lane.add(1, row(TEXT, "a"));
      assertThatThrownBy(() -> lane.add(2, row(TEXT, 5))).isInstanceOf(RuntimeException.class);
      lane.add(4, row(TEXT, "b"));

      assertThat(read(lane)).containsExactly("1:a", "4:b");
    }
  }

  /** The rows with their marks; those whose mark is a multiple of three are passed. */
  private static List<String> read(Lane lane) {
    List<String> rows = new ArrayList<>();
    LaneReader reader = lane.read();
    while (reader.next()) {
      int mark = reader.mark();
      rows.add(mark % 3 == 0 ? String.valueOf(mark) : mark + ":" + reader.row().get(0));
    }
    return rows;
  }

  private static Record everyType(int number) {
    byte some = (byte) number;
    return row(
        EVERY_TYPE,
        number % 2 == 0,
        -number,
        Long.MIN_VALUE + number,
        number + 0.5f,
        -number / 3d,
        "Zoë " + number,
        LocalDate.of(1960, 2, number),
        LocalTime.of(23, 59, number, 123_456_000),
        LocalDateTime.of(1969, 12, 31, 23, 59, number, 999_999_000),
        OffsetDateTime.parse("2026-11-30T12:00:00.000001Z").plusDays(number),
        LocalDateTime.of(1969, 12, 31, 23, 59, number, 999_999_999),
        OffsetDateTime.parse("2026-11-30T12:00:00.000000001Z").plusDays(number),
        new UUID(number, -number),
        new byte[] {some, 2, 3},
        ByteBuffer.wrap(new byte[] {some, 0, -1}),
        new BigDecimal("-1234567890123456789012345678.0123456789").add(BigDecimal.valueOf(number)),
        row(NESTED, null, new byte[] {some, 1}),
        Arrays.asList(new BigDecimal("1.50"), null),
        Map.of("a", OffsetDateTime.parse("1969-12-31T23:59:59.999999Z")),
        Map.of(number, row(IN_MAP, "in " + number, new byte[] {some, some})));
  }

  private static Schema nested(int firstId) {
    return new Schema(
        NestedField.optional(firstId, "inner", Types.StringType.get()),
        NestedField.required(firstId + 1, "hash", Types.FixedType.ofLength(2)));
  }

  private static Record row(Schema schema, Object... values) {
    GenericRecord row = GenericRecord.create(schema);
    for (int column = 0; column < values.length; column++) {
      row.set(column, values[column]);
    }
    return row;
  }
}
