package io.frazil.connector.schema;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.apache.iceberg.types.Type;

/**
 * One thing that a table's schema lacks for a record. Columns are named by their paths: names with
 * those of their parents joined by dots, as Iceberg has them. Nothing is ever dropped or narrowed.
 */
public sealed interface SchemaChange {
  /**
   * There is a column more, an optional one.
   *
   * @param parent the path of the struct that gets it; empty for a column of the table itself
   * @param name the column's name
   * @param type its type; the fields in it have no ids of their own yet
   */
  record AddColumn(Optional<String> parent, String name, Type type) implements SchemaChange {
    public AddColumn {
      requireNonNull(parent, "parent");
      requireNonNull(name, "name");
      requireNonNull(type, "type");
    }
  }

  /**
   * A column is of a type that holds all values of its present one, and others.
   *
   * @param column the column's path
   * @param type its new type
   */
  record WidenType(String column, Type.PrimitiveType type) implements SchemaChange {
    public WidenType {
      requireNonNull(column, "column");
      requireNonNull(type, "type");
    }
  }

  /**
   * A column may be null.
   *
   * @param column the column's path
   */
  record MakeOptional(String column) implements SchemaChange {
    public MakeOptional {
      requireNonNull(column, "column");
    }
  }
}
