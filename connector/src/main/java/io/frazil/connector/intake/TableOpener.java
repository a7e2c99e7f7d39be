package io.frazil.connector.intake;

import io.frazil.connector.change.ChangeEvent;
import io.frazil.connector.change.ChangeReader;
import io.frazil.connector.change.ConnectValue;
import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.change.SkipListener;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.config.DeleteMode;
import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.config.TableOptions;
import io.frazil.connector.config.TablesOptions;
import io.frazil.connector.config.WriteMode;
import io.frazil.connector.intake.ChangeConverters.Opening;
import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.key.OrderingColumns;
import io.frazil.connector.metrics.TaskListener;
import io.frazil.connector.write.AppendDeltaWriter;
import io.frazil.connector.write.Spooling;
import io.frazil.connector.write.UpsertDeltaWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.kafka.connect.errors.DataException;

/**
 * Opens the configured tables for writing, and creates those that are missing. For a task's thread.
 */
public final class TableOpener {
  /** How many tables are reckoned with where records name them. */
  private static final int ROUTED_TABLES = 64;

  private final KnownTables known;
  private final TablesOptions common;
  private final ChangeReaders readers;
  private final TableKeys keys;
  private final NewTables newTables;
  private final Optional<TableEvolutions> evolutions;
  private final ChangeConverters converters;
  private final Map<String, String> writeProperties;
  private final Spooling spooling;
  private final ReachableTables tables;
  private final TaskListener listener;
  private final Supplier<UUID> ids;

  /**
   * Opens the tables of a configuration.
   *
   * @param known its tables
   * @param tables reaches them
   * @param skips hears of records that change nothing
   * @param listener hears what is written to each table
   * @param ids gives unique ids
   */
  public TableOpener(
      FrazilConfig config,
      KnownTables known,
      ReachableTables tables,
      SkipListener skips,
      TaskListener listener,
      Supplier<UUID> ids) {
    this.known = known;
    this.common = config.tables();
    this.readers = new ChangeReaders(config.changes(), skips);
    this.converters = new ChangeConverters(config, readers);
    this.keys = new TableKeys(common.keySource());
    this.newTables = new NewTables(config.creation());
    this.evolutions =
        switch (common.evolution()) {
          case OFF -> Optional.empty();
          case ON ->
              Optional.of(
                  new TableEvolutions(tables, newTables.requirement(), converters.matching()));
        };
    this.writeProperties = config.write().properties();
    this.spooling =
        Spooling.of(
            config.write().spoolFolder(),
            common.names().isEmpty() ? ROUTED_TABLES : config.knownTables().size());
    this.tables = tables;
    this.listener = listener;
    this.ids = ids;
  }

  boolean exists(TableRef table) {
    return tables.exists(table);
  }

  /** Whether a table is created when missing; that of bad records always is. */
  boolean mayCreate(TableRef table) {
    return newTables.areCreated() || known.errors().filter(table::equals).isPresent();
  }

  /** Reads records into changes of this table. */
  ChangeReader reader(TableRef table) {
    return readers.of(known.options(table));
  }

  /** Creates a table for a change, unless another task was quicker. */
  void create(TableRef ref, ChangeEvent change, ChangeReader reader) {
    TableOptions options = known.options(ref);
    ConnectValue row =
        change
            .row()
            .orElseThrow(
                () ->
                    new InvalidRecordException(
                        change.source(),
                        "the table does not exist, and the record has no row to create it from."));
    List<String> keyColumns =
        options.writeMode() == WriteMode.UPSERT
            ? keys.ofNewTable(options, change)
            : options.keyColumns();
    try {
      tables.create(
          newTables.of(requirements(options), row, keyColumns, fieldsLeftOut(options, reader)));
    } catch (DataException
        | IllegalArgumentException
        | ValidationException
        | BadRequestException e) {
      throw new InvalidRecordException(
          change.source(), "the table cannot be created for it: " + e.getMessage(), e);
    }
  }

  /** Opens a table that exists; the first change tells the key where the configuration does not. */
  TableWriter open(TableRef ref, ChangeEvent first, ChangeReader reader) {
    return switch (known.options(ref).writeMode()) {
      case APPEND -> openForRecords(ref, reader);
      case UPSERT -> openForRows(ref, first, reader);
      case CHANGELOG -> openForChanges(ref, first, reader);
    };
  }

  private TableWriter openForRecords(TableRef ref, ChangeReader reader) {
    Opening opening = opening(ref, tables.reached(ref), known.options(ref).keyColumns(), reader);
    return appending(opening, converters.appending(opening));
  }

  private TableWriter openForChanges(TableRef ref, ChangeEvent first, ChangeReader reader) {
    TableOptions options = known.options(ref);
    Table table = changelog(ref);
    requirements(options).requireMetBy(table);
    Opening opening = opening(ref, table, keys.ofChangelog(options, table, first), reader);
    return appending(opening, converters.recording(opening));
  }

  /** The table with the columns of a changelog, where tables may be changed. */
  private Table changelog(TableRef ref) {
    Table table = tables.reached(ref);
    if (evolutions.isEmpty() || ChangelogColumns.lackingIn(table.schema()).isEmpty()) {
      return table;
    }
    evolutions.get().completeChangelog(known.options(ref));
    return tables.reached(ref);
  }

  private TableWriter appending(Opening opening, ChangeConverter changes) {
    return new TableWriter(
        changes,
        opening.evolution(),
        id ->
            DeltaTarget.of(AppendDeltaWriter.open(opening.table(), writeProperties, spooling, id)),
        ids,
        tables.calls(),
        listener.table(opening.ref().toString()));
  }

  private TableWriter openForRows(TableRef ref, ChangeEvent first, ChangeReader reader) {
    TableOptions options = known.options(ref);
    Table table = tables.reached(ref);
    TableRequirements requirements = requirements(options);
    requirements.requireMetBy(table);
    List<String> keyColumns = keys.of(options, ref, table, first);
    PartitionSpec keySpec = keySpec(ref, table);
    Opening opening = opening(ref, table, keyColumns, reader);
    return new TableWriter(
        converters.upserting(opening, requirements),
        opening.evolution(),
        targets(table, requirements, keyColumns, keySpec),
        ids,
        tables.calls(),
        listener.table(ref.toString()));
  }

  /** Whether a table has got another schema since it was opened. */
  boolean isOutdated(TableRef ref) {
    return tables.isOutdated(ref);
  }

  private Opening opening(TableRef ref, Table table, List<String> keyColumns, ChangeReader reader) {
    TableOptions options = known.options(ref);
    Set<String> leftOut = fieldsLeftOut(options, reader);
    // A changelog's key columns may become optional like all others.
    List<String> kept = options.writeMode() == WriteMode.CHANGELOG ? List.of() : keyColumns;
    return new Opening(
        ref,
        table,
        keyColumns,
        leftOut,
        evolutions.map(all -> all.of(options, table, kept, leftOut)));
  }

  private static Set<String> fieldsLeftOut(TableOptions options, ChangeReader reader) {
    if (options.writeMode() != WriteMode.CHANGELOG) {
      return reader.fieldsLeftOut();
    }
    Set<String> leftOut = new HashSet<>(reader.fieldsLeftOut());
    leftOut.addAll(ChangelogColumns.NAMES);
    return leftOut;
  }

  // Only where they are committed as they are do keys need a spec of the table. It may be new, and
  // refreshes the table then: what else the table is asked for comes afterwards.
  private PartitionSpec keySpec(TableRef ref, Table table) {
    return known.options(ref).deletes().mode() == DeleteMode.EQUALITY
        ? tables.unpartitionedSpec(ref, table)
        : PartitionSpec.unpartitioned();
  }

  private Function<UUID, DeltaTarget> targets(
      Table table, TableRequirements requirements, List<String> keyColumns, PartitionSpec keySpec) {
    Schema schema = table.schema();
    KeyColumns key =
        KeyColumns.of(
            schema, keyColumns.stream().map(name -> requirements.nameIn(schema, name)).toList());
    Optional<OrderingColumns> ordering = requirements.orderingColumns(schema);
    return id ->
        DeltaTarget.of(
            ordering.isPresent()
                ? UpsertDeltaWriter.openOrdered(
                    table, key, ordering.get(), keySpec, writeProperties, spooling, id)
                : UpsertDeltaWriter.open(table, key, keySpec, writeProperties, spooling, id));
  }

  private TableRequirements requirements(TableOptions options) {
    return new TableRequirements(options, common.columnNames());
  }
}
