package io.frazil.transforms.record;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;

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

  /** Whether there is such a field, be it null. */
  public boolean has(String name) {
    return holder instanceof Struct struct
        ? struct.schema().field(name) != null
        : ((Map<?, ?>) holder).containsKey(name);
  }

  /** The names of all fields. */
  public List<String> names() {
    return holder instanceof Struct struct
        ? struct.schema().fields().stream().map(Field::name).toList()
        : ((Map<?, ?>) holder).keySet().stream().map(String::valueOf).toList();
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
