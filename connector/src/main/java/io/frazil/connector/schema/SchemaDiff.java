package io.frazil.connector.schema;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.convert.NameMatching;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.TypeUtil;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.errors.DataException;

/**
 * What the schema of a table lacks for records. A column that is added is optional, and of the type
 * that it would have in a created table; a type is only widened, a column only made optional, and
 * key columns stay required.
 *
 * @param keyColumns the key columns' names, with those of their parents joined by dots
 * @param fieldsLeftOut top-level fields of rows that are no columns
 * @param columnsOfOurs top-level columns that have values whatever the row has
 * @param matching how names of fields find their columns
 * @param requirement which fields are required within structs that are added
 * @param finestUnit of timestamps in columns that are added
 */
public record SchemaDiff(
    List<String> keyColumns,
    Set<String> fieldsLeftOut,
    Set<String> columnsOfOurs,
    NameMatching matching,
    ColumnRequirement requirement,
    TimestampUnit finestUnit) {
  public SchemaDiff {
    keyColumns = List.copyOf(keyColumns);
    fieldsLeftOut = Set.copyOf(fieldsLeftOut);
    columnsOfOurs = Set.copyOf(columnsOfOurs);
    requireNonNull(matching, "matching");
    requireNonNull(requirement, "requirement");
    requireNonNull(finestUnit, "finestUnit");
  }

  /**
   * What is lacking for all rows of a Connect schema, whatever their values.
   *
   * @throws DataException if a field has neither a column nor a type
   */
  public List<SchemaChange> forSchema(
      Schema table, org.apache.kafka.connect.data.Schema rowSchema) {
    List<Field> fields = new ArrayList<>(rowSchema.fields());
    fields.removeIf(field -> fieldsLeftOut.contains(field.name()));
    return new SourceDiff(matching, requirement, finestUnit).of(table.asStruct(), fields);
  }

  /**
   * What is lacking for the values of a row.
   *
   * @throws DataException if a value has neither a column nor a type
   */
  public List<SchemaChange> forRow(Schema table, Object row) {
    return new RowDiff(matching, stayRequired(table)).of(table.asStruct(), row, fieldsLeftOut);
  }

  /** Which types are to be wider for the values of a row that is not written. */
  public List<SchemaChange> forKeyOf(Schema table, Object row) {
    return new RowDiff(matching, Set.of()).widenings(table.asStruct(), row, fieldsLeftOut);
  }

  /** Key columns, the table's own among them, and the structs that they are in. */
  private Set<Integer> stayRequired(Schema table) {
    Set<Integer> ids = new HashSet<>(table.identifierFieldIds());
    Stream.concat(keyColumns.stream(), columnsOfOurs.stream())
        .flatMap(name -> matching.column(table, name).stream())
        .forEach(column -> ids.add(column.fieldId()));
    Map<Integer, Integer> parents = TypeUtil.indexParents(table.asStruct());
    for (int id : List.copyOf(ids)) {
      for (Integer parent = parents.get(id); parent != null; parent = parents.get(parent)) {
        ids.add(parent);
      }
    }
    return ids;
  }
}
