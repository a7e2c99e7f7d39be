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
  private static final String DATABASE = "{db}";
  private static final String SCHEMA = "{schema}";
  private static final String TABLE = "{table}";

  /** Checks the parts. */
  public SourceTable {
    requireNonNull(database, "database");
    requireNonNull(schema, "schema");
    requireNonNull(table, "table");
  }

  /**
   * The pattern with this table's names in it: {@code {db}}, {@code {schema}} and {@code {table}}.
   * Where there is no schema the database stands for it, and the other way round.
   */
  String in(String pattern) {
    return pattern
        .replace(DATABASE, database.or(() -> schema).orElse(""))
        .replace(SCHEMA, schema.or(() -> database).orElse(""))
        .replace(TABLE, table);
  }

  /** Schema and table, or database and table, joined by a dot. */
  @Override
  public String toString() {
    return schema.or(() -> database).map(name -> name + ".").orElse("") + table;
  }
}
