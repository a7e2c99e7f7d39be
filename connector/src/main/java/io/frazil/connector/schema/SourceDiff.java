package io.frazil.connector.schema;

import io.frazil.connector.convert.NameMatching;
import io.frazil.connector.schema.SchemaChange.AddColumn;
import io.frazil.connector.schema.SchemaChange.WidenType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/**
 * What a table lacks for all records of a Connect schema: the columns of its fields, and the types
 * of their values. Used once.
 */
final class SourceDiff {
  private final NameMatching matching;
  private final SourceTypes types;
  private final List<SchemaChange> changes = new ArrayList<>();

  SourceDiff(NameMatching matching, ColumnRequirement requirement, TimestampUnit finestUnit) {
    this.matching = matching;
    this.types = new SourceTypes(requirement, finestUnit);
  }

  /**
   * The changes, parents before what is in them.
   *
   * @throws DataException if a field that has no column has no type in Iceberg either
   */
  List<SchemaChange> of(Types.StructType table, List<Field> fields) {
    compare(table, fields, Optional.empty());
    return List.copyOf(changes);
  }

  private void compare(Types.StructType table, List<Field> fields, Optional<String> parent) {
    Set<String> added = new HashSet<>();
    for (Field field : fields) {
      Optional<Types.NestedField> column = matching.column(table, field.name());
      if (column.isPresent()) {
        compare(column.get().type(), field.schema(), Paths.of(parent, column.get().name()));
      } else if (added.add(matching.normalized(field.name()))) {
        type(field, parent)
            .ifPresent(type -> changes.add(new AddColumn(parent, field.name(), type)));
      }
    }
  }

  private void compare(Type column, Schema source, String path) {
    if (column.isStructType() && source.type() == Schema.Type.STRUCT) {
      compare(column.asStructType(), source.fields(), Optional.of(path));
    } else if (column.isListType() && source.type() == Schema.Type.ARRAY) {
      compare(
          column.asListType().elementType(), source.valueSchema(), Paths.of(path, Paths.ELEMENT));
    } else if (column.isMapType() && source.type() == Schema.Type.MAP) {
      compare(column.asMapType().valueType(), source.valueSchema(), Paths.of(path, Paths.VALUE));
    } else if (Widening.widest(column).isPresent()) {
      typeIfAny(source, path)
          .flatMap(type -> Widening.toHold(column, type))
          .ifPresent(wider -> changes.add(new WidenType(path, wider)));
    }
  }

  private Optional<Type> type(Field field, Optional<String> parent) {
    return types.columns(List.of(field), parent.map(path -> path + Paths.JOINT).orElse("")).stream()
        .<Type>map(Types.NestedField::type)
        .findFirst();
  }

  /** What has no type of its own may still have values that fit the column. */
  private Optional<Type> typeIfAny(Schema source, String path) {
    try {
      return type(new Field(path, 0, source), Optional.empty());
    } catch (DataException e) {
      return Optional.empty();
    }
  }
}
