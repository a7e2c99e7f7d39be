package io.frazil.connector.schema;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.change.ConnectValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * The schema of a table to be created for a record. The same record always gives the same schema.
 *
 * <p>Columns come in the order of the record's schema. A schemaless record is unordered: its key
 * columns come first, in their configured order, then the others by name; a field that is null, an
 * empty list or an empty map tells no type and gives no column. Key columns become the identifier
 * fields, which are required.
 */
public final class NewTableSchema {
  private final List<String> keyColumns;
  private final Set<String> fieldsLeftOut;
  private final ColumnRequirement requirement;
  private final List<Types.NestedField> others;
  private final TimestampUnit finestUnit;

  /**
   * @param keyColumns the key columns' names, with those of their parents joined by dots; empty for
   *     a table without a key
   * @param fieldsLeftOut top-level fields of the record that are no columns
   * @param requirement which other columns are required
   */
  public NewTableSchema(
      List<String> keyColumns, Set<String> fieldsLeftOut, ColumnRequirement requirement) {
    this(keyColumns, fieldsLeftOut, requirement, List.of(), TimestampUnit.MICROSECONDS);
  }

  private NewTableSchema(
      List<String> keyColumns,
      Set<String> fieldsLeftOut,
      ColumnRequirement requirement,
      List<Types.NestedField> others,
      TimestampUnit finestUnit) {
    this.keyColumns = List.copyOf(keyColumns);
    this.fieldsLeftOut = Set.copyOf(fieldsLeftOut);
    this.requirement = requireNonNull(requirement, "requirement");
    this.others = List.copyOf(others);
    this.finestUnit = finestUnit;
  }

  /**
   * The same, with other columns at the end, in place of what the record has under their names in
   * any case: engines do not tell columns apart by case.
   *
   * @param columns optional ones, whose ids do not count
   */
  public NewTableSchema withColumns(List<Types.NestedField> columns) {
    return new NewTableSchema(keyColumns, fieldsLeftOut, requirement, columns, finestUnit);
  }

  /** The same, with the finest unit that the table's format has for timestamps. */
  public NewTableSchema withFinestUnit(TimestampUnit unit) {
    return new NewTableSchema(keyColumns, fieldsLeftOut, requirement, others, unit);
  }

  /**
   * The schema of a table that holds the row.
   *
   * @throws DataException if a field has no type in Iceberg, no field has one, or a key column
   *     cannot be an identifier field
   */
  public Schema of(ConnectValue row) {
    List<Types.NestedField> columns = new ArrayList<>(columns(row.value()));
    others.forEach(
        other -> columns.removeIf(column -> column.name().equalsIgnoreCase(other.name())));
    if (columns.isEmpty()) {
      throw new DataException(
          "Cannot create a table without columns: no field of the record has a value or a type.");
    }
    columns.addAll(others);
    List<Types.NestedField> keyed = columns;
    for (String keyColumn : keyColumns) {
      keyed = withKeyColumn(keyed, List.of(keyColumn.split("\\.", -1)), keyColumn);
    }
    AtomicInteger lastId = new AtomicInteger();
    Types.StructType struct =
        TypeUtil.assignFreshIds(Types.StructType.of(keyed), lastId::incrementAndGet).asStructType();
    return new Schema(struct.fields(), identifierIds(new Schema(struct.fields())));
  }

  private List<Types.NestedField> columns(Object row) {
    if (row instanceof Struct struct) {
      List<Field> fields = new ArrayList<>(struct.schema().fields());
      fields.removeIf(field -> fieldsLeftOut.contains(field.name()));
      return new SourceTypes(requirement, finestUnit).columns(fields, "");
    }
    if (row instanceof Map<?, ?> map) {
      Map<?, ?> fields = new HashMap<>(map);
      fields.keySet().removeAll(fieldsLeftOut);
      return keyColumnsFirst(InferredTypes.columns(fields, ""));
    }
    throw new DataException(
        "Cannot create a table for a %s: it is not a struct or a map."
            .formatted(row.getClass().getSimpleName()));
  }

  private List<Types.NestedField> keyColumnsFirst(List<Types.NestedField> columns) {
    Set<Types.NestedField> ordered = new LinkedHashSet<>();
    for (String keyColumn : keyColumns) {
      String topLevelName = keyColumn.split("\\.", -1)[0];
      columns.stream().filter(column -> column.name().equals(topLevelName)).forEach(ordered::add);
    }
    ordered.addAll(columns);
    return List.copyOf(ordered);
  }

  /** The columns with the one at the path made required, and its parents with it. */
  private static List<Types.NestedField> withKeyColumn(
      List<Types.NestedField> columns, List<String> path, String keyColumn) {
    List<Types.NestedField> changed = new ArrayList<>(columns);
    for (int i = 0; i < changed.size(); i++) {
      Types.NestedField column = changed.get(i);
      if (column.name().equals(path.get(0))) {
        Type type = withKeyColumn(column.type(), path.subList(1, path.size()), keyColumn);
        changed.set(i, Types.NestedField.required(column.fieldId(), column.name(), type));
        return changed;
      }
    }
    throw unusable(keyColumn, "the record has no such field, or no value for it");
  }

  private static Type withKeyColumn(Type type, List<String> path, String keyColumn) {
    if (!path.isEmpty()) {
      if (!type.isStructType()) {
        throw unusable(keyColumn, "it lies within a %s".formatted(type.typeId()));
      }
      return Types.StructType.of(withKeyColumn(type.asStructType().fields(), path, keyColumn));
    }
    if (!type.isPrimitiveType()) {
      throw unusable(keyColumn, "it is a %s, not a single value".formatted(type.typeId()));
    }
    if (type.typeId() == Type.TypeID.FLOAT || type.typeId() == Type.TypeID.DOUBLE) {
      throw unusable(keyColumn, "floating-point numbers do not compare reliably");
    }
    return type;
  }

  private Set<Integer> identifierIds(Schema schema) {
    Set<Integer> ids = new HashSet<>();
    for (String keyColumn : keyColumns) {
      ids.add(schema.findField(keyColumn).fieldId());
    }
    return ids;
  }

  private static DataException unusable(String keyColumn, String reason) {
    return new DataException(
        "Cannot use column '%s' as a key: %s. Choose other id-columns, or create the table."
            .formatted(keyColumn, reason));
  }
}
