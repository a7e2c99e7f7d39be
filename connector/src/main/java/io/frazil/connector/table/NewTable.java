package io.frazil.connector.table;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * A table to be created where it is missing.
 *
 * @param identifier its name
 * @param schema its columns, in their order, and its identifier fields; the catalog chooses the
 *     field ids anew
 * @param partitionBy its partitions
 * @param properties its properties, {@code format-version} among them; without it the table gets
 *     version 2, or 3 if its use needs that
 * @param use what for
 */
public record NewTable(
    TableIdentifier identifier,
    Schema schema,
    PartitionBy partitionBy,
    Map<String, String> properties,
    TableUse use) {
  public NewTable {
    requireNonNull(identifier, "identifier");
    requireNonNull(schema, "schema");
    requireNonNull(partitionBy, "partitionBy");
    properties = Map.copyOf(properties);
    requireNonNull(use, "use");
  }

  /** The same table without identifier fields, for catalogs that refuse them. */
  public NewTable withoutIdentifierFields() {
    return new NewTable(
        identifier, new Schema(schema.columns(), Set.of()), partitionBy, properties, use);
  }
}
