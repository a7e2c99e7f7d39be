package io.frazil.transforms.dms;

import static java.util.Objects.requireNonNull;

import io.frazil.transforms.envelope.ChangeOperation;
import io.frazil.transforms.record.ConnectObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.cache.LRUCache;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * Tells the row after a change from what a message says of the row before it: either an object
 * beside the row, or columns in it whose names begin with a prefix. A before image without any
 * value is none. Not thread-safe, as transforms are not.
 */
final class Images {
  private static final String DATA = "data";
  private static final int CACHED_SCHEMAS = 64;

  private final String beforeField;
  private final String beforePrefix;
  private final LRUCache<Schema, Halves> schemas = new LRUCache<>(CACHED_SCHEMAS);

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
  RowImages read(ConnectObject message, ChangeOperation operation) {
    ConnectObject data = message.object(DATA).orElseThrow(() -> message.missing(DATA));
    Optional<ConnectObject> before = message.object(beforeField);
    if (before.isPresent() || beforePrefix.isEmpty()) {
      return new RowImages(
          data.whole(), before.filter(ConnectObject::hasValues).map(ConnectObject::whole));
    }
    RowImages images =
        data.whole().value() instanceof Struct struct
            ? split(struct)
            : split((Map<?, ?>) data.whole().value());
    if (images.before().isPresent() && operation == ChangeOperation.INSERT) {
      throw new DataException(
          "a new row has columns that begin with '%s', so they are the table's own. Set before.image.prefix to another text, or to none."
              .formatted(beforePrefix));
    }
    return images;
  }

  private boolean isOfBefore(String column) {
    return column.length() > beforePrefix.length() && column.startsWith(beforePrefix);
  }

  private RowImages split(Map<?, ?> data) {
    Map<String, Object> row = new LinkedHashMap<>();
    Map<String, Object> before = new LinkedHashMap<>();
    data.forEach(
        (name, value) -> {
          String column = String.valueOf(name);
          if (isOfBefore(column)) {
            before.put(column.substring(beforePrefix.length()), value);
          } else {
            row.put(column, value);
          }
        });
    return new RowImages(
        new SchemaAndValue(null, row),
        Optional.of(new SchemaAndValue(null, before))
            .filter(image -> before.values().stream().anyMatch(Objects::nonNull)));
  }

  private RowImages split(Struct data) {
    Halves halves = schemas.get(data.schema());
    if (halves == null) {
      halves = halves(data.schema());
      schemas.put(data.schema(), halves);
    }
    if (halves.before().fields().isEmpty()) {
      return new RowImages(new SchemaAndValue(data.schema(), data), Optional.empty());
    }
    Struct row = new Struct(halves.row());
    for (Field field : halves.row().fields()) {
      row.put(field.name(), data.getWithoutDefault(field.name()));
    }
    Struct before = new Struct(halves.before());
    boolean hasValues = false;
    for (Field field : halves.before().fields()) {
      Object value = data.getWithoutDefault(beforePrefix + field.name());
      before.put(field.name(), value);
      hasValues |= value != null;
    }
    return new RowImages(
        new SchemaAndValue(row.schema(), row),
        hasValues ? Optional.of(new SchemaAndValue(before.schema(), before)) : Optional.empty());
  }

  private Halves halves(Schema data) {
    SchemaBuilder row = SchemaBuilder.struct().name(data.name()).version(data.version());
    SchemaBuilder before = SchemaBuilder.struct();
    List<Field> fields = data.fields();
    for (Field field : fields) {
      if (isOfBefore(field.name())) {
        before.field(field.name().substring(beforePrefix.length()), field.schema());
      } else {
        row.field(field.name(), field.schema());
      }
    }
    return new Halves(row.build(), before.build());
  }

  /**
   * What a message says of its row.
   *
   * @param row the row after the change; of a deleted row, what is known of it
   * @param before the columns of the row before that are told, if any
   */
  record RowImages(SchemaAndValue row, Optional<SchemaAndValue> before) {}

  private record Halves(Schema row, Schema before) {}
}
