package io.frazil.connector.convert;

import io.frazil.connector.change.ConnectValue;
import io.frazil.connector.convert.Columns.Column;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.iceberg.data.Record;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Structs and maps become the rows of a struct's columns. A column that the source lacks is null; a
 * field that the table lacks is passed over and reported once.
 *
 * <p>What a Connect schema's fields, and a map's names, go to is found once and remembered. Not
 * thread-safe.
 */
final class StructConverter implements ValueConverter {
  /** Sources with a fresh schema for each record, or names made of data, must not fill the heap. */
  private static final int MAX_SCHEMAS = 64;

  private static final int MAX_NAMES = 4_096;
  private static final BitSet NONE = new BitSet(0);
  private static final String MISSING = "it is missing or null, and the column is required";

  private final Columns columns;
  private final Predicate<String> isLeftOut;
  private final UnknownFieldListener unknownFields;
  private final IdentityHashMap<Schema, FieldPlan> plans = new IdentityHashMap<>();
  private final Map<String, Optional<Column>> columnsByName = new HashMap<>();
  private final Set<String> reported = new HashSet<>();

  /**
   * @param isLeftOut tells the fields that are passed over without a report
   */
  StructConverter(
      Columns columns, Predicate<String> isLeftOut, UnknownFieldListener unknownFields) {
    this.columns = columns;
    this.isLeftOut = isLeftOut;
    this.unknownFields = unknownFields;
  }

  @Override
  public Record convert(Object value) {
    Record row = withoutCheck(value);
    requireValues(row, MISSING);
    return row;
  }

  /** A row of one value, as if it were a field of a struct or map. */
  Record ofField(String name, ConnectValue value) {
    Record row = columns.emptyRow();
    column(name).ifPresent(column -> set(row, column, value));
    requireValues(row, MISSING);
    return row;
  }

  /** Sets a column's value, converted, also where fields of its name are left out. */
  void set(Record row, String name, ConnectValue value) {
    columns.find(name).ifPresent(column -> set(row, column, value));
  }

  private static void set(Record row, Column column, ConnectValue value) {
    set(row, value.schema().map(column::forSource).orElse(column), value.value());
  }

  /** A row that has no values but the constant ones. */
  Record emptyRow() {
    return columns.emptyRow();
  }

  /**
   * @param reason what is wrong if a required column has no value
   * @throws ConversionException if one has none
   */
  void requireValues(Record row, String reason) {
    requireValues(row, NONE, reason);
  }

  /** The same but for some columns, by their positions. */
  void requireValues(Record row, BitSet columnsLeftOut, String reason) {
    columns.requireValues(row, columnsLeftOut, reason);
  }

  /** The value as a row whose required columns may be empty yet. */
  Record withoutCheck(Object value) {
    return without(Set.of(), value);
  }

  /** The same without the values of some fields. */
  Record without(Set<String> fields, Object value) {
    Record row = columns.emptyRow();
    if (value instanceof Map<?, ?> map) {
      fill(row, map, fields);
    } else if (value instanceof Struct struct) {
      plan(struct.schema()).fill(row, struct, fields);
    } else {
      throw ConversionException.unsuited(value, columns.type());
    }
    return row;
  }

  /** The position of the column that a field goes to, if there is one. */
  OptionalInt position(String field) {
    Optional<Column> column = column(field);
    return column.isPresent() ? OptionalInt.of(column.get().position()) : OptionalInt.empty();
  }

  /** Sets a column's value, converted. */
  static void set(Record row, Column column, Object value) {
    if (row.get(column.position()) != null) {
      throw ConversionException.of("two fields fit the column, their names differ in case")
          .within(column.name());
    }
    try {
      row.set(column.position(), column.converter().convert(value));
    } catch (ConversionException e) {
      throw e.within(column.name());
    }
  }

  private void fill(Record row, Map<?, ?> map, Set<String> leftOut) {
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String name)) {
        throw ConversionException.of("the name of a field in it is not text");
      }
      Optional<Column> known = columnsByName.get(name);
      Optional<Column> column = known != null ? known : resolved(name);
      if (entry.getValue() != null && !leftOut.contains(name)) {
        if (column.isPresent()) {
          set(row, column.get(), entry.getValue());
        } else if (!isLeftOut.test(name)) {
          unknownFields.valueLeftOut();
        }
      }
    }
  }

  private Optional<Column> resolved(String name) {
    Optional<Column> column = column(name);
    if (columnsByName.size() < MAX_NAMES) {
      columnsByName.put(name, column);
    }
    return column;
  }

  private FieldPlan plan(Schema schema) {
    FieldPlan known = plans.get(schema);
    if (known != null) {
      return known;
    }
    if (plans.size() == MAX_SCHEMAS) {
      plans.clear();
    }
    FieldPlan plan = FieldPlan.of(schema, this::column);
    plans.put(schema, plan);
    return plan;
  }

  private Optional<Column> column(String field) {
    if (isLeftOut.test(field)) {
      return Optional.empty();
    }
    Optional<Column> column = columns.find(field);
    if (column.isEmpty() && reported.size() < MAX_NAMES && reported.add(field)) {
      unknownFields.unknownField(columns.path(field));
    }
    return column;
  }
}
