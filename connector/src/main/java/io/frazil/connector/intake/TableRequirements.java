package io.frazil.connector.intake;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.config.TableOptions;
import io.frazil.connector.config.TableSetting;
import io.frazil.connector.config.TablesOptions.ColumnNames;
import io.frazil.connector.config.TablesOptions.Evolution;
import io.frazil.connector.config.WriteMode;
import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.key.OrderingColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * What a table must be like for what is set for it: looked at before a connector starts, where the
 * table is there already, and whenever a task opens it.
 *
 * <table>
 * <caption>Delete modes and format versions</caption>
 * <tr><th>mode</th><th>1</th><th>2</th><th>3 and later</th></tr>
 * <tr><td>auto</td><td>refused</td><td>position deletes</td><td>deletion vectors</td></tr>
 * <tr><td>position</td><td>refused</td><td>yes</td><td>refused</td></tr>
 * <tr><td>deletion-vector</td><td>refused</td><td>refused</td><td>yes</td></tr>
 * <tr><td>copy-on-write</td><td>yes</td><td>yes</td><td>yes</td></tr>
 * <tr><td>equality</td><td>refused</td><td>yes</td><td>yes</td></tr>
 * </table>
 *
 * @param options what is set for the table
 * @param columnNames how columns are found by their names
 */
public record TableRequirements(TableOptions options, ColumnNames columnNames) {
  private static final int DELETE_FILES = 2;
  private static final int DELETION_VECTORS = 3;

  public TableRequirements {
    requireNonNull(options, "options");
    requireNonNull(columnNames, "columnNames");
  }

  /** All that the table does not meet. */
  public List<Misfit> unmetBy(Table table) {
    return unmetBy(table, Evolution.OFF);
  }

  private List<Misfit> unmetBy(Table table, Evolution evolution) {
    List<Misfit> unmet = new ArrayList<>();
    options
        .deletes()
        .readers()
        .formatFault(options.table(), TableUtil.formatVersion(table))
        .ifPresent(fault -> unmet.add(new Misfit(TableSetting.READERS, fault)));
    switch (options.writeMode()) {
      case APPEND -> {
        // It takes what comes.
      }
      case CHANGELOG ->
          changelogFault(table.schema(), evolution)
              .ifPresent(fault -> unmet.add(new Misfit(TableSetting.WRITE_MODE, fault)));
      case UPSERT -> unmet.addAll(unmetByMirror(table));
    }
    return List.copyOf(unmet);
  }

  private Optional<String> changelogFault(Schema schema, Evolution evolution) {
    Optional<String> lacking =
        evolution == Evolution.ON
            ? Optional.empty()
            : ChangelogColumns.lackingIn(schema).stream()
                .findFirst()
                .flatMap(
                    column ->
                        fault(
                            "keep a changelog in",
                            "it has no column '" + column.name() + "'",
                            "Add it: ALTER TABLE %s ADD COLUMN %s %s, or set iceberg.tables.evolve-schema-enabled=true."
                                .formatted(options.table(), column.name(), column.type())));
    return lacking.or(
        () ->
            ChangelogColumns.unfitIn(schema).stream()
                .findFirst()
                .flatMap(
                    column ->
                        fault(
                            "keep a changelog in",
                            "its column '%s' is of type %s, not %s"
                                .formatted(
                                    column.name(),
                                    column.type(),
                                    ChangelogColumns.expected(column.name())),
                            "Rename it, or let the changelog be another table.")));
  }

  private List<Misfit> unmetByMirror(Table table) {
    List<Misfit> unmet = new ArrayList<>();
    int version = TableUtil.formatVersion(table);
    Schema schema = table.schema();
    formatFault(version)
        .or(() -> invisibleDeletes(version))
        .ifPresent(fault -> unmet.add(new Misfit(TableSetting.DELETE_MODE, fault)));
    orderFault(schema)
        .ifPresent(fault -> unmet.add(new Misfit(TableSetting.ORDERING_COLUMNS, fault)));
    updateFault(schema)
        .ifPresent(fault -> unmet.add(new Misfit(TableSetting.UPDATE_COLUMNS, fault)));
    flagFault(schema)
        .ifPresent(fault -> unmet.add(new Misfit(TableSetting.SOFT_DELETE_COLUMN, fault)));
    return List.copyOf(unmet);
  }

  /**
   * Makes sure that a table meets all.
   *
   * @throws ConnectException with every fault, if it does not
   */
  public void requireMetBy(Table table) {
    List<Misfit> unmet = unmetBy(table);
    if (!unmet.isEmpty()) {
      throw new ConnectException(
          unmet.stream().map(Misfit::message).collect(Collectors.joining("\n")));
    }
  }

  /** A column's name as the table has it; the given one if the table has none like it. */
  String nameIn(Schema schema, String name) {
    return column(schema, name).map(Types.NestedField::name).orElse(name);
  }

  /**
   * What orders the changes of a key, if anything.
   *
   * @throws IllegalArgumentException if a table with this schema does not meet that
   */
  public Optional<OrderingColumns> orderingColumns(Schema schema) {
    if (options.writeMode() != WriteMode.UPSERT || options.orderingColumns().isEmpty()) {
      return Optional.empty();
    }
    List<String> names =
        options.orderingColumns().stream().map(name -> nameIn(schema, name)).toList();
    return Optional.of(OrderingColumns.of(schema, names));
  }

  /**
   * All that the table does not meet, but for what it gets when it is opened, and what a task would
   * only find out with the first record: that key columns are missing or cannot be keys.
   */
  public List<Misfit> unmetAtStartBy(Table table, Evolution evolution) {
    List<Misfit> unmet = new ArrayList<>(unmetBy(table, evolution));
    if (options.writeMode() == WriteMode.UPSERT && !options.keyColumns().isEmpty()) {
      try {
        Schema schema = table.schema();
        KeyColumns.of(
            schema, options.keyColumns().stream().map(name -> nameIn(schema, name)).toList());
      } catch (IllegalArgumentException e) {
        unmet.add(new Misfit(TableSetting.KEY_COLUMNS, inTable(e)));
      }
    }
    return List.copyOf(unmet);
  }

  private Optional<String> invisibleDeletes(int version) {
    return options
        .deletes()
        .readers()
        .deleteFault(
            options.table(), options.deletes().mode(), version, own(TableSetting.DELETE_MODE));
  }

  private String inTable(IllegalArgumentException e) {
    return "Table '" + options.table() + "': " + e.getMessage();
  }

  private Optional<String> formatFault(int version) {
    return switch (options.deletes().mode()) {
      case COPY_ON_WRITE -> Optional.empty();
      case AUTO -> version < DELETE_FILES ? noDeleteFiles("delete rows of") : Optional.empty();
      case EQUALITY ->
          version < DELETE_FILES ? noDeleteFiles("write equality deletes to") : Optional.empty();
      case POSITION -> {
        if (version < DELETE_FILES) {
          yield noDeleteFiles("write position deletes to");
        }
        yield version < DELETION_VECTORS
            ? Optional.empty()
            : fault(
                "write position deletes to",
                "it has format version " + version + ", which takes deletion vectors",
                "Set " + own(TableSetting.DELETE_MODE) + " to auto or deletion-vector.");
      }
      case DELETION_VECTOR ->
          version < DELETION_VECTORS
              ? fault(
                  "write deletion vectors to",
                  "it has format version " + version + ", which has none",
                  "Set "
                      + own(TableSetting.DELETE_MODE)
                      + (version < DELETE_FILES ? " to copy-on-write" : " to auto or position")
                      + ", or upgrade the table (format-version=3).")
              : Optional.empty();
    };
  }

  private Optional<String> noDeleteFiles(String action) {
    return fault(
        action,
        "it has format version 1, which has no delete files",
        "Set "
            + own(TableSetting.DELETE_MODE)
            + " to copy-on-write, or upgrade the table (format-version=2).");
  }

  private Optional<String> orderFault(Schema schema) {
    try {
      orderingColumns(schema);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(inTable(e));
    }
  }

  private Optional<String> updateFault(Schema schema) {
    return options.updateColumns().stream()
        .filter(name -> column(schema, name).isEmpty())
        .findFirst()
        .flatMap(
            name ->
                fault(
                    "limit updates of",
                    "it has no column '" + name + "'",
                    "Set " + own(TableSetting.UPDATE_COLUMNS) + " to columns that it has."));
  }

  private Optional<String> flagFault(Schema schema) {
    if (!options.keepsDeletedRows()) {
      return Optional.empty();
    }
    String flag = options.deletes().softDeleteColumn();
    Optional<Types.NestedField> column = column(schema, flag);
    if (column.isEmpty()) {
      return fault(
          "flag deleted rows of",
          "it has no column '" + flag + "'",
          "Add it: ALTER TABLE %s ADD COLUMN %s boolean, or set %s to one that it has."
              .formatted(options.table(), flag, own(TableSetting.SOFT_DELETE_COLUMN)));
    }
    Type type = column.orElseThrow().type();
    return type.typeId() == Type.TypeID.BOOLEAN
        ? Optional.empty()
        : fault(
            "flag deleted rows of",
            "its column '" + flag + "' is of type " + type + ", not boolean",
            "Set " + own(TableSetting.SOFT_DELETE_COLUMN) + " to a boolean column.");
  }

  private Optional<Types.NestedField> column(Schema schema, String name) {
    Optional<Types.NestedField> exact =
        schema.columns().stream().filter(column -> column.name().equals(name)).findFirst();
    return columnNames == ColumnNames.EXACT
        ? exact
        : exact.or(
            () ->
                schema.columns().stream()
                    .filter(column -> column.name().equalsIgnoreCase(name))
                    .findFirst());
  }

  private Optional<String> fault(String action, String reason, String advice) {
    return Optional.of(
        "Cannot %s table '%s': %s. %s".formatted(action, options.table(), reason, advice));
  }

  private String own(TableSetting setting) {
    return setting.own(options.table());
  }
}
