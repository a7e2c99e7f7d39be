package io.frazil.transforms.dms;

import static java.util.Objects.requireNonNull;

import io.frazil.transforms.envelope.ChangeOperation;
import io.frazil.transforms.record.DerivedSchemas;
import io.frazil.transforms.record.Fields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;

/**
 * Tells the row after a change from what a message says of the row before it: either an object
 * beside the row, or columns in it whose names begin with a prefix. A before image without any
 * value is none. Not thread-safe, as transforms are not.
 */
final class Images {
  private static final String DATA = "data";

  private final String beforeField;
  private final String beforePrefix;
  private final DerivedSchemas rowSchemas = new DerivedSchemas();
  private final DerivedSchemas beforeSchemas = new DerivedSchemas();

  /**
   * Reads before images of one form or the other.
   *
   * @param beforeField the name of the object
   * @param beforePrefix the prefix of the columns; empty if there are none such
   */
  Images(String beforeField, String beforePrefix) {
    this.beforeField = requireNonNull(beforeField, "beforeField");
    this.beforePrefix = requireNonNull(beforePrefix, "beforePrefix");
  }

  /** The row and the one before it, as a message of this operation has them. */
  RowImages read(Fields message, ChangeOperation operation) {
    Fields data = message.nested(DATA).orElseThrow(() -> message.missing(DATA));
    Optional<Fields> before = message.nested(beforeField);
    if (before.isPresent() || data.names().stream().noneMatch(this::isOfBefore)) {
      return new RowImages(data.whole(), before.filter(Fields::hasValues).map(Fields::whole));
    }
    RowImages images = split(data);
    if (images.before().isPresent() && operation == ChangeOperation.INSERT) {
      throw new DataException(
          "a new row has columns that begin with '%s', so they are the table's own. Set before.image.prefix to another text, or to none."
              .formatted(beforePrefix));
    }
    return images;
  }

  private boolean isOfBefore(String column) {
    return !beforePrefix.isEmpty()
        && column.length() > beforePrefix.length()
        && column.startsWith(beforePrefix);
  }

  private RowImages split(Fields data) {
    Map<String, Object> row = new LinkedHashMap<>();
    Map<String, Object> before = new LinkedHashMap<>();
    data.values()
        .forEach(
            (column, value) -> {
              if (isOfBefore(column)) {
                before.put(column.substring(beforePrefix.length()), value);
              } else {
                row.put(column, value);
              }
            });
    Optional<Schema> schema = data.schema();
    return new RowImages(
        Fields.whole(schema.map(any -> rowSchemas.from(any, () -> rowSchema(any))), row),
        Optional.of(before)
            .filter(image -> image.values().stream().anyMatch(Objects::nonNull))
            .map(
                image ->
                    Fields.whole(
                        schema.map(any -> beforeSchemas.from(any, () -> beforeSchema(any))),
                        image)));
  }

  private Schema rowSchema(Schema data) {
    SchemaBuilder row = DerivedSchemas.withoutFields(data);
    for (Field field : data.fields()) {
      if (!isOfBefore(field.name())) {
        row.field(field.name(), field.schema());
      }
    }
    return row.build();
  }

  private Schema beforeSchema(Schema data) {
    SchemaBuilder before = SchemaBuilder.struct();
    for (Field field : data.fields()) {
      if (isOfBefore(field.name())) {
        before.field(field.name().substring(beforePrefix.length()), field.schema());
      }
    }
    return before.build();
  }

  /**
   * What a message says of its row.
   *
   * @param row the row after the change; of a deleted row, what is known of it
   * @param before the columns of the row before that are told, if any
   */
  record RowImages(SchemaAndValue row, Optional<SchemaAndValue> before) {}
}
