package io.frazil.transforms.sample;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** Makes structs of maps, with the schemas that their values suggest. */
public final class Structs {
  private Structs() {}

  /** A value with a schema: a struct for a map. */
  public static SchemaAndValue of(Object value) {
    if (value instanceof Map<?, ?> map) {
      SchemaBuilder schema = SchemaBuilder.struct().optional();
      map.forEach((name, field) -> schema.field(String.valueOf(name), of(field).schema()));
      Struct struct = new Struct(schema.build());
      map.forEach((name, field) -> struct.put(String.valueOf(name), of(field).value()));
      return new SchemaAndValue(struct.schema(), struct);
    }
    if (value instanceof List<?> list) {
      Schema element = list.isEmpty() ? Schema.OPTIONAL_STRING_SCHEMA : of(list.get(0)).schema();
      return new SchemaAndValue(
          SchemaBuilder.array(element).optional().build(),
          list.stream().map(each -> of(each).value()).toList());
    }
    return new SchemaAndValue(scalar(value), value);
  }

  /** The same in maps again, of which each is a copy that may be changed. */
  public static Object maps(Object value) {
    Map<Object, Object> maps = new LinkedHashMap<>();
    if (value instanceof Struct struct) {
      struct
          .schema()
          .fields()
          .forEach(field -> maps.put(field.name(), maps(struct.getWithoutDefault(field.name()))));
      return maps;
    }
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, field) -> maps.put(name, maps(field)));
      return maps;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Structs::maps).toList();
    }
    return value;
  }

  private static Schema scalar(Object value) {
    if (value instanceof Long) {
      return Schema.OPTIONAL_INT64_SCHEMA;
    }
    if (value instanceof Integer) {
      return Schema.OPTIONAL_INT32_SCHEMA;
    }
    if (value instanceof Double) {
      return Schema.OPTIONAL_FLOAT64_SCHEMA;
    }
    return value instanceof Boolean
        ? Schema.OPTIONAL_BOOLEAN_SCHEMA
        : Schema.OPTIONAL_STRING_SCHEMA;
  }
}
