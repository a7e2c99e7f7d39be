package io.frazil.transforms.record;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * The fields of a struct, or of a map without a schema, read in the same way. It is a view: the
 * struct or the map must not change meanwhile.
 */
public final class Fields implements NamedValues {
  private final String prefix;
  private final Object holder;

  private Fields(String prefix, Object holder) {
    this.prefix = requireNonNull(prefix, "prefix");
    this.holder = requireNonNull(holder, "holder");
  }

  /** The fields of a struct or of a map; empty if it is something else. */
  public static Optional<Fields> of(Object holder) {
    return holder instanceof Struct || holder instanceof Map
        ? Optional.of(new Fields("", holder))
        : Optional.empty();
  }

  /**
   * The fields of a record's value.
   *
   * @throws DataException if it is neither a struct with a schema nor a map without one
   */
  public static Fields valueOf(ConnectRecord<?> record) {
    return part("value", "", record.valueSchema(), record.value());
  }

  /**
   * The fields of a record's key; their paths begin with {@code key}.
   *
   * @throws DataException if it is neither a struct with a schema nor a map without one
   */
  public static Fields keyOf(ConnectRecord<?> record) {
    return part("key", "key.", record.keySchema(), record.key());
  }

  private static Fields part(String part, String prefix, Schema schema, Object holder) {
    boolean fits = schema == null ? holder instanceof Map : holder instanceof Struct;
    if (!fits) {
      throw new DataException(
          "its %s is neither a struct with a schema nor a map without one. Check %s.converter"
              .formatted(part, part));
    }
    return new Fields(prefix, holder);
  }

  /**
   * A struct with these values, each of which must be a field of the schema; or, without a schema,
   * the values themselves.
   */
  public static SchemaAndValue whole(Optional<Schema> schema, Map<String, Object> values) {
    if (schema.isEmpty()) {
      return new SchemaAndValue(null, values);
    }
    Struct struct = new Struct(schema.get());
    values.forEach(struct::put);
    return new SchemaAndValue(struct.schema(), struct);
  }

  /** Whether there is such a field, be it null. */
  public boolean has(String name) {
    return holder instanceof Struct struct
        ? struct.schema().field(name) != null
        : ((Map<?, ?>) holder).containsKey(name);
  }

  /** Whether any field has a value. */
  public boolean hasValues() {
    return names().stream().anyMatch(name -> get(name).isPresent());
  }

  /** The names of all fields. */
  public List<String> names() {
    return holder instanceof Struct struct
        ? struct.schema().fields().stream().map(Field::name).toList()
        : ((Map<?, ?>) holder).keySet().stream().map(String::valueOf).toList();
  }

  /** All values by their names, in their order, nulls among them; a copy that may be changed. */
  public Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    if (holder instanceof Struct struct) {
      for (Field field : struct.schema().fields()) {
        values.put(field.name(), struct.getWithoutDefault(field.name()));
      }
    } else {
      ((Map<?, ?>) holder).forEach((name, value) -> values.put(String.valueOf(name), value));
    }
    return values;
  }

  @Override
  public Optional<Object> get(String name) {
    if (!has(name)) {
      return Optional.empty();
    }
    return Optional.ofNullable(
        holder instanceof Struct struct
            ? struct.getWithoutDefault(name)
            : ((Map<?, ?>) holder).get(name));
  }

  @Override
  public String path(String name) {
    return prefix + name;
  }

  /** The fields of a field, which must be of the same kind as this: a struct, or a map. */
  public Optional<Fields> nested(String name) {
    return get(name)
        .map(
            value -> {
              if (holder instanceof Struct ? value instanceof Struct : value instanceof Map) {
                return new Fields(path(name) + ".", value);
              }
              throw wrong(name, "is not a " + (holder instanceof Struct ? "struct" : "map"));
            });
  }

  /** The struct's schema; empty for a map. */
  public Optional<Schema> schema() {
    return holder instanceof Struct struct ? Optional.of(struct.schema()) : Optional.empty();
  }

  /** The schema of a field, if this is a struct that has it. */
  public Optional<Schema> schema(String name) {
    return schema().map(schema -> schema.field(name)).map(Field::schema);
  }

  /** The struct with its schema, or the map without one. */
  public SchemaAndValue whole() {
    return new SchemaAndValue(schema().orElse(null), holder);
  }
}
