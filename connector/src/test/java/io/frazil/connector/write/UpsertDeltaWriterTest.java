package io.frazil.connector.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.key.OrderingColumns;
import io.frazil.connector.table.UnpartitionedSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpsertDeltaWriterTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "region", Types.StringType.get()),
          Types.NestedField.optional(3, "v", Types.IntegerType.get()),
          Types.NestedField.optional(4, "ts", Types.TimestampType.withZone()));
  private static final OffsetDateTime NOON = OffsetDateTime.parse("2026-11-30T12:00:00Z");

  private final TestTables tables = TestTables.inMemory();
  private final Table ordered = tables.create(SCHEMA, "", 2, Map.of());

  @Test
  void noFileLiesInAFolderWithoutAName() {
    UpsertDeltaWriter writer = TestTables.openUpsert(ordered, "id");
    upsert(writer, 1, "eu", 1);
    writer.delete(key(2));

    assertThat(writer.complete().files())
        .hasSize(2)
        .noneMatch(file -> file.location().contains("/data//"));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aRowWhosePartitionChangesLeavesItsOldPartition(int formatVersion) {
    Table table = tables.create(SCHEMA, "region", formatVersion, Map.of());
    commit(table, writer -> upsert(writer, 1, "eu", 1));
    commit(table, writer -> upsert(writer, 1, "us", 2));

    assertThat(TestTables.scan(table)).containsExactly(List.of(1L, "us", 2, NOON));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aRowWhosePartitionChangesTwiceInOneDeltaIsInTheLastOne(int formatVersion) {
    Table table = tables.create(SCHEMA, "region", formatVersion, Map.of());
    commit(
        table,
        writer -> {
          upsert(writer, 1, "eu", 1);
          upsert(writer, 1, "us", 2);
          upsert(writer, 2, "us", 2);
          upsert(writer, 1, "eu", 3);
        });

    assertThat(TestTables.scan(table))
        .containsExactlyInAnyOrder(List.of(1L, "eu", 3, NOON), List.of(2L, "us", 2, NOON));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aDeleteThatKnowsOnlyTheKeyReachesEveryPartition(int formatVersion) {
    Table table = tables.create(SCHEMA, "day(ts)", formatVersion, Map.of());
    commit(table, writer -> upsert(writer, 1, "eu", 1));
    commit(table, writer -> writer.delete(key(1)));

    assertThat(TestTables.scan(table)).isEmpty();
  }

  @Test
  void aTableThatGainsItsUnpartitionedSpecLaterCanBeUpsertedInto() {
    Table table = tables.create(SCHEMA, "region", 2, Map.of());
    table.updateSpec().removeField("region").addField("v").commit();
    commit(table, writer -> upsert(writer, 1, "eu", 1));
    commit(table, writer -> upsert(writer, 1, "us", 2));

    assertThat(TestTables.scan(table)).containsExactly(List.of(1L, "us", 2, NOON));
  }

  @Test
  void aTableWhosePartitionsWereRemovedInFormatOneCanBeUpsertedInto() {
    Table table = tables.create(SCHEMA, "region", 1, Map.of());
    table.updateSpec().removeField("region").commit();
    table.updateProperties().set(TableProperties.FORMAT_VERSION, "2").commit();
    commit(table, writer -> upsert(writer, 1, "eu", 1));
    commit(
        table,
        writer -> {
          upsert(writer, 1, "us", 2);
          upsert(writer, 1, "us", 3);
        });

    assertThat(TestTables.scan(table)).containsExactly(List.of(1L, "us", 3, NOON));
  }

  @Test
  void aRowThatIsSentTwiceIsThereOnce() {
    Table table = tables.create(SCHEMA, "", 2, Map.of());
    Consumer<UpsertDeltaWriter> twice =
        writer -> {
          upsert(writer, 1, "eu", 1);
          upsert(writer, 1, "eu", 1);
        };
    commit(table, twice);
    commit(table, twice);

    assertThat(TestTables.scan(table)).containsExactly(List.of(1L, "eu", 1, NOON));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aDeleteAfterAnInsertInOneDeltaReachesTheOlderRowToo(int formatVersion) {
    Table table = tables.create(SCHEMA, "", formatVersion, Map.of());
    commit(table, writer -> upsert(writer, 1, "eu", 1));
    commit(
        table,
        writer -> {
          upsert(writer, 1, "eu", 2);
          writer.delete(key(1));
        });

    assertThat(TestTables.scan(table)).isEmpty();
  }

  @Test
  void aDeleteOfAnUnknownKeyChangesNothing() {
    Table table = tables.create(SCHEMA, "region", 2, Map.of());
    commit(table, writer -> upsert(writer, 1, "eu", 1));
    commit(table, writer -> writer.delete(key(2)));

    assertThat(TestTables.scan(table)).containsExactly(List.of(1L, "eu", 1, NOON));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void eachKeyIsOnceInTheOneKeyFile(int formatVersion) {
    Table table = tables.create(SCHEMA, "region", formatVersion, Map.of());
    DeltaFiles delta =
        written(
            table,
            writer -> {
              upsert(writer, 1, "eu", 1);
              upsert(writer, 2, "us", 1);
              upsert(writer, 1, "us", 2);
              writer.delete(key(3));
              writer.delete(key(3));
            });

    List<ContentFile<?>> keyFiles = ofContent(delta, FileContent.EQUALITY_DELETES);
    assertThat(keyFiles).hasSize(1);
    assertThat(keyFiles.get(0).recordCount()).isEqualTo(3);
    assertThat(keyFiles.get(0).equalityFieldIds()).containsExactly(1);
    assertThat(table.specs().get(keyFiles.get(0).specId()).isUnpartitioned()).isTrue();
    assertThat(delta.removesOlderRows()).isTrue();
    assertThat(delta.rows()).isEqualTo(5);
  }

  @Test
  void aDeltaWithoutChangesHasNoFiles() {
    Table table = tables.create(SCHEMA, "", 2, Map.of());

    assertThat(written(table, writer -> {})).isEqualTo(new DeltaFiles(List.of(), 0, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc", "avro"})
  void onlyTheLastRowOfAKeyIsWritten(String format) {
    Table table =
        tables.create(SCHEMA, "region", 2, Map.of(TableProperties.DEFAULT_FILE_FORMAT, format));
    DeltaFiles delta =
        written(
            table,
            writer -> {
              for (int round = 0; round < 3; round++) {
                upsert(writer, 1, "eu", round);
                upsert(writer, 2, "us", round);
                upsert(writer, 3, round == 2 ? "us" : "asia", 0);
                upsert(writer, 4, "eu", round);
              }
              writer.delete(key(4));
            });

    assertThat(ofContent(delta, FileContent.DATA))
        .extracting(ContentFile::recordCount)
        .containsExactly(1L, 2L);
    assertThat(ofContent(delta, FileContent.POSITION_DELETES)).isEmpty();
    TestTables.commit(table, delta.files());
    assertThat(TestTables.scan(table))
        .containsExactlyInAnyOrder(
            List.of(1L, "eu", 2, NOON), List.of(2L, "us", 2, NOON), List.of(3L, "us", 0, NOON));
  }

  @Test
  void aTableThatCannotHaveDeleteFilesGetsAKeyFileBesideIt() {
    Table table = tables.create(SCHEMA, "region", 1, Map.of());
    try (UpsertDeltaWriter writer =
        UpsertDeltaWriter.open(
            table,
            KeyColumns.of(SCHEMA, List.of("id")),
            PartitionSpec.unpartitioned(),
            Map.of(),
            TestTables.spooling(),
            UUID.randomUUID())) {
      upsert(writer, 1, "eu", 1);
      writer.delete(key(2));
      DeltaFiles delta = writer.complete();

      ContentFile<?> keyFile = ofContent(delta, FileContent.EQUALITY_DELETES).get(0);
      assertThat(TestTables.rowsOf(table, keyFile, SCHEMA.select("id")))
          .containsExactly(key(1), key(2));
      TestTables.commit(table, ofContent(delta, FileContent.DATA));
      assertThat(TestTables.scan(table)).containsExactly(List.of(1L, "eu", 1, NOON));
    }
  }

  @Test
  void aKeyWithANullIsRefusedAndTheDeltaGoesOn() {
    Table table = tables.create(SCHEMA, "", 2, Map.of());
    DeltaFiles delta =
        written(
            table,
            writer -> {
              upsert(writer, 1, "eu", 1);
              Record nothing = TestTables.row(SCHEMA.select("id"), (Object) null);
              assertThatIllegalArgumentException()
                  .isThrownBy(() -> writer.delete(nothing))
                  .withMessage("Cannot write a change without a key: column 'id' is null.");
            });

    assertThat(delta.rows()).isEqualTo(1);
  }

  @Test
  void aDeltaWithAFailedChangeCanOnlyBeAborted(@TempDir Path directory) throws IOException {
    Table table = onDisk(directory).create(SCHEMA, "", 2, Map.of());
    try (UpsertDeltaWriter writer = TestTables.openUpsert(table, "id")) {
      upsert(writer, 1, "eu", 1);
      Record broken = TestTables.row(table.schema(), 2L, 3, "not a number", NOON);
      assertThatThrownBy(() -> writer.upsert(key(2), broken)).isInstanceOf(RuntimeException.class);
      assertThatIllegalStateException()
          .isThrownBy(writer::complete)
          .withMessage(
              "Cannot complete delta of %s: an earlier change failed, so its files are unusable."
                  + " Abort it.",
              table.name());
    }

    assertThat(filesBelow(directory, "data")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAbortedDeltaLeavesNoFile(boolean isComplete, @TempDir Path directory) throws IOException {
    Table table = onDisk(directory).create(SCHEMA, "region", 2, Map.of());
    UpsertDeltaWriter writer = openSpilling(table, directory.resolve("spool"));
    for (int id = 0; id < 20; id++) {
      upsert(writer, id, id % 2 == 0 ? "eu" : "us", 1);
    }
    assertThat(openFilesBelow(directory)).hasSize(1);
    if (isComplete) {
      writer.complete();
      assertThat(openFilesBelow(directory)).isEmpty();
      assertThat(filesBelow(directory, "data")).hasSize(3);
    }
    writer.abort();

    assertThat(filesBelow(directory, "data")).isEmpty();
    assertThat(directory.resolve("spool")).isEmptyDirectory();
    assertThat(openFilesBelow(directory)).isEmpty();
    assertThatIllegalStateException()
        .isThrownBy(writer::complete)
        .withMessageEndingWith("it was aborted. Open another.");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aDeltaThatFailsWhileItIsCompletedLeavesNoFile(int filesBefore, @TempDir Path directory)
      throws IOException {
    Table table = onDisk(directory).create(SCHEMA, "region", 2, Map.of());
    Table failing = StreamCount.failingAfter(filesBefore).watch(table);
    try (UpsertDeltaWriter writer = openSpilling(failing, directory.resolve("spool"))) {
      for (int id = 0; id < 20; id++) {
        upsert(writer, id, id % 2 == 0 ? "eu" : "us", 1);
      }
      assertThatThrownBy(writer::complete).hasStackTraceContaining("storage is out of reach");
    }

    assertThat(filesBelow(directory, "data")).isEmpty();
    assertThat(directory.resolve("spool")).isEmptyDirectory();
    assertThat(openFilesBelow(directory)).isEmpty();
  }

  @Test
  void aFullSpoolFolderFailsTheDeltaAndLeavesNoFile(@TempDir Path directory) throws IOException {
    Table table = onDisk(directory).create(SCHEMA, "region", 2, Map.of());
    Path noFolder = Files.writeString(directory.resolve("file"), "");
    try (UpsertDeltaWriter writer = openSpilling(table, noFolder)) {
      assertThatThrownBy(
              () -> {
                for (int id = 0; id < 200; id++) {
                  upsert(writer, id, "eu", 1);
                }
              })
          .hasMessageStartingWith("Cannot spool rows to folder '" + noFolder + "': ");
      assertThatIllegalStateException().isThrownBy(writer::complete);
    }

    assertThat(filesBelow(directory, "data")).isEmpty();
  }

  @Test
  void howeverManyPartitionsThereAreOneDataFileIsOpenBesideTheKeyFile() {
    // Writers of Avro files open them at once, others only when they have something to write.
    Table table =
        tables.create(SCHEMA, "v", 2, Map.of(TableProperties.DEFAULT_FILE_FORMAT, "avro"));
    StreamCount streams = StreamCount.unlimited();
    try (UpsertDeltaWriter writer = TestTables.openUpsert(streams.watch(table), "id")) {
      for (int id = 0; id < 900; id++) {
        upsert(writer, id, "eu", id % 300);
      }

      assertThat(writer.complete().files()).hasSize(301);
    }
    assertThat(streams.mostOpen()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 100_000})
  void rowsOfAFileAreInTheTablesSortOrder(long maxSortedBytes, @TempDir Path directory) {
    Table table = tables.create(SCHEMA, "region", 2, Map.of());
    table.replaceSortOrder().desc("v").asc("id").commit();
    Spooling spooling = new Spooling(directory, 1, maxSortedBytes);
    KeyColumns key = KeyColumns.of(SCHEMA, List.of("id"));
    try (UpsertDeltaWriter writer =
        UpsertDeltaWriter.open(
            table, key, UnpartitionedSpec.ensure(table), Map.of(), spooling, UUID.randomUUID())) {
      for (int id = 0; id < 100; id++) {
        upsert(writer, id, "eu", 1_000);
      }
      for (int id = 0; id < 100; id++) {
        upsert(writer, id, "eu", id * 37 % 50);
      }
      List<ContentFile<?>> data = ofContent(writer.complete(), FileContent.DATA);

      assertThat(data).extracting(ContentFile::sortOrderId).containsExactly(1);
      assertThat(TestTables.rowsOf(table, data.get(0), SCHEMA))
          .hasSize(100)
          .isSortedAccordingTo(
              Comparator.<Record, Integer>comparing(row -> -(Integer) row.get(2))
                  .thenComparing(row -> (Long) row.get(0)));
    }
  }

  @Test
  void aChangeThatIsOlderThanTheLastOfItsKeyIsLate() {
    DeltaFiles delta =
        writtenInOrderOf(
            "v",
            writer -> {
              upsert(writer, 1, "new", 5);
              upsert(writer, 1, "older", 4);
              writer.delete(key(1), TestTables.row(SCHEMA.select("v"), 4));
              upsert(writer, 2, "first", 7);
              upsert(writer, 2, "same", 7);
              upsert(writer, 3, "there", 7);
              writer.delete(key(3), TestTables.row(SCHEMA.select("v"), 7));
              upsert(writer, 3, "late", 6);
              upsert(writer, 4, "gone", 9);
              writer.delete(key(4));
              upsert(writer, 4, "back", 1);
            });

    assertThat(delta.rows()).isEqualTo(11);
    assertThat(delta.late()).isEqualTo(3);
    assertThat(TestTables.rowsOf(ordered, delta.files().get(0), SCHEMA))
        .extracting(row -> row.get(1))
        .containsExactly("new", "same", "back");
  }

  @Test
  void aKeyIsThereWithTheOrderingValuesOfItsLastChange() {
    DeltaFiles delta =
        writtenInOrderOf(
            "v",
            writer -> {
              upsert(writer, 1, "eu", 5);
              writer.delete(key(2), TestTables.row(SCHEMA.select("v"), 6));
              writer.delete(key(3));
            });

    Schema keyRows = SCHEMA.select("id", "v");
    ContentFile<?> keyFile = ofContent(delta, FileContent.EQUALITY_DELETES).get(0);
    assertThat(keyFile.equalityFieldIds()).containsExactly(1);
    assertThat(TestTables.rowsOf(ordered, keyFile, keyRows))
        .containsExactly(
            TestTables.row(keyRows, 1L, 5),
            TestTables.row(keyRows, 2L, 6),
            TestTables.row(keyRows, 3L, null));
  }

  @Test
  void aColumnThatIsBothKeyAndOrderingIsInTheKeyFileOnce() {
    DeltaFiles delta =
        writtenInOrderOf(
            "id", writer -> writer.delete(key(1), TestTables.row(SCHEMA.select("id"), 1L)));

    assertThat(TestTables.rowsOf(ordered, delta.files().get(0), SCHEMA.select("id")))
        .containsExactly(key(1));
  }

  @Test
  void closingACompleteDeltaKeepsItsFiles(@TempDir Path directory) throws IOException {
    Table table = onDisk(directory).create(SCHEMA, "region", 3, Map.of());
    DeltaFiles delta =
        written(
            table,
            writer -> {
              upsert(writer, 1, "eu", 1);
              upsert(writer, 1, "us", 1);
            });

    assertThat(filesBelow(directory, "data"))
        .hasSameSizeAs(delta.files().stream().map(ContentFile::location).distinct().toList());
    assertThat(delta.bytes()).isPositive();
  }

  @Test
  void keyColumnsMustExistAndHaveAReliableEquality() {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "price", Types.DoubleType.get()),
            Types.NestedField.required(2, "hash", Types.FixedType.ofLength(16)),
            Types.NestedField.required(
                3, "tags", Types.ListType.ofRequired(4, Types.LongType.get())));

    assertRefusedKey(
        schema,
        "Cannot identify rows without key columns. Set id-columns, or identifier fields in the table.");
    assertRefusedKey(
        schema,
        "Cannot use column 'id' as key: the table has no such top-level column. It has: price,"
            + " hash, tags",
        "id");
    assertRefusedKey(
        schema,
        "Cannot use column 'price' as key: floating-point values have no reliable equality. Choose"
            + " another key.",
        "price");
    assertRefusedKey(
        schema,
        "Cannot use column 'hash' as key: Iceberg's readers mix up equality deletes of type fixed;"
            + " binary works. Choose another key.",
        "hash");
    assertRefusedKey(
        schema,
        "Cannot use column 'tags' as key: values of type list<long> are not primitive. Choose"
            + " another key.",
        "tags");
  }

  @Test
  void theKeyOfARowHasItsKeyColumnsInTheTablesOrder() {
    KeyColumns key = KeyColumns.of(SCHEMA, List.of("v", "id"));

    assertThat(key.keyOf(TestTables.row(SCHEMA, 1L, "eu", 2, NOON)))
        .isEqualTo(TestTables.row(SCHEMA.select("id", "v"), 1L, 2));
  }

  private static void assertRefusedKey(Schema schema, String message, String... names) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyColumns.of(schema, List.of(names)))
        .withMessage(message);
  }

  private static void upsert(UpsertDeltaWriter writer, long id, String region, int v) {
    writer.upsert(key(id), TestTables.row(SCHEMA, id, region, v, NOON));
  }

  private static Record key(long id) {
    return TestTables.row(SCHEMA.select("id"), id);
  }

  private static UpsertDeltaWriter openSpilling(Table table, Path folder) {
    return UpsertDeltaWriter.open(
        table,
        KeyColumns.of(table.schema(), List.of("id")),
        UnpartitionedSpec.in(table).orElseThrow(),
        Map.of(),
        new Spooling(folder, 1_000, 1_000),
        UUID.randomUUID());
  }

  private DeltaFiles writtenInOrderOf(String column, Consumer<UpsertDeltaWriter> changes) {
    try (UpsertDeltaWriter writer =
        UpsertDeltaWriter.openOrdered(
            ordered,
            KeyColumns.of(SCHEMA, List.of("id")),
            OrderingColumns.of(SCHEMA, List.of(column)),
            ordered.spec(),
            Map.of(),
            TestTables.spooling(),
            UUID.randomUUID())) {
      changes.accept(writer);
      return writer.complete();
    }
  }

  private static DeltaFiles written(Table table, Consumer<UpsertDeltaWriter> changes) {
    try (UpsertDeltaWriter writer = TestTables.openUpsert(table, "id")) {
      changes.accept(writer);
      return writer.complete();
    }
  }

  private static void commit(Table table, Consumer<UpsertDeltaWriter> changes) {
    TestTables.commit(table, written(table, changes).files());
  }

  private static List<ContentFile<?>> ofContent(DeltaFiles delta, FileContent content) {
    return delta.files().stream().filter(file -> file.content() == content).toList();
  }

  private static TestTables onDisk(Path directory) {
    return new TestTables(new HadoopCatalog(new Configuration(), directory.toString()));
  }

  /** The files that this process holds open, also those that have no name any more; on Linux. */
  private static List<Path> openFilesBelow(Path directory) throws IOException {
    Path descriptors = Path.of("/proc/self/fd");
    assumeThat(descriptors).isDirectory();
    List<Path> open = new ArrayList<>();
    try (Stream<Path> all = Files.list(descriptors)) {
      for (Path descriptor : all.filter(Files::exists).toList()) {
        open.add(Files.readSymbolicLink(descriptor));
      }
    }
    open.removeIf(file -> !file.startsWith(directory));
    return open;
  }

  private static List<Path> filesBelow(Path directory, String folder) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().contains("/" + folder + "/"))
          .filter(file -> !file.toString().endsWith(".crc"))
          .toList();
    }
  }
}
