package io.frazil.transforms.envelope;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * The table of the source that a change is of.
 *
 * @param database the database, where the source names one
 * @param schema the schema; empty for sources that have none, such as MySQL
 * @param table the table's or the collection's name
 */
public record SourceTable(Optional<String> database, Optional<String> schema, String table) {
  /** Checks the parts; a blank name is none. */
  public SourceTable {
    database = database.filter(name -> !name.isBlank());
    schema = schema.filter(name -> !name.isBlank());
    requireNonNull(table, "table");
  }

  /** Schema and table, or database and table, joined by a dot. */
  @Override
  public String toString() {
    return schema.or(() -> database).map(name -> name + ".").orElse("") + table;
  }
}
