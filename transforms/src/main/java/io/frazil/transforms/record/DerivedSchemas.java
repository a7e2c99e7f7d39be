package io.frazil.transforms.record;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.cache.LRUCache;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/**
 * Schemas that are made from others, each made once. Those that they are made from are told apart
 * by identity: converters hand out the same objects again and again, and to compare them field by
 * field for each record would cost more than to make one anew. Not thread-safe.
 */
public final class DerivedSchemas {
  private static final int CACHED = 64;

  private final LRUCache<Origins, Schema> schemas = new LRUCache<>(CACHED);

  /** Has made nothing yet. */
  public DerivedSchemas() {}

  /** The schema that was made from this one, or is made now. */
  public Schema from(Schema origin, Supplier<Schema> maker) {
    return from(List.of(Optional.of(origin)), maker);
  }

  /** The schema that was made from these, each in its place if it is there, or is made now. */
  public Schema from(List<Optional<Schema>> origins, Supplier<Schema> maker) {
    Origins key = new Origins(origins);
    Schema schema = schemas.get(key);
    if (schema == null) {
      schema = maker.get();
      schemas.put(key, schema);
    }
    return schema;
  }

  /** A builder of a schema that is the same but for its fields, of which it has none. */
  public static SchemaBuilder withoutFields(Schema struct) {
    return described(SchemaBuilder.struct(), struct);
  }

  /** The same schema, of values that may be null and are not replaced by a default then. */
  public static Schema optional(Schema schema) {
    if (schema.isOptional() && schema.defaultValue() == null) {
      return schema;
    }
    return described(builder(schema), schema).optional().build();
  }

  /** The same schema, of values that are never null. */
  public static Schema required(Schema schema) {
    if (!schema.isOptional() && schema.defaultValue() == null) {
      return schema;
    }
    return described(builder(schema), schema).required().build();
  }

  private static SchemaBuilder builder(Schema schema) {
    if (schema.type() == Schema.Type.ARRAY) {
      return SchemaBuilder.array(schema.valueSchema());
    }
    if (schema.type() == Schema.Type.MAP) {
      return SchemaBuilder.map(schema.keySchema(), schema.valueSchema());
    }
    SchemaBuilder builder = SchemaBuilder.type(schema.type());
    if (schema.type() == Schema.Type.STRUCT) {
      for (Field field : schema.fields()) {
        builder.field(field.name(), field.schema());
      }
    }
    return builder;
  }

  private static SchemaBuilder described(SchemaBuilder builder, Schema schema) {
    Map<String, String> parameters = schema.parameters();
    if (parameters != null) {
      builder.parameters(parameters);
    }
    return builder.name(schema.name()).version(schema.version()).doc(schema.doc());
  }

  private record Origins(List<Optional<Schema>> schemas) {
    Origins {
      schemas = List.copyOf(schemas);
    }

    @Override
    public boolean equals(Object other) {
      if (!(other instanceof Origins origins) || origins.schemas.size() != schemas.size()) {
        return false;
      }
      for (int index = 0; index < schemas.size(); index++) {
        if (origins.schemas.get(index).orElse(null) != schemas.get(index).orElse(null)) {
          return false;
        }
      }
      return true;
    }

    @Override
    public int hashCode() {
      int hash = 1;
      for (Optional<Schema> schema : schemas) {
        hash = 31 * hash + System.identityHashCode(schema.orElse(null));
      }
      return hash;
    }
  }
}
