package io.frazil.connector.intake;

import io.frazil.connector.change.ConnectValue;
import io.frazil.connector.config.CreationOptions;
import io.frazil.connector.config.CreationOptions.IdentifierFields;
import io.frazil.connector.config.CreationOptions.MissingTable;
import io.frazil.connector.config.TableOptions;
import io.frazil.connector.config.WriteMode;
import io.frazil.connector.schema.ColumnRequirement;
import io.frazil.connector.schema.NewTableSchema;
import io.frazil.connector.schema.TimestampUnit;
import io.frazil.connector.table.NewTable;
import io.frazil.connector.table.PartitionBy;
import io.frazil.connector.table.TableUse;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.errors.DataException;

/** What missing tables are created like. */
record NewTables(CreationOptions creation) {
  private static final int FIRST_WITH_NANOSECONDS = 3;

  boolean areCreated() {
    return creation.missingTable() == MissingTable.CREATE;
  }

  /**
   * A table for rows like this one.
   *
   * @param keyColumns the key columns' names; none for a table without a key
   * @param fieldsLeftOut fields of the row that are no columns
   * @throws DataException if there is no such table
   * @throws IllegalArgumentException if it would not be what is required of it
   */
  NewTable of(
      TableRequirements requirements,
      ConnectValue row,
      List<String> keyColumns,
      Set<String> fieldsLeftOut) {
    TableOptions options = requirements.options();
    Schema schema = schema(options, keyColumns, fieldsLeftOut).of(row);
    // A table that lacks them could not be written to.
    requirements.orderingColumns(schema);
    NewTable table =
        new NewTable(
            TableIdentifier.parse(options.table()),
            schema,
            PartitionBy.parse(String.join(",", options.partitionBy())),
            creation.properties(),
            use(options));
    return creation.identifierFields() == IdentifierFields.NONE
        ? table.withoutIdentifierFields()
        : table;
  }

  private NewTableSchema schema(
      TableOptions options, List<String> keyColumns, Set<String> fieldsLeftOut) {
    TimestampUnit unit =
        finestUnit(Integer.parseInt(use(options).formatVersion(creation.properties())));
    if (options.writeMode() == WriteMode.CHANGELOG) {
      // Several rows have the same key, and those of truncates have none.
      return new NewTableSchema(List.of(), fieldsLeftOut, ColumnRequirement.ALL_OPTIONAL)
          .withFinestUnit(unit)
          .withColumns(ChangelogColumns.ALL);
    }
    NewTableSchema schema =
        new NewTableSchema(keyColumns, fieldsLeftOut, requirement()).withFinestUnit(unit);
    return options.keepsDeletedRows()
        ? schema.withColumns(
            List.of(
                Types.NestedField.optional(
                    0, options.deletes().softDeleteColumn(), Types.BooleanType.get())))
        : schema;
  }

  /** The finest unit of timestamps in tables of a format version. */
  static TimestampUnit finestUnit(int formatVersion) {
    return formatVersion < FIRST_WITH_NANOSECONDS
        ? TimestampUnit.MICROSECONDS
        : TimestampUnit.NANOSECONDS;
  }

  /** Which of their columns are required, besides the key. */
  ColumnRequirement requirement() {
    return switch (creation.nullability()) {
      case AS_RECORD -> ColumnRequirement.AS_IN_SOURCE;
      case ALL_OPTIONAL -> ColumnRequirement.ALL_OPTIONAL;
    };
  }

  private static TableUse use(TableOptions options) {
    if (options.writeMode() != WriteMode.UPSERT) {
      return TableUse.APPEND;
    }
    return switch (options.deletes().mode()) {
      case AUTO ->
          options.deletes().readers().needVectors()
              ? TableUse.DELETION_VECTORS
              : TableUse.POSITION_DELETES;
      case POSITION -> TableUse.POSITION_DELETES;
      case DELETION_VECTOR -> TableUse.DELETION_VECTORS;
      case COPY_ON_WRITE -> TableUse.COPY_ON_WRITE;
      case EQUALITY -> TableUse.EQUALITY_DELETES;
    };
  }
}
