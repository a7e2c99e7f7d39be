package io.frazil.transforms.record;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final List<String> names;
  private final DerivedSchemas schemas = new DerivedSchemas();

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
    Fields fields = Fields.of(row.value()).orElseThrow();
    Map<String, Object> key = new LinkedHashMap<>();
    for (String name : names) {
      Object value = fields.get(name).orElseThrow(() -> missing(name));
      if (value instanceof Map || value instanceof Collection || value instanceof Struct) {
        throw nested(name);
      }
      key.put(name, value);
    }
    return Optional.of(
        Fields.whole(
            fields.schema().map(schema -> schemas.from(schema, () -> schema(schema))), key));
  }

  private Schema schema(Schema row) {
    SchemaBuilder schema = SchemaBuilder.struct();
    for (String name : names) {
      schema.field(name, DerivedSchemas.required(row.field(name).schema()));
    }
    return schema.build();
  }

  private static DataException missing(String name) {
    return new DataException("its key column '" + name + "' is missing or null");
  }

  private static DataException nested(String name) {
    return new DataException("its key column '" + name + "' is not a plain value");
  }
}
