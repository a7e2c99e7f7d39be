package io.frazil.connector.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.config.TableSetting;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableRequirementsTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "At", Types.TimestampType.withZone()),
          Types.NestedField.optional(3, "gone", Types.StringType.get()),
          Types.NestedField.optional(4, "Flag", Types.BooleanType.get()),
          Types.NestedField.optional(
              5,
              "s",
              Types.StructType.of(
                  Types.NestedField.optional(6, "_deleted", Types.BooleanType.get()))));

  private final InMemoryCatalog catalog = new InMemoryCatalog();

  @BeforeEach
  void open() {
    catalog.initialize("memory", Map.of());
    catalog.createNamespace(Namespace.of("db"));
  }

  @ParameterizedTest
  @CsvSource({
    "auto, 2",
    "auto, 3",
    "position, 2",
    "deletion-vector, 3",
    "copy-on-write, 1",
    "copy-on-write, 2",
    "copy-on-write, 3",
    "equality, 2",
    "equality, 3"
  })
  void aTableOfTheModesFormatIsGood(String mode, int version) {
    assertThat(upsert("delete-mode", mode).unmetBy(table(version))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "auto | 1 | Cannot delete rows of table 'db.t': it has format version 1, which has no delete files. Set iceberg.table.db.t.delete-mode to copy-on-write, or upgrade the table (format-version=2).",
        "equality | 1 | Cannot write equality deletes to table 'db.t': it has format version 1, which has no delete files. Set iceberg.table.db.t.delete-mode to copy-on-write, or upgrade the table (format-version=2).",
        "position | 1 | Cannot write position deletes to table 'db.t': it has format version 1, which has no delete files. Set iceberg.table.db.t.delete-mode to copy-on-write, or upgrade the table (format-version=2).",
        "position | 3 | Cannot write position deletes to table 'db.t': it has format version 3, which takes deletion vectors. Set iceberg.table.db.t.delete-mode to auto or deletion-vector.",
        "deletion-vector | 1 | Cannot write deletion vectors to table 'db.t': it has format version 1, which has none. Set iceberg.table.db.t.delete-mode to copy-on-write, or upgrade the table (format-version=3).",
        "deletion-vector | 2 | Cannot write deletion vectors to table 'db.t': it has format version 2, which has none. Set iceberg.table.db.t.delete-mode to auto or position, or upgrade the table (format-version=3)."
      })
  void aTableOfAnotherFormatIsRefusedWithWhatToDo(String mode, int version, String message) {
    assertThat(upsert("delete-mode", mode).unmetBy(table(version)))
        .containsExactly(new Misfit(TableSetting.DELETE_MODE, message));
  }

  @Test
  void anOrderingColumnIsOneOfTheTable() {
    Table table = table(2);

    assertThat(upsert("ordering-columns", "At,id").unmetBy(table)).isEmpty();
    assertThat(upsert("ordering-columns", "at,id").unmetBy(table))
        .containsExactly(
            new Misfit(
                TableSetting.ORDERING_COLUMNS,
                "Table 'db.t': Cannot order changes by column 'at': the table has no such top-level"
                    + " column. It has: id, At, gone, Flag, s"));
  }

  @Test
  void aTableWithoutTheFlagIsRefusedWithTheStatementThatAddsIt() {
    assertThat(upsert("delete-handling", "soft").unmetBy(table(2)))
        .containsExactly(
            new Misfit(
                TableSetting.SOFT_DELETE_COLUMN,
                "Cannot flag deleted rows of table 'db.t': it has no column '_deleted'. Add it:"
                    + " ALTER TABLE db.t ADD COLUMN _deleted boolean, or set"
                    + " iceberg.table.db.t.soft-delete-column to one that it has."));
  }

  @Test
  void theFlagIsBoolean() {
    Table table = table(2);

    assertThat(upsert("delete-handling", "soft", "soft-delete-column", "Flag").unmetBy(table))
        .isEmpty();
    assertThat(upsert("delete-handling", "soft", "soft-delete-column", "gone").unmetBy(table))
        .containsExactly(
            new Misfit(
                TableSetting.SOFT_DELETE_COLUMN,
                "Cannot flag deleted rows of table 'db.t': its column 'gone' is of type string, not"
                    + " boolean. Set iceberg.table.db.t.soft-delete-column to a boolean column."));
  }

  @ParameterizedTest
  @CsvSource({"hard", "ignore"})
  void theFlagIsAskedForOnlyWhereDeletedRowsStay(String handling) {
    assertThat(upsert("delete-handling", handling).unmetBy(table(2))).isEmpty();
  }

  @Test
  void columnsMayDifferInCaseIfCaseDoesNotMatter() {
    Map<String, String> settings =
        Map.of(
            "iceberg.tables.schema-case-insensitive", "true",
            "iceberg.tables.delete-handling", "soft",
            "iceberg.tables.soft-delete-column", "FLAG",
            "iceberg.tables.ordering-columns", "AT");

    assertThat(requirements("upsert", settings).unmetBy(table(2))).isEmpty();
  }

  @Test
  void allThatIsUnmetIsTold() {
    assertThat(
            upsert("delete-mode", "position", "ordering-columns", "x", "delete-handling", "soft")
                .unmetBy(table(3)))
        .extracting(Misfit::setting)
        .containsExactly(
            TableSetting.DELETE_MODE,
            TableSetting.ORDERING_COLUMNS,
            TableSetting.SOFT_DELETE_COLUMN);
  }

  @Test
  void aTableThatRowsAreOnlyAddedToMayBeAny() {
    assertThat(
            requirements("append", Map.of("iceberg.tables.delete-handling", "soft"))
                .unmetBy(table(1)))
        .isEmpty();
  }

  private Table table(int version) {
    return catalog
        .buildTable(TableIdentifier.of("db", "t"), SCHEMA)
        .withProperty("format-version", Integer.toString(version))
        .create();
  }

  private static TableRequirements upsert(String... settings) {
    Map<String, String> all = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      all.put("iceberg.tables." + settings[i], settings[i + 1]);
    }
    return requirements("upsert", all);
  }

  private static TableRequirements requirements(String mode, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("name", "mirror");
    all.put("iceberg.catalog.type", "jdbc");
    all.put("iceberg.tables", "db.t");
    all.put("iceberg.tables.default-id-columns", "id");
    all.put("iceberg.tables.write-mode", mode);
    FrazilConfig config = FrazilConfig.from(all);
    return new TableRequirements(config.tableOptions("db.t"), config.tables().columnNames());
  }
}
