package io.frazil.connector.intake;

import io.frazil.connector.commit.TableRef;
import io.frazil.connector.commit.TableState;
import io.frazil.connector.commit.Tables;
import io.frazil.connector.schema.SchemaChange;
import io.frazil.connector.table.NewTable;
import io.frazil.connector.table.SchemaUpdater;
import io.frazil.connector.table.TableCreator;
import io.frazil.connector.table.UnpartitionedSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables of a catalog as a task's thread finds, creates and changes them: each step throws
 * {@link UnreachableTableException} where it would keep the task too long. For that thread.
 */
public final class ReachableTables {
  private static final Logger LOG = LoggerFactory.getLogger(ReachableTables.class);

  private final TableCreator creator;
  private final SchemaUpdater updater;
  private final Tables<ContentFile<?>> states;
  private final TableCalls calls;
  private final Map<TableRef, Table> lastReached = new HashMap<>();

  /**
   * The tables of a catalog.
   *
   * @param states tells what has been committed to them
   */
  public ReachableTables(Catalog catalog, Tables<ContentFile<?>> states, TableCalls calls) {
    this.creator = new TableCreator(catalog);
    this.updater = new SchemaUpdater(catalog);
    this.states = states;
    this.calls = calls;
  }

  /** How their files are written. */
  public TableCalls calls() {
    return calls;
  }

  boolean exists(TableRef ref) {
    return load(ref).isPresent();
  }

  /**
   * The table as it is; while it can't be reached, as it was when it last could, so that the tables
   * beside it go on. Whether the files that are written meanwhile still fit is seen when they are
   * committed.
   */
  Table reached(TableRef ref) {
    try {
      Table table =
          load(ref).orElseThrow(() -> new NoSuchTableException("Table does not exist: %s", ref));
      lastReached.put(ref, table);
      return table;
    } catch (RuntimeException e) {
      Table last = lastReached.get(ref);
      if (last == null) {
        throw e;
      }
      LOG.debug("Writing to table {} as it was, it can't be reached now", ref, e);
      return last;
    }
  }

  /** Whether a table has got another schema since it was reached last. */
  boolean isOutdated(TableRef ref) {
    int opened = lastReached.get(ref).schema().schemaId();
    return load(ref).filter(table -> table.schema().schemaId() != opened).isPresent();
  }

  /** The table's committed state. */
  public TableState state(TableRef ref) {
    return calls.answer(identifier(ref), () -> states.load(ref));
  }

  /** Creates a table, unless another task was quicker. */
  void create(NewTable table) {
    calls.answer(table.identifier(), () -> creator.loadOrCreate(table));
  }

  /**
   * Makes a table's schema what it is to be.
   *
   * @param lacking says what a schema lacks; asked on other threads, too
   * @return the table's schema, as it is now
   */
  Schema update(TableIdentifier table, Function<Schema, List<SchemaChange>> lacking) {
    return calls.answer(table, () -> updater.update(table, lacking));
  }

  /** A table's spec without partitions, which it may gain by this; the table is refreshed then. */
  PartitionSpec unpartitionedSpec(TableRef ref, Table table) {
    return calls.answer(identifier(ref), () -> UnpartitionedSpec.ensure(table));
  }

  private Optional<Table> load(TableRef ref) {
    TableIdentifier identifier = identifier(ref);
    return calls.answer(identifier, () -> creator.load(identifier));
  }

  private static TableIdentifier identifier(TableRef ref) {
    return TableIdentifier.parse(ref.table());
  }
}
