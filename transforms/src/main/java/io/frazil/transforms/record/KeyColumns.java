package io.frazil.transforms.record;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.cache.LRUCache;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * The columns of a row that become the record's key: a struct with a schema, or a map without one,
 * as the row is. Not thread-safe, as transforms are not.
 */
public final class KeyColumns {
  private static final int CACHED_SCHEMAS = 64;

  private final List<String> names;
  private final LRUCache<Schema, Schema> schemas = new LRUCache<>(CACHED_SCHEMAS);

  private KeyColumns(List<String> names) {
    this.names = names;
  }

  /** Columns of these names, in this order; none for rows without such a key. */
  public static KeyColumns of(Collection<?> names) {
    return new KeyColumns(names.stream().map(String::valueOf).distinct().toList());
  }

  /** The columns' names. */
  public List<String> names() {
    return names;
  }

  /**
   * The key of a row; empty if there are no key columns.
   *
   * @throws DataException if the row lacks one, or has null or something nested there
   */
  public Optional<SchemaAndValue> keyOf(SchemaAndValue row) {
    if (names.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        row.value() instanceof Struct struct ? struct(struct) : map((Map<?, ?>) row.value()));
  }

  private SchemaAndValue struct(Struct row) {
    Schema schema = schemas.get(row.schema());
    if (schema == null) {
      schema = schema(row.schema());
      schemas.put(row.schema(), schema);
    }
    Struct key = new Struct(schema);
    for (String name : names) {
      key.put(name, required(name, row.getWithoutDefault(name)));
    }
    return new SchemaAndValue(schema, key);
  }

  private Schema schema(Schema row) {
    SchemaBuilder schema = SchemaBuilder.struct();
    for (String name : names) {
      Field field = row.field(name);
      if (field == null) {
        throw missing(name);
      }
      if (!field.schema().type().isPrimitive()) {
        throw nested(name);
      }
      schema.field(name, required(field.schema()));
    }
    return schema.build();
  }

  private static Schema required(Schema schema) {
    SchemaBuilder required =
        SchemaBuilder.type(schema.type()).name(schema.name()).version(schema.version());
    if (schema.parameters() != null) {
      required.parameters(schema.parameters());
    }
    return required.build();
  }

  private SchemaAndValue map(Map<?, ?> row) {
    Map<String, Object> key = new LinkedHashMap<>();
    for (String name : names) {
      Object value = required(name, row.get(name));
      if (value instanceof Map || value instanceof Collection || value instanceof Struct) {
        throw nested(name);
      }
      key.put(name, value);
    }
    return new SchemaAndValue(null, key);
  }

  private static Object required(String name, Object value) {
    if (value == null) {
      throw missing(name);
    }
    return value;
  }

  private static DataException missing(String name) {
    return new DataException("its key column '" + name + "' is missing or null");
  }

  private static DataException nested(String name) {
    return new DataException("its key column '" + name + "' is not a plain value");
  }
}
