package io.frazil.transforms.mongo;

import static java.util.Objects.requireNonNull;

import io.frazil.transforms.record.Fields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;

/**
 * Makes rows of documents: a column with the id, one with the document as JSON text.
 *
 * <p>An id that is an ObjectId becomes its 24 hexadecimal digits; any other stays the JSON text
 * that it is, a string with its quotes. So no two ids become the same.
 */
final class DocumentRows {
  /** The form of rows and keys: structs with a schema, or maps without one. */
  enum Form {
    STRUCT,
    MAP
  }

  private static final Pattern OBJECT_ID =
      Pattern.compile("\\{\\s*\"\\$oid\"\\s*:\\s*\"(\\p{XDigit}{24})\"\\s*}");

  private final String idField;
  private final String documentField;
  private final Schema rowSchema;
  private final Schema keySchema;

  DocumentRows(String idField, String documentField) {
    this.idField = requireNonNull(idField, "idField");
    this.documentField = requireNonNull(documentField, "documentField");
    this.rowSchema =
        SchemaBuilder.struct()
            .field(idField, Schema.STRING_SCHEMA)
            .field(documentField, Schema.OPTIONAL_STRING_SCHEMA)
            .build();
    this.keySchema = SchemaBuilder.struct().field(idField, Schema.STRING_SCHEMA).build();
  }

  /** The id of a row, for an id in Extended JSON. */
  static String id(String json) {
    Matcher objectId = OBJECT_ID.matcher(json.strip());
    return objectId.matches() ? objectId.group(1) : json;
  }

  SchemaAndValue key(String id, Form form) {
    return Fields.whole(in(form, keySchema), Map.of(idField, id));
  }

  SchemaAndValue row(String id, Optional<String> document, Form form) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(idField, id);
    document.ifPresent(text -> row.put(documentField, text));
    return Fields.whole(in(form, rowSchema), row);
  }

  private static Optional<Schema> in(Form form, Schema schema) {
    return switch (form) {
      case STRUCT -> Optional.of(schema);
      case MAP -> Optional.empty();
    };
  }
}
