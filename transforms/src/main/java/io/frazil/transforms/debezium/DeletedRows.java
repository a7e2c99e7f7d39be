package io.frazil.transforms.debezium;

import io.frazil.transforms.record.DerivedSchemas;
import io.frazil.transforms.record.Fields;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * What is known for sure of a deleted row: its key. PostgreSQL fills the other columns of the row
 * before with empty strings, zeros and nulls, unless the table has the replica identity full. Not
 * thread-safe.
 */
final class DeletedRows {
  private final DerivedSchemas schemas = new DerivedSchemas();

  /** A row of the table in which the key's fields are set; without a schema, the key's fields. */
  SchemaAndValue row(SchemaAndValue key, Optional<Schema> table) {
    Fields fields =
        Fields.of(key.value())
            .filter(any -> any.schema().isPresent() == table.isPresent())
            .orElseThrow(
                () ->
                    new DataException(
                        "its key has no fields, so the row that is deleted is unknown. Use the"
                            + " converter that wrote the key, and change keys after this transform"));
    return table.isPresent() ? struct(fields, table.get()) : fields.whole();
  }

  private SchemaAndValue struct(Fields key, Schema table) {
    Schema keySchema = key.schema().orElseThrow();
    Schema schema =
        schemas.from(
            List.of(Optional.of(table), Optional.of(keySchema)), () -> schema(table, keySchema));
    Struct row = new Struct(schema);
    for (Field field : keySchema.fields()) {
      Optional.ofNullable(schema.field(field.name()))
          .ifPresent(column -> row.put(column, key.get(column.name()).orElse(null)));
    }
    return new SchemaAndValue(schema, row);
  }

  private static Schema schema(Schema table, Schema key) {
    SchemaBuilder schema = DerivedSchemas.withoutFields(table);
    for (Field column : table.fields()) {
      Field keyField = key.field(column.name());
      schema.field(
          column.name(),
          keyField == null ? DerivedSchemas.optional(column.schema()) : keyField.schema());
    }
    return schema.build();
  }
}
