package io.frazil.transforms.dms;

import static java.util.Objects.requireNonNull;

import io.frazil.transforms.dms.CsvLine.Field;
import io.frazil.transforms.dms.CsvLine.Quoting;
import io.frazil.transforms.envelope.ChangeOperation;
import io.frazil.transforms.envelope.SourceChange;
import io.frazil.transforms.envelope.SourceTable;
import io.frazil.transforms.record.KeyColumns;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * The columns of one table as its lines have them, those of the row apart from the commit's time.
 * The operation is none of them. Not thread-safe, as transforms are not.
 */
final class CsvTable {
  private final List<CsvColumn> columns;
  private final Rules rules;
  private final Schema rowSchema;
  private final KeyColumns keyColumns;

  private CsvTable(List<CsvColumn> columns, Rules rules, Schema rowSchema, KeyColumns keyColumns) {
    this.columns = columns;
    this.rules = rules;
    this.rowSchema = rowSchema;
    this.keyColumns = keyColumns;
  }

  /**
   * A table.
   *
   * @param keyOption the option that names the key columns, for messages
   * @throws ConfigException if a key column is no column of the row
   */
  static CsvTable of(
      List<CsvColumn> columns, Rules rules, String keyOption, KeyColumns keyColumns) {
    requireNonNull(keyColumns, "keyColumns");
    List<CsvColumn> ofRow = columns.stream().filter(column -> !rules.isTimestamp(column)).toList();
    List<String> names = ofRow.stream().map(CsvColumn::name).toList();
    for (String keyColumn : keyColumns.names()) {
      if (!names.contains(keyColumn)) {
        throw new ConfigException(
            keyOption,
            keyColumns.names(),
            "'" + keyColumn + "' is not one of the row's columns " + names + ".");
      }
    }
    SchemaBuilder row = SchemaBuilder.struct();
    ofRow.forEach(
        column -> row.field(column.name(), column.type().schema().get().optional().build()));
    return new CsvTable(List.copyOf(columns), rules, row.build(), keyColumns);
  }

  /** How many fields a line has for this table. */
  int width() {
    return columns.size();
  }

  /** What an operation's field says. */
  static ChangeOperation operation(Field field, int place) {
    return switch (field.text().strip().toUpperCase(Locale.ROOT)) {
      case "I" -> ChangeOperation.INSERT;
      case "U" -> ChangeOperation.UPDATE;
      case "D" -> ChangeOperation.DELETE;
      default -> throw new DataException("field " + place + " (the operation) is not I, U or D");
    };
  }

  /**
   * The change that a line tells.
   *
   * @param fields the line's fields for the columns
   * @param places where each of them stands in its line, counted from 1
   */
  SourceChange change(
      ChangeOperation operation,
      Optional<SourceTable> table,
      List<Field> fields,
      List<Integer> places) {
    Struct row = new Struct(rowSchema);
    Optional<String> position = Optional.empty();
    Optional<Instant> time = Optional.empty();
    for (int index = 0; index < columns.size(); index++) {
      CsvColumn column = columns.get(index);
      Field field = fields.get(index);
      int place = places.get(index);
      if (rules.isNull(field)) {
        continue;
      }
      if (rules.isTimestamp(column)) {
        position = Optional.of(field.text());
        time = Optional.of(time(field.text(), column, place));
      } else {
        row.put(
            column.name(),
            column
                .type()
                .read(field.text())
                .orElseThrow(() -> unreadable(column, place, column.type().expectation())));
      }
    }
    SchemaAndValue value = new SchemaAndValue(rowSchema, row);
    return new SourceChange(
        operation,
        time,
        position,
        table,
        keyColumns.keyOf(value),
        Optional.of(value),
        Optional.empty());
  }

  private static Instant time(String text, CsvColumn column, int place) {
    try {
      return LocalDateTime.parse(text.replace(' ', 'T')).toInstant(ZoneOffset.UTC);
    } catch (DateTimeException notATime) {
      throw unreadable(column, place, "a time such as 2026-03-02 10:15:30.123456");
    }
  }

  private static DataException unreadable(CsvColumn column, int place, String expectation) {
    return new DataException(
        "field " + place + " (column '" + column.name() + "') is not " + expectation);
  }

  /**
   * How values are to be read, whatever table they are of.
   *
   * @param nullValue what a field without quotes holds when it is null
   * @param timestampColumn the column that tells when a change was committed
   */
  record Rules(String nullValue, Optional<String> timestampColumn) {
    Rules {
      requireNonNull(nullValue, "nullValue");
      requireNonNull(timestampColumn, "timestampColumn");
    }

    private boolean isNull(Field field) {
      return field.quoting() == Quoting.PLAIN && field.text().equals(nullValue);
    }

    private boolean isTimestamp(CsvColumn column) {
      return timestampColumn.filter(column.name()::equalsIgnoreCase).isPresent();
    }
  }
}
