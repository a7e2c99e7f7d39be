package io.frazil.connector.runtime;

import static java.util.stream.Collectors.toCollection;

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
import io.frazil.connector.convert.KeyConverter;
import io.frazil.connector.convert.NameMatching;
import io.frazil.connector.convert.OrderingConverter;
import io.frazil.connector.convert.RecordConverter;
import io.frazil.connector.convert.SpecialValues;
import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.metrics.TaskListener;
import io.frazil.connector.table.SchemaUpdater;
import io.frazil.connector.table.TableCreator;
import io.frazil.connector.table.UnpartitionedSpec;
import io.frazil.connector.write.AppendDeltaWriter;
import io.frazil.connector.write.Spooling;
import io.frazil.connector.write.UpsertDeltaWriter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
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
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.kafka.connect.errors.DataException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the configured tables for writing, and creates those that are missing. For a task's thread.
 */
public final class TableOpener {
  private static final Logger LOG = LoggerFactory.getLogger(TableOpener.class);

  /** How many tables are reckoned with where records name them. */
  private static final int ROUTED_TABLES = 64;

  private final Map<String, TableRef> refs = new HashMap<>();
  private final Map<TableRef, TableOptions> tables = new HashMap<>();
  private final Set<TableRef> listed;
  private final Optional<TableRef> errors;
  private final Function<String, TableOptions> options;
  private final TablesOptions common;
  private final ChangeReaders readers;
  private final TableKeys keys;
  private final NewTables newTables;
  private final Optional<TableEvolutions> evolutions;
  private final NameMatching matching;
  private final SpecialValues specialValues;
  private final AbsenceRules absences;
  private final Map<String, String> writeProperties;
  private final Spooling spooling;
  private final TableCreator creator;
  private final TaskListener listener;
  private final Supplier<UUID> ids;
  private final Set<String> unknownFields = new HashSet<>();
  private final Map<TableRef, Table> lastReached = new HashMap<>();

  /**
   * Opens the tables of a configuration.
   *
   * @param creator finds and creates them
   * @param updater changes their schemas
   * @param skips hears of records that change nothing
   * @param listener hears what is written to each table
   * @param ids gives unique ids
   */
  public TableOpener(
      FrazilConfig config,
      TableCreator creator,
      SchemaUpdater updater,
      SkipListener skips,
      TaskListener listener,
      Supplier<UUID> ids) {
    this.common = config.tables();
    this.readers = new ChangeReaders(config.changes(), skips);
    this.keys = new TableKeys(common.keySource());
    this.newTables = new NewTables(config.creation());
    this.evolutions =
        switch (common.evolution()) {
          case OFF -> Optional.empty();
          case ON -> Optional.of(new TableEvolutions(updater, newTables.requirement()));
        };
    this.matching =
        switch (common.columnNames()) {
          case EXACT -> NameMatching.EXACT;
          case CASE_INSENSITIVE -> NameMatching.IGNORING_CASE;
        };
    this.specialValues =
        switch (config.changes().specialValues()) {
          case FAIL -> SpecialValues.FAIL;
          case NULL -> SpecialValues.NULL;
        };
    this.absences = new AbsenceRules(config.absences());
    this.writeProperties = config.write().properties();
    this.spooling =
        Spooling.of(
            config.write().spoolFolder(),
            common.names().isEmpty() ? ROUTED_TABLES : config.knownTables().size());
    this.creator = creator;
    this.listener = listener;
    this.ids = ids;
    this.options = config::tableOptions;
    this.listed =
        config.knownTables().stream()
            .map(known -> table(known.table()))
            .collect(toCollection(LinkedHashSet::new));
    this.errors = config.errors().table().map(this::add);
    if (!listed.isEmpty()) {
      errors.ifPresent(listed::add);
    }
  }

  /**
   * The tables that records go to, where they are known beforehand, with that of bad records; else
   * none.
   */
  Set<TableRef> listed() {
    return listed;
  }

  /** The table of a name, and the changelog beside it, if it has one. */
  List<TableRef> tables(String name) {
    TableRef table = table(name);
    return tables
        .get(table)
        .changelog()
        .map(changelog -> List.of(table, table(changelog)))
        .orElse(List.of(table));
  }

  /** The table of a name, on the branch that is set for it. */
  private TableRef table(String name) {
    TableRef known = refs.get(name);
    if (known != null) {
      return known;
    }
    return add(options.apply(name));
  }

  /** The table that options are about, on the branch that they say. */
  public static TableRef ref(TableOptions options) {
    return new TableRef(options.table(), options.branch());
  }

  private TableRef add(TableOptions own) {
    TableRef table = ref(own);
    refs.put(own.table(), table);
    tables.put(table, own);
    return table;
  }

  boolean exists(TableRef table) {
    return creator.load(identifier(table)).isPresent();
  }

  /** The table of bad records, if there is one. */
  Optional<TableRef> errors() {
    return errors;
  }

  /** Whether a table is created when missing; that of bad records always is. */
  boolean mayCreate(TableRef table) {
    return newTables.areCreated() || errors.filter(table::equals).isPresent();
  }

  /** Reads records into changes of this table. */
  ChangeReader reader(TableRef table) {
    return readers.of(tables.get(table));
  }

  /** Creates a table for a change, unless another task was quicker. */
  void create(TableRef ref, ChangeEvent change, ChangeReader reader) {
    TableOptions options = tables.get(ref);
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
      creator.loadOrCreate(
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
    return switch (tables.get(ref).writeMode()) {
      case APPEND -> openForRecords(ref, reader);
      case UPSERT -> openForRows(ref, first, reader);
      case CHANGELOG -> openForChanges(ref, first, reader);
    };
  }

  private TableWriter openForRecords(TableRef ref, ChangeReader reader) {
    TableOptions options = tables.get(ref);
    Table table = reached(ref);
    Optional<TableEvolution> evolution = evolution(options, table, options.keyColumns(), reader);
    return appending(
        ref,
        table,
        ChangeConverter.appending(
            rows(ref, table, reader, evolution).withAbsences(absences.ofAppends())),
        evolution);
  }

  private TableWriter openForChanges(TableRef ref, ChangeEvent first, ChangeReader reader) {
    TableOptions options = tables.get(ref);
    Table table = changelog(ref);
    requirements(options).requireMetBy(table);
    List<String> keyColumns = keys.ofChangelog(options, table, first);
    Optional<TableEvolution> evolution = evolution(options, table, List.of(), reader);
    return appending(
        ref,
        table,
        ChangeConverter.recording(
            new ChangelogRows(
                rows(ref, table, reader, evolution).withAbsences(absences.ofChangelogs()),
                keyColumns.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new KeyConverter(table.schema(), keyColumns, matching)))),
        evolution);
  }

  /** The table with the columns of a changelog, where tables may be changed. */
  private Table changelog(TableRef ref) {
    Table table = reached(ref);
    if (evolutions.isEmpty() || ChangelogColumns.lackingIn(table.schema()).isEmpty()) {
      return table;
    }
    evolutions.get().completeChangelog(identifier(ref));
    return reached(ref);
  }

  private TableWriter appending(
      TableRef ref, Table table, ChangeConverter changes, Optional<TableEvolution> evolution) {
    return TableWriter.appending(
        changes,
        evolution,
        id -> AppendDeltaWriter.open(table, writeProperties, spooling, id),
        ids,
        listener.table(ref.toString()));
  }

  private TableWriter openForRows(TableRef ref, ChangeEvent first, ChangeReader reader) {
    TableOptions options = tables.get(ref);
    Table table = reached(ref);
    TableRequirements requirements = requirements(options);
    requirements.requireMetBy(table);
    List<String> keyColumns = keys.of(options, ref, table, first);
    PartitionSpec keySpec = keySpec(table, options);
    Optional<TableEvolution> evolution = evolution(options, table, keyColumns, reader);
    return TableWriter.upserting(
        upserts(
            table,
            requirements,
            rows(ref, table, reader, evolution)
                .withAbsences(absences.of(requirements, table.schema(), keyColumns)),
            new KeyConverter(table.schema(), keyColumns, matching)),
        evolution,
        deltas(table, requirements, keyColumns, keySpec),
        ids,
        listener.table(ref.toString()));
  }

  /** Whether a table has got another schema since it was opened. */
  boolean isOutdated(TableRef ref) {
    int opened = lastReached.get(ref).schema().schemaId();
    return creator
        .load(identifier(ref))
        .filter(table -> table.schema().schemaId() != opened)
        .isPresent();
  }

  private Optional<TableEvolution> evolution(
      TableOptions options, Table table, List<String> keyColumns, ChangeReader reader) {
    return evolutions.map(
        all -> all.of(options, table, keyColumns, fieldsLeftOut(options, reader), matching));
  }

  private static Set<String> fieldsLeftOut(TableOptions options, ChangeReader reader) {
    if (options.writeMode() != WriteMode.CHANGELOG) {
      return reader.fieldsLeftOut();
    }
    Set<String> leftOut = new HashSet<>(reader.fieldsLeftOut());
    leftOut.addAll(ChangelogColumns.NAMES);
    return leftOut;
  }

  private RecordConverter rows(
      TableRef ref, Table table, ChangeReader reader, Optional<TableEvolution> evolution) {
    return new RecordConverter(
            table.schema(),
            fieldsLeftOut(tables.get(ref), reader),
            matching,
            evolution.isPresent() ? evolution.get() : field -> warnOfUnknown(ref, field))
        .withSpecialValues(specialValues);
  }

  // Only where they are committed as they are do keys need a spec of the table. It may be new, and
  // refreshes the table then: what else the table is asked for comes afterwards.
  private static PartitionSpec keySpec(Table table, TableOptions options) {
    return options.deletes().mode() == DeleteMode.EQUALITY
        ? UnpartitionedSpec.ensure(table)
        : PartitionSpec.unpartitioned();
  }

  private Function<UUID, UpsertDeltaWriter> deltas(
      Table table, TableRequirements requirements, List<String> keyColumns, PartitionSpec keySpec) {
    Schema schema = table.schema();
    KeyColumns key =
        KeyColumns.of(
            schema, keyColumns.stream().map(name -> requirements.nameIn(schema, name)).toList());
    return requirements
        .orderingColumns(schema)
        .<Function<UUID, UpsertDeltaWriter>>map(
            ordering ->
                id ->
                    UpsertDeltaWriter.openOrdered(
                        table, key, ordering, keySpec, writeProperties, spooling, id))
        .orElse(id -> UpsertDeltaWriter.open(table, key, keySpec, writeProperties, spooling, id));
  }

  private ChangeConverter upserts(
      Table table, TableRequirements requirements, RecordConverter rows, KeyConverter keys) {
    TableOptions options = requirements.options();
    Optional<OrderingConverter> ordering =
        requirements
            .orderingColumns(table.schema())
            .map(
                columns ->
                    new OrderingConverter(columns.schema(), matching)
                        .withSpecialValues(specialValues));
    return options.keepsDeletedRows()
        ? ChangeConverter.flagging(
            requirements.nameIn(table.schema(), options.deletes().softDeleteColumn()),
            rows,
            keys,
            ordering)
        : ChangeConverter.deleting(rows, keys, ordering);
  }

  private TableRequirements requirements(TableOptions options) {
    return new TableRequirements(options, common.columnNames());
  }

  /**
   * The table as it is; while it can't be reached, as it was when it last could, so that the tables
   * beside it go on. Whether the files that are written meanwhile still fit is seen when they are
   * committed.
   */
  private Table reached(TableRef ref) {
    try {
      Table table =
          creator
              .load(identifier(ref))
              .orElseThrow(() -> new NoSuchTableException("Table does not exist: %s", ref));
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

  private void warnOfUnknown(TableRef ref, String field) {
    if (!readers.isOperation(field) && unknownFields.add(ref + "." + field)) {
      LOG.warn(
          "Table {} has no column for field '{}': the field is left out. Add the column to keep it.",
          ref,
          field);
    }
  }

  private static TableIdentifier identifier(TableRef ref) {
    return TableIdentifier.parse(ref.table());
  }
}
