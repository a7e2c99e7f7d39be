package io.frazil.connector.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class AppendDeltaWriterTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "zone", Types.StringType.get()));
  private static final int ROWS = 5_000;

  private final TestTables tables = TestTables.inMemory();

  @Test
  void everyRowIsKept() {
    Table table = tables.create(SCHEMA, "", 2, Map.of());
    DeltaFiles delta = append(table, Map.of(), 3);

    TestTables.commit(table, delta.files());
    assertThat(delta.rows()).isEqualTo(3);
    assertThat(delta.removesOlderRows()).isFalse();
    assertThat(TestTables.scan(table))
        .containsExactlyInAnyOrder(List.of(0L, "z0"), List.of(1L, "z1"), List.of(2L, "z0"));
  }

  @Test
  void aTableOfFormatOneCanBeAppendedTo() {
    Table table = tables.create(SCHEMA, "", 1, Map.of());

    TestTables.commit(table, append(table, Map.of(), 3).files());
    assertThat(TestTables.scan(table)).hasSize(3);
  }

  @Test
  void rowsGoToTheFilesOfTheirPartitions() {
    Table table = tables.create(SCHEMA, "zone", 2, Map.of());
    DeltaFiles delta = append(table, Map.of(), 10);

    assertThat(delta.files())
        .hasSize(2)
        .allSatisfy(file -> assertThat(file.recordCount()).isEqualTo(5));
    assertThat(delta.files())
        .extracting(file -> file.partition().get(0, String.class))
        .containsExactlyInAnyOrder("z0", "z1");
  }

  @Test
  void filesOfATableWithoutPartitionsLieInNoFolderWithoutAName() {
    Table table = tables.create(SCHEMA, "", 2, Map.of());

    assertThat(append(table, Map.of(), 3).files())
        .isNotEmpty()
        .extracting(ContentFile::location)
        .allMatch(location -> location.startsWith(table.location() + "/data/"))
        .noneMatch(location -> location.contains("/data//"));
  }

  @Test
  void rowsOfASortedTableAreSortedAndNoneIsLost() {
    Table table = tables.create(SCHEMA, "", 2, Map.of());
    table.replaceSortOrder().asc("zone").desc("id").commit();
    DeltaFiles delta = append(table, Map.of(), 4);

    assertThat(delta.files()).extracting(ContentFile::sortOrderId).containsExactly(1);
    assertThat(TestTables.rowsOf(table, delta.files().get(0), SCHEMA))
        .extracting(row -> row.get(0))
        .containsExactly(2L, 0L, 3L, 1L);
  }

  @Test
  void aFileThatReachedTheTargetSizeIsFollowedByAnother() {
    Table table =
        tables.create(SCHEMA, "", 2, Map.of(TableProperties.WRITE_TARGET_FILE_SIZE_BYTES, "1024"));
    DeltaFiles delta = append(table, Map.of(), ROWS);

    assertThat(delta.files()).hasSize(ROWS / 1000);
    TestTables.commit(table, delta.files());
    assertThat(TestTables.scan(table))
        .extracting(row -> row.get(0))
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, ROWS).boxed().toList());
  }

  @Test
  void writePropertiesOverrideTheTables() {
    Table table =
        tables.create(
            SCHEMA, "", 2, Map.of(TableProperties.DEFAULT_FILE_FORMAT, FileFormat.AVRO.name()));

    assertThat(append(table, Map.of(), 1).files())
        .extracting(ContentFile::format)
        .containsExactly(FileFormat.AVRO);
    DeltaFiles overridden =
        append(
            table,
            Map.of(
                TableProperties.DEFAULT_FILE_FORMAT,
                "orc",
                TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
                "1"),
            2_000);
    assertThat(overridden.files())
        .extracting(ContentFile::format)
        .containsExactly(FileFormat.ORC, FileFormat.ORC);
  }

  @Test
  void namesCarryTheDeltasId() {
    Table table = tables.create(SCHEMA, "", 2, Map.of());
    UUID delta = UUID.randomUUID();
    try (AppendDeltaWriter writer =
        AppendDeltaWriter.open(table, Map.of(), TestTables.spooling(), delta)) {
      writer.append(TestTables.row(SCHEMA, 1L, "z"));

      assertThat(writer.complete().files())
          .allSatisfy(file -> assertThat(file.location()).contains(delta.toString()));
    }
  }

  @Test
  void bytesGrowWithTheRows() {
    Table table = tables.create(SCHEMA, "zone", 2, Map.of());
    try (AppendDeltaWriter writer =
        AppendDeltaWriter.open(table, Map.of(), TestTables.spooling(), UUID.randomUUID())) {
      assertThat(writer.bytes()).isZero();
      long before = 0;
      for (long id = 0; id < ROWS; id++) {
        writer.append(TestTables.row(SCHEMA, id, "z" + id % 2));
        if (id % 1000 == 0) {
          assertThat(writer.bytes()).isGreaterThan(before);
          before = writer.bytes();
        }
      }
    }
  }

  @Test
  void nothingCanBeWrittenAfterCompletion() {
    Table table = tables.create(SCHEMA, "", 2, Map.of());
    try (AppendDeltaWriter writer =
        AppendDeltaWriter.open(table, Map.of(), TestTables.spooling(), UUID.randomUUID())) {
      writer.complete();

      assertThatIllegalStateException()
          .isThrownBy(() -> writer.append(TestTables.row(SCHEMA, 1L, "z")))
          .withMessage("Cannot write to delta of %s: it is complete. Open another.", table.name());
    }
  }

  private static DeltaFiles append(Table table, Map<String, String> writeProperties, long rows) {
    try (AppendDeltaWriter writer =
        AppendDeltaWriter.open(table, writeProperties, TestTables.spooling(), UUID.randomUUID())) {
      for (long id = 0; id < rows; id++) {
        writer.append(TestTables.row(SCHEMA, id, "z" + id % 2));
      }
      return writer.complete();
    }
  }
}
