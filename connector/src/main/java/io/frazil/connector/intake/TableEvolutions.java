package io.frazil.connector.intake;

import io.frazil.connector.config.TableOptions;
import io.frazil.connector.config.WriteMode;
import io.frazil.connector.convert.NameMatching;
import io.frazil.connector.intake.TableEvolution.WrittenRows;
import io.frazil.connector.schema.ColumnRequirement;
import io.frazil.connector.schema.SchemaDiff;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * How the schemas of tables evolve.
 *
 * @param tables changes them
 * @param requirement which fields are required within structs that are added
 * @param matching how names find columns
 */
record TableEvolutions(
    ReachableTables tables, ColumnRequirement requirement, NameMatching matching) {
  /**
   * The evolution of a table that is being opened.
   *
   * @param opened the table
   * @param keyColumns its key columns' names
   * @param fieldsLeftOut top-level fields of rows that are no columns
   */
  TableEvolution of(
      TableOptions options, Table opened, List<String> keyColumns, Set<String> fieldsLeftOut) {
    return new TableEvolution(
        TableIdentifier.parse(options.table()),
        opened.schema(),
        new SchemaDiff(
            keyColumns,
            fieldsLeftOut,
            columnsOfOurs(options),
            matching,
            requirement,
            NewTables.finestUnit(TableUtil.formatVersion(opened))),
        writtenRows(options),
        tables);
  }

  private static Set<String> columnsOfOurs(TableOptions options) {
    if (options.writeMode() == WriteMode.CHANGELOG) {
      return ChangelogColumns.NAMES;
    }
    return options.keepsDeletedRows() ? Set.of(options.deletes().softDeleteColumn()) : Set.of();
  }

  private static WrittenRows writtenRows(TableOptions options) {
    if (options.writeMode() == WriteMode.CHANGELOG) {
      return WrittenRows.ALL;
    }
    return options.keepsDeletedRows() ? WrittenRows.DELETED_TOO : WrittenRows.PRESENT;
  }

  /** Gives a changelog the columns of its own that it lacks. */
  void completeChangelog(TableOptions options) {
    tables.update(
        TableIdentifier.parse(options.table()),
        schema -> List.copyOf(ChangelogColumns.lackingIn(schema)));
  }
}
