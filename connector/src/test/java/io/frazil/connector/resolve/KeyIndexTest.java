package io.frazil.connector.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.key.KeyColumns;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyIndexTest {
  private static final long LARGE = 1L << 30;
  private static final FileFormat[] FORMATS = {FileFormat.PARQUET, FileFormat.ORC, FileFormat.AVRO};
  private static final List<String> METRICS = List.of("none", "counts", "truncate(4)", "full");

  @TempDir Path folder;
  private final CountingListener heard = new CountingListener();

  /** A type of key columns, and a value for each number: negative ones too. */
  private record KeyType(Type type, IntFunction<Object> value) {
    @Override
    public String toString() {
      return type.toString();
    }
  }

  static Stream<KeyType> keyTypes() {
    LocalDateTime start = LocalDateTime.of(2026, 3, 1, 12, 0);
    return Stream.of(
        new KeyType(Types.IntegerType.get(), number -> number),
        new KeyType(Types.LongType.get(), number -> number * 5_000_000_000L),
        new KeyType(Types.DateType.get(), LocalDate.EPOCH::plusDays),
        new KeyType(Types.TimeType.get(), number -> LocalTime.NOON.plusNanos(number * 1000L)),
        new KeyType(Types.TimestampType.withoutZone(), start::plusHours),
        new KeyType(
            Types.TimestampType.withZone(),
            number -> start.plusHours(number).atOffset(ZoneOffset.UTC)),
        new KeyType(Types.TimestampNanoType.withoutZone(), start::plusNanos),
        new KeyType(
            Types.StringType.get(), number -> "a key that is longer than its bounds " + number),
        new KeyType(Types.StringType.get(), number -> highest(number).repeat(5) + number),
        new KeyType(Types.DecimalType.of(30, 2), number -> BigDecimal.valueOf(number * 1001L, 2)),
        new KeyType(Types.UUIDType.get(), number -> new UUID(number * 0x1234567890ab1234L, number)),
        new KeyType(Types.BooleanType.get(), number -> number > 0),
        new KeyType(
            Types.BinaryType.get(),
            number -> ByteBuffer.wrap(BigDecimal.valueOf(number).unscaledValue().toByteArray())),
        new KeyType(
            Types.BinaryType.get(),
            number -> ByteBuffer.allocate(24).putLong(-1).putLong(-1).putLong(number).flip()));
  }

  /** Text that a bound must not be cut behind: Java and UTF-8 order it differently, or it ends. */
  private static String highest(int number) {
    return switch (Math.floorMod(number, 3)) {
      case 0 -> "\uDBFF\uDFFF";
      case 1 -> "\uFFFF";
      default -> "z";
    };
  }

  @Test
  void keysOfAnEncryptedFileDoNotGetOntoTheDisk() {
    Schema schema = schema(Types.LongType.get());
    KeyedTable keyed = new KeyedTable(schema, PartitionSpec.unpartitioned(), "k");
    DataFile encrypted =
        DataFiles.builder(PartitionSpec.unpartitioned())
            .copy(keyed.write(FileFormat.PARQUET, List.of(row(schema, 7L, "v"))))
            .withEncryptionKeyMetadata(ByteBuffer.wrap(new byte[] {1}))
            .build();
    SoughtKeys keys = new SoughtKeys(KeyColumns.of(schema, List.of("k")), keyed.table().specs());
    keys.add(keyed.key(7L));
    List<Long> positions = new ArrayList<>();

    KeyIndex.open(folder, LARGE, Runnable::run, heard)
        .find(
            keyed.table(),
            List.of(encrypted),
            keys,
            (file, key, position) -> positions.add(position));

    assertThat(positions).containsExactly(0L);
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @MethodSource("keyTypes")
  void findsWhatAPlainListFinds(KeyType keyType) {
    Schema schema = schema(keyType.type());
    for (PartitionSpec spec : specs(schema)) {
      KeyedTable keyed = new KeyedTable(schema, spec, "k");
      SplittableRandom random = new SplittableRandom(spec.fields().toString().hashCode());
      KeyIndex index = KeyIndex.open(folder, LARGE, Runnable::run, IndexListener.NONE);
      for (int round = 0; round < 6; round++) {
        FileFormat format = FORMATS[round % 3];
        setMetrics(keyed, METRICS.get(random.nextInt(METRICS.size())));
        int base = random.nextInt(-100, 100);
        List<Record> rows = new ArrayList<>();
        for (int row = 0; row < random.nextInt(1, 40); row++) {
          boolean isNull = spec.isUnpartitioned() && random.nextInt(10) == 0;
          // One partition: of a partitioned table all rows of a file have one key.
          int number = spec.isPartitioned() ? base : base + random.nextInt(30);
          rows.add(row(schema, isNull ? null : keyType.value().apply(number), "v" + row));
        }
        keyed.write(format, rows);
        List<Record> keys =
            IntStream.range(0, random.nextInt(1, 30))
                .mapToObj(i -> keyed.key(keyType.value().apply(random.nextInt(-100, 130))))
                .toList();

        assertThat(keyed.found(index, keys)).as("%s", spec).isEqualTo(keyed.expected(keys));
        assertThat(keyed.found(index, keys)).as("%s again", spec).isEqualTo(keyed.expected(keys));
      }
      List<Record> all =
          IntStream.range(-100, 130).mapToObj(i -> keyed.key(keyType.value().apply(i))).toList();
      assertThat(keyed.found(index, all)).isEqualTo(keyed.expected(all)).isNotEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      names = {"PARQUET", "ORC", "AVRO"})
  void findsKeysOfSeveralColumns(FileFormat format) {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "tenant", Types.IntegerType.get()),
            Types.NestedField.optional(2, "v", Types.StringType.get()),
            Types.NestedField.optional(3, "name", Types.StringType.get()));
    KeyedTable keyed =
        new KeyedTable(
            schema, PartitionSpec.builderFor(schema).identity("tenant").build(), "tenant", "name");
    for (int tenant = 0; tenant < 3; tenant++) {
      List<Record> rows = new ArrayList<>();
      for (int row = 0; row < 50; row++) {
        rows.add(row(schema, tenant, "v", row % 7 == 0 ? null : "n" + row % 20));
      }
      keyed.write(format, rows);
    }
    List<Record> keys =
        List.of(keyed.key(0, "n1"), keyed.key(2, "n3"), keyed.key(2, "n100"), keyed.key(9, "n1"));
    KeyIndex index = open(LARGE);

    assertThat(keyed.found(index, keys)).isEqualTo(keyed.expected(keys)).hasSize(5);
    assertThat(keyed.found(index, keys)).isEqualTo(keyed.expected(keys));
    // Tenant 1 is passed over, twice.
    assertThat(heard.pruned).hasValue(2);
    assertThat(heard.scanned).hasValue(2);
    assertThat(heard.searched).hasValue(2);
  }

  @Test
  void aFileIsScannedOnceAlsoAcrossRestartsAndForeignCommits() {
    KeyedTable keyed = longs();
    keyed.write(FileFormat.PARQUET, longRows(keyed, 0, 5000));
    List<Record> keys = List.of(keyed.key(17L), keyed.key(4999L), keyed.key(5001L));
    assertThat(keyed.found(open(LARGE), keys)).hasSize(2);
    keyed.write(FileFormat.ORC, longRows(keyed, 5000, 100));

    assertThat(keyed.found(open(LARGE), keys)).isEqualTo(keyed.expected(keys)).hasSize(3);

    assertThat(heard.scanned).hasValue(2);
    assertThat(heard.scannedRows).hasValue(5100);
    assertThat(heard.searched).hasValue(1);
    assertThat(heard.unusable).hasValue(0);
  }

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      names = {"PARQUET", "ORC", "AVRO"})
  void blocksOutliveThatAKeyColumnIsWidenedAndRenamed(FileFormat format) {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "k", Types.IntegerType.get()),
            Types.NestedField.required(2, "d", Types.DecimalType.of(4, 2)));
    KeyedTable keyed = new KeyedTable(schema, PartitionSpec.unpartitioned(), "k");
    KeyedTable decimals = new KeyedTable(schema, PartitionSpec.unpartitioned(), "d");
    List<Record> rows =
        IntStream.range(-50, 50).mapToObj(i -> row(schema, i, BigDecimal.valueOf(i, 2))).toList();
    keyed.write(format, rows);
    decimals.write(format, rows);
    KeyIndex index = open(LARGE);
    assertThat(keyed.found(index, List.of(keyed.key(-7)))).hasSize(1);
    assertThat(decimals.found(index, List.of(decimals.key(new BigDecimal("0.07"))))).hasSize(1);
    for (KeyedTable table : List.of(keyed, decimals)) {
      table
          .table()
          .updateSchema()
          .updateColumn("k", Types.LongType.get())
          .updateColumn("d", Types.DecimalType.of(20, 2))
          .commit();
    }

    List<Record> keys = List.of(keyed.key(-7L), keyed.key(1L << 40));
    assertThat(keyed.found(index, keys)).isEqualTo(keyed.expected(keys)).hasSize(1);
    List<Record> wide = List.of(decimals.key(new BigDecimal("0.07")));
    assertThat(decimals.found(index, wide)).isEqualTo(decimals.expected(wide)).hasSize(1);
    assertThat(heard.scanned).hasValue(2);
    assertThat(keyed.found(open(0), keys)).as("scanned").isEqualTo(keyed.expected(keys));

    keyed.write(
        format, List.of(row(keyed.table().schema(), 1L << 40, BigDecimal.ZERO.setScale(2))));
    assertThat(keyed.found(index, keys)).isEqualTo(keyed.expected(keys)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "bucket", "truncate"})
  void partitionsFromBeforeAKeyColumnWasWidenedAreUnderstood(String transform) {
    Schema schema = schema(Types.IntegerType.get());
    PartitionSpec.Builder spec = PartitionSpec.builderFor(schema);
    switch (transform) {
      case "identity" -> spec.identity("k");
      case "bucket" -> spec.bucket("k", 5);
      default -> spec.truncate("k", 10);
    }
    KeyedTable keyed = new KeyedTable(schema, spec.build(), "k");
    keyed.write(FileFormat.PARQUET, List.of(row(schema, 7, "v")));
    keyed.table().updateSchema().updateColumn("k", Types.LongType.get()).commit();
    keyed.write(FileFormat.PARQUET, List.of(row(keyed.table().schema(), 7L, "v")));
    List<Record> keys = List.of(keyed.key(7L), keyed.key(8L));

    assertThat(keyed.found(open(LARGE), keys)).isEqualTo(keyed.expected(keys)).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      names = {"PARQUET", "ORC", "AVRO"})
  void takesFromThePartitionWhatTheFileLacks(FileFormat format) {
    Schema schema = schema(Types.IntegerType.get());
    KeyedTable keyed =
        new KeyedTable(schema, PartitionSpec.builderFor(schema).identity("k").build(), "k");
    List<Record> rows = List.of(row(schema, 3, "a"), row(schema, 3, "b"));
    keyed.write(format, schema.select("v"), rows);
    List<Record> keys = List.of(keyed.key(3), keyed.key(4));
    KeyIndex index = open(LARGE);

    assertThat(keyed.found(index, keys)).isEqualTo(keyed.expected(keys)).hasSize(2);
    assertThat(keyed.found(index, keys)).isEqualTo(keyed.expected(keys));
  }

  @Test
  void aFileFromBeforeTheKeyColumnHasNoKeys() {
    KeyedTable keyed = longs();
    Schema schema = keyed.table().schema();
    keyed.write(FileFormat.PARQUET, schema.select("v"), List.of(row(schema, null, "old")));
    List<Record> keys = List.of(keyed.key(0L));

    assertThat(keyed.found(open(LARGE), keys)).isEmpty();
  }

  @Test
  void findsColumnsByNameInAFileWithoutIds() {
    KeyedTable keyed = longs();
    DataFile file = NamesOnlyAvro.write(keyed.table(), "key_of_old", 5L, 6L, 5L);
    Schema schema = keyed.table().schema();
    keyed.add(file, List.of(row(schema, 5L), row(schema, 6L), row(schema, 5L)));
    List<Record> keys = List.of(keyed.key(5L));
    KeyIndex index = open(LARGE);
    setMapping(keyed, "k");
    assertThat(keyed.found(index, keys)).as("no column of that name").isEmpty();

    setMapping(keyed, "key_of_old");

    assertThat(keyed.found(index, keys)).isEqualTo(keyed.expected(keys)).hasSize(2);
    assertThat(keyed.found(index, keys)).isEqualTo(keyed.expected(keys));
    assertThat(heard.scanned).hasValue(2);
  }

  @Test
  void passesOverFilesWhoseBoundsOrPartitionsHoldNoSoughtKey() {
    KeyedTable keyed = longs();
    for (int file = 0; file < 10; file++) {
      keyed.write(FileFormat.PARQUET, longRows(keyed, file * 100L, 100));
    }
    // One side of the second file, and the gap between the eighth and a tenth that never was.
    List<Record> keys = List.of(keyed.key(100L), keyed.key(799L), keyed.key(1000L));

    assertThat(keyed.found(open(LARGE), keys)).isEqualTo(keyed.expected(keys)).hasSize(2);

    assertThat(heard.pruned).hasValue(8);
    assertThat(heard.scanned).hasValue(2);
  }

  @Test
  void aDataFileThatCannotBeReadFailsTheSearchAndLeavesNoBlock() {
    KeyedTable keyed = longs();
    DataFile file = keyed.write(FileFormat.PARQUET, longRows(keyed, 0, 10));
    keyed.table().io().deleteFile(file.location());

    assertThatThrownBy(() -> keyed.found(open(LARGE), List.of(keyed.key(1L))))
        .isInstanceOf(NotFoundException.class);

    assertThat(folder).isEmptyDirectory();
    assertThat(heard.heldBytes).hasValue(0);
  }

  @Test
  void findsRowsOfSpecsThatCameLater() {
    Schema schema = schema(Types.LongType.get());
    KeyedTable keyed = new KeyedTable(schema, PartitionSpec.unpartitioned(), "k");
    keyed.write(FileFormat.PARQUET, longRows(keyed, 0, 50));
    keyed.table().updateSpec().addField(Expressions.bucket("k", 4)).commit();
    for (long key = 0; key < 20; key++) {
      keyed.write(FileFormat.PARQUET, List.of(row(schema, key, "v")));
    }
    List<Record> keys = List.of(keyed.key(3L), keyed.key(18L));

    assertThat(keyed.found(open(LARGE), keys)).isEqualTo(keyed.expected(keys)).hasSize(4);
    assertThat(heard.pruned).hasValue(18);
  }

  private KeyIndex open(long maxBytes) {
    return KeyIndex.open(folder, maxBytes, Runnable::run, heard);
  }

  private static List<PartitionSpec> specs(Schema schema) {
    List<PartitionSpec> specs = new ArrayList<>();
    specs.add(PartitionSpec.unpartitioned());
    specs.add(PartitionSpec.builderFor(schema).identity("k").build());
    Type type = schema.findType("k");
    if (type.typeId() != Type.TypeID.BOOLEAN) {
      specs.add(PartitionSpec.builderFor(schema).bucket("k", 4).alwaysNull("v").build());
    }
    if (Set.of(Type.TypeID.STRING, Type.TypeID.INTEGER, Type.TypeID.DECIMAL, Type.TypeID.BINARY)
        .contains(type.typeId())) {
      specs.add(PartitionSpec.builderFor(schema).truncate("k", 7).build());
    }
    if (Set.of(Type.TypeID.DATE, Type.TypeID.TIMESTAMP, Type.TypeID.TIMESTAMP_NANO)
        .contains(type.typeId())) {
      specs.add(PartitionSpec.builderFor(schema).day("k").identity("v").build());
    }
    return specs;
  }

  private static void setMetrics(KeyedTable keyed, String mode) {
    keyed.table().updateProperties().set(TableProperties.DEFAULT_WRITE_METRICS_MODE, mode).commit();
  }

  private static void setMapping(KeyedTable keyed, String name) {
    keyed
        .table()
        .updateProperties()
        .set(
            TableProperties.DEFAULT_NAME_MAPPING,
            "[{\"field-id\": 1, \"names\": [\"" + name + "\"]}]")
        .commit();
  }

  private static KeyedTable longs() {
    return new KeyedTable(schema(Types.LongType.get()), PartitionSpec.unpartitioned(), "k");
  }

  private static List<Record> longRows(KeyedTable keyed, long from, int count) {
    Schema schema = keyed.table().schema();
    List<Record> rows = new ArrayList<>();
    for (long key = from; key < from + count; key++) {
      rows.add(row(schema, key, "v"));
    }
    return rows;
  }

  private static Schema schema(Type keyType) {
    return new Schema(
        Types.NestedField.optional(1, "k", keyType),
        Types.NestedField.optional(2, "v", Types.StringType.get()));
  }

  private static Record row(Schema schema, Object... values) {
    return KeyedTable.row(schema, values);
  }
}
