package io.frazil.transforms.record;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * A struct, or a map of a record without schemas, read alike. Objects inside are of the same kind.
 * A field that is null and one that is missing are the same here. What is not of the form that is
 * asked for is a DataException that names the field's path and never holds a value.
 */
public final class ConnectObject {
  private final String path;
  private final Object value;

  private ConnectObject(String path, Object value) {
    this.path = path;
    this.value = value;
  }

  /** The record's value, which must not be null. */
  public static ConnectObject valueOf(ConnectRecord<?> record) {
    return of("value", "", record.valueSchema(), record.value());
  }

  /** The record's key, which must not be null; paths in messages begin with {@code key}. */
  public static ConnectObject keyOf(ConnectRecord<?> record) {
    return of("key", "key.", record.keySchema(), record.key());
  }

  private static ConnectObject of(String part, String path, Schema schema, Object value) {
    boolean fits = schema == null ? value instanceof Map : value instanceof Struct;
    if (!fits) {
      throw new DataException(
          "its %s is neither a struct with a schema nor a map without one. Check the %s converter"
              .formatted(part, part));
    }
    return new ConnectObject(path, value);
  }

  /** Whether this is a struct; else it is a map. */
  public boolean isStruct() {
    return value instanceof Struct;
  }

  /** The struct with its schema, or the map without one. */
  public SchemaAndValue whole() {
    return new SchemaAndValue(value instanceof Struct struct ? struct.schema() : null, value);
  }

  /** Whether any field has a value. */
  public boolean hasValues() {
    return value instanceof Struct struct
        ? struct.schema().fields().stream()
            .anyMatch(field -> struct.getWithoutDefault(field.name()) != null)
        : ((Map<?, ?>) value).values().stream().anyMatch(Objects::nonNull);
  }

  /** A field's value; never the default of its schema. */
  public Optional<Object> value(String field) {
    if (value instanceof Struct struct) {
      return struct.schema().field(field) == null
          ? Optional.empty()
          : Optional.ofNullable(struct.getWithoutDefault(field));
    }
    return Optional.ofNullable(((Map<?, ?>) value).get(field));
  }

  /** A field that holds text. */
  public Optional<String> text(String field) {
    return value(field)
        .map(
            found -> {
              if (found instanceof String text) {
                return text;
              }
              throw not(field, "text");
            });
  }

  /** A field that holds a whole number. */
  public Optional<Long> wholeNumber(String field) {
    return value(field)
        .map(
            found -> {
              if (found instanceof Long
                  || found instanceof Integer
                  || found instanceof Short
                  || found instanceof Byte) {
                return ((Number) found).longValue();
              }
              throw not(field, "a whole number");
            });
  }

  /** A field that holds an object of the same kind. */
  public Optional<ConnectObject> object(String field) {
    return value(field)
        .map(
            found -> {
              if (isStruct() ? found instanceof Struct : found instanceof Map) {
                return new ConnectObject(path + field + ".", found);
              }
              throw not(field, "an object");
            });
  }

  /** Says that a field is missing that is needed. */
  public DataException missing(String field) {
    return new DataException("field '" + path + field + "' is missing or null");
  }

  /** Says that a field is not what it must be. */
  public DataException not(String field, String expectation) {
    return new DataException("field '" + path + field + "' is not " + expectation);
  }
}
