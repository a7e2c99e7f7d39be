package io.frazil.connector.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.key.KeyColumns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ContentFileUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  @ParameterizedTest
  @CsvSource({"2, parquet", "2, orc", "3, parquet"})
  void positionDeletesOfADeltaAreOfOneDataFileEach(int formatVersion, String format) {
    Table table =
        tables.create(
            SCHEMA, "region", formatVersion, Map.of(TableProperties.DEFAULT_FILE_FORMAT, format));
    DeltaFiles delta =
        written(
            table,
            writer -> {
              for (int round = 0; round < 3; round++) {
                upsert(writer, 1, "eu", round);
                upsert(writer, 2, "us", round);
                upsert(writer, 3, "asia", 0);
              }
            });

    List<ContentFile<?>> deletes = ofContent(delta, FileContent.POSITION_DELETES);
    assertThat(deletes)
        .hasSize(3)
        .allSatisfy(
            file -> {
              assertThat(ContentFileUtil.isFileScoped((DeleteFile) file)).isTrue();
              assertThat(file.recordCount()).isEqualTo(2);
              assertThat(file.format() == FileFormat.PUFFIN).isEqualTo(formatVersion == 3);
            });
    assertThat(deletes)
        .extracting(file -> ContentFileUtil.referencedDataFileLocation((DeleteFile) file))
        .containsExactlyInAnyOrderElementsOf(
            ofContent(delta, FileContent.DATA).stream().map(ContentFile::location).toList());
    TestTables.commit(table, delta.files());
    assertThat(TestTables.scan(table)).hasSize(3);
  }

  @Test
  void aDeltaWithoutChangesHasNoFiles() {
    Table table = tables.create(SCHEMA, "", 2, Map.of());

    assertThat(written(table, writer -> {})).isEqualTo(new DeltaFiles(List.of(), 0));
  }

  @Test
  void aTableOfFormatOneIsRefused() {
    Table table = tables.create(SCHEMA, "", 1, Map.of());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> TestTables.openUpsert(table, "id"))
        .withMessage(
            "Cannot upsert into table %s: format version 1 has no delete files. Set the table"
                + " property format-version to 2.",
            table.name());
  }

  @Test
  void aSpecThatTheTableDoesNotHaveIsRefused() {
    Table table = tables.create(SCHEMA, "region", 2, Map.of());
    PartitionSpec foreign = PartitionSpec.builderFor(SCHEMA).withSpecId(7).build();
    KeyColumns key = KeyColumns.of(table.schema(), List.of("id"));

    for (PartitionSpec spec : List.of(foreign, table.spec())) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> UpsertDeltaWriter.open(table, key, spec, Map.of(), UUID.randomUUID()))
          .withMessage(
              "Cannot upsert into table %s: keys written with spec %s would not reach every"
                  + " partition. Give the table a spec without partitions.",
              table.name(), spec.specId());
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
  @ValueSource(ints = {2, 3})
  void anAbortedDeltaLeavesNoFile(int formatVersion, @TempDir Path directory) throws IOException {
    Table table = onDisk(directory).create(SCHEMA, "region", formatVersion, Map.of());
    for (boolean complete : List.of(true, false)) {
      UpsertDeltaWriter writer = TestTables.openUpsert(table, "id");
      upsert(writer, 1, "eu", 1);
      upsert(writer, 1, "us", 1);
      if (complete) {
        writer.complete();
        assertThat(filesBelow(directory, "data")).hasSizeGreaterThan(3);
      }
      writer.abort();
      assertThat(filesBelow(directory, "data")).isEmpty();
      assertThatIllegalStateException()
          .isThrownBy(writer::complete)
          .withMessageEndingWith("it was aborted. Open another.");
    }
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
