package io.frazil.connector.table;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.schema.SchemaChange;
import io.frazil.connector.schema.SchemaChange.AddColumn;
import io.frazil.connector.schema.SchemaChange.MakeOptional;
import io.frazil.connector.schema.SchemaChange.WidenType;
import java.util.List;
import java.util.function.Function;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes the schemas of tables. Several tasks may do so at once, and others may commit to the
 * table meanwhile: whoever is late looks at the table again, and only adds what it still lacks.
 */
public final class SchemaUpdater {
  private static final Logger LOG = LoggerFactory.getLogger(SchemaUpdater.class);

  /** Each try fails because somebody else's commit landed, so many in a row are rare. */
  private static final int MAX_TRIES = 20;

  private final Catalog catalog;

  public SchemaUpdater(Catalog catalog) {
    this.catalog = requireNonNull(catalog, "catalog");
  }

  /**
   * Makes a table's schema what it is to be.
   *
   * @param lacking says what a schema lacks; asked anew for each state of the table
   * @return the table's schema, as it is now
   * @throws IllegalArgumentException if the table cannot have one of the changes
   * @throws CommitFailedException if others were quicker too often
   */
  public Schema update(TableIdentifier identifier, Function<Schema, List<SchemaChange>> lacking) {
    Table table = catalog.loadTable(identifier);
    for (int tries = 1; ; tries++) {
      List<SchemaChange> changes = lacking.apply(table.schema());
      if (changes.isEmpty()) {
        return table.schema();
      }
      try {
        change(table, changes);
        LOG.info("Changed the schema of table {}: {}", identifier, changes);
        return table.schema();
      } catch (CommitFailedException e) {
        if (tries == MAX_TRIES) {
          throw e;
        }
        LOG.debug("Table {} was changed by another at the same time", identifier, e);
        table.refresh();
      }
    }
  }

  private static void change(Table table, List<SchemaChange> changes) {
    UpdateSchema update = table.updateSchema();
    for (SchemaChange change : changes) {
      if (change instanceof AddColumn add) {
        // Iceberg takes null for the table itself, and dots in a name without a parent for a path.
        update.addColumn(add.parent().orElse(null), add.name(), add.type());
      } else if (change instanceof WidenType widen) {
        update.updateColumn(widen.column(), widen.type());
      } else if (change instanceof MakeOptional optional) {
        update.makeColumnOptional(optional.column());
      }
    }
    update.commit();
  }
}
