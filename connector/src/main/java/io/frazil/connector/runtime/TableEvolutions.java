package io.frazil.connector.runtime;

import io.frazil.connector.config.TableOptions;
import io.frazil.connector.convert.NameMatching;
import io.frazil.connector.runtime.TableEvolution.DeletedRows;
import io.frazil.connector.schema.ColumnRequirement;
import io.frazil.connector.schema.SchemaDiff;
import io.frazil.connector.table.SchemaUpdater;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * How the schemas of tables evolve.
 *
 * @param updater changes them
 * @param requirement which fields are required within structs that are added
 */
record TableEvolutions(SchemaUpdater updater, ColumnRequirement requirement) {
  /**
   * The evolution of a table that is being opened.
   *
   * @param opened its schema
   * @param keyColumns its key columns' names
   * @param fieldsLeftOut top-level fields of rows that are no columns
   * @param matching how names find its columns
   */
  TableEvolution of(
      TableOptions options,
      Schema opened,
      List<String> keyColumns,
      Set<String> fieldsLeftOut,
      NameMatching matching) {
    boolean keepsDeletedRows = options.keepsDeletedRows();
    Set<String> flags = keepsDeletedRows ? Set.of(options.deletes().softDeleteColumn()) : Set.of();
    return new TableEvolution(
        TableIdentifier.parse(options.table()),
        opened,
        new SchemaDiff(keyColumns, fieldsLeftOut, flags, matching, requirement),
        keepsDeletedRows ? DeletedRows.STAY : DeletedRows.GO,
        updater);
  }
}
