package io.frazil.connector.schema;

import io.frazil.connector.convert.Fit;
import io.frazil.connector.convert.NameMatching;
import io.frazil.connector.schema.SchemaChange.AddColumn;
import io.frazil.connector.schema.SchemaChange.MakeOptional;
import io.frazil.connector.schema.SchemaChange.WidenType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * What a table lacks for the values of one row: columns for values in maps, wider types for values
 * that do not fit, nulls for values that are not there. Used once.
 */
final class RowDiff {
  private final NameMatching matching;
  private final Set<Integer> stayRequired;
  private final Set<SchemaChange> changes = new LinkedHashSet<>();
  private final Map<String, Addition> additions = new TreeMap<>();

  /**
   * @param stayRequired the field ids of columns that are not made optional
   */
  RowDiff(NameMatching matching, Set<Integer> stayRequired) {
    this.matching = matching;
    this.stayRequired = stayRequired;
  }

  /**
   * The changes; new columns come in the order of their paths, since maps have none.
   *
   * @param fieldsLeftOut top-level fields of the row that are no columns
   * @throws DataException if a value that has no column has no type either
   */
  List<SchemaChange> of(Types.StructType table, Object row, Set<String> fieldsLeftOut) {
    compare(table, row, Optional.empty(), fieldsLeftOut);
    additions.values().forEach(addition -> addition.change().ifPresent(changes::add));
    return List.copyOf(changes);
  }

  /** The wider types alone. */
  List<SchemaChange> widenings(Types.StructType table, Object row, Set<String> fieldsLeftOut) {
    compare(table, row, Optional.empty(), fieldsLeftOut);
    return changes.stream().filter(WidenType.class::isInstance).toList();
  }

  private void compare(
      Types.StructType table, Object row, Optional<String> parent, Set<String> fieldsLeftOut) {
    Map<Integer, Object> values = new HashMap<>();
    if (row instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        if (entry.getKey() instanceof String name
            && entry.getValue() != null
            && !fieldsLeftOut.contains(name)) {
          matching
              .column(table, name)
              .ifPresentOrElse(
                  column -> values.put(column.fieldId(), entry.getValue()),
                  () -> add(parent, name, entry.getValue()));
        }
      }
    } else if (row instanceof Struct struct) {
      for (Field field : struct.schema().fields()) {
        if (!fieldsLeftOut.contains(field.name())) {
          Optional.ofNullable(struct.getWithoutDefault(field.name()))
              .ifPresent(
                  value ->
                      matching
                          .column(table, field.name())
                          .ifPresent(column -> values.put(column.fieldId(), value)));
        }
      }
    } else {
      return;
    }
    for (Types.NestedField column : table.fields()) {
      compare(column, Optional.ofNullable(values.get(column.fieldId())), parent);
    }
  }

  private void compare(Types.NestedField column, Optional<Object> value, Optional<String> parent) {
    String path = Paths.of(parent, column.name());
    if (value.isPresent()) {
      compare(column.type(), value.get(), path);
    } else if (column.isRequired() && !stayRequired.contains(column.fieldId())) {
      changes.add(new MakeOptional(path));
    }
  }

  private void compare(Type column, Object value, String path) {
    if (column.isStructType()) {
      compare(column.asStructType(), value, Optional.of(path), Set.of());
    } else if (column.isListType() && value instanceof List<?> list) {
      Types.NestedField element = column.asListType().fields().get(0);
      list.forEach(each -> compare(element, Optional.ofNullable(each), Optional.of(path)));
    } else if (column.isMapType() && value instanceof Map<?, ?> map) {
      Types.NestedField mapValue = column.asMapType().fields().get(1);
      map.values().forEach(each -> compare(mapValue, Optional.ofNullable(each), Optional.of(path)));
    } else if (column.isPrimitiveType() && !Fit.fits(column.asPrimitiveType(), value)) {
      Widening.widest(column)
          .filter(wider -> Fit.fits(wider, value))
          .ifPresent(wider -> changes.add(new WidenType(path, wider)));
    }
  }

  private void add(Optional<String> parent, String name, Object value) {
    additions
        .computeIfAbsent(
            Paths.of(parent, matching.normalized(name)),
            path -> new Addition(parent, name, new ArrayList<>()))
        .values()
        .add(value);
  }

  /** A column that the table lacks, with the values for it: a list of structs has several. */
  private record Addition(Optional<String> parent, String name, List<Object> values) {
    private Optional<SchemaChange> change() {
      String prefix = parent.map(path -> path + Paths.JOINT).orElse("");
      Object value = values.size() == 1 ? values.get(0) : values;
      return InferredTypes.columns(Map.of(name, value), prefix).stream()
          .map(
              column ->
                  values.size() == 1 ? column.type() : column.type().asListType().elementType())
          .<SchemaChange>map(type -> new AddColumn(parent, name, type))
          .findFirst();
    }
  }
}
