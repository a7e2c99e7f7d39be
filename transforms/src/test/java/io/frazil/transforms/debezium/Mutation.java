package io.frazil.transforms.debezium;

import io.frazil.transforms.record.DerivedSchemas;
import io.frazil.transforms.sample.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/** Spoils records as other transforms, other converters and other versions might. */
final class Mutation {
  private static final Schema OTHER_STRUCT =
      SchemaBuilder.struct().optional().field("x", Schema.OPTIONAL_INT64_SCHEMA).build();
  private static final Schema OTHER_MAP =
      SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT64_SCHEMA).optional().build();

  private final Random random;

  Mutation(Random random) {
    this.random = random;
  }

  SinkRecord of(SinkRecord record) {
    SchemaAndValue key = new SchemaAndValue(record.keySchema(), record.key());
    SchemaAndValue value = new SchemaAndValue(record.valueSchema(), record.value());
    switch (random.nextInt(8)) {
      case 0 -> key = spoiled(key);
      case 1 -> key = other();
      case 2 -> value = random.nextBoolean() ? other() : new SchemaAndValue(null, value.value());
      default -> {
        for (int times = random.nextInt(3); times >= 0; times--) {
          value = spoiled(value);
        }
      }
    }
    return new SinkRecord(
        record.topic(),
        record.kafkaPartition(),
        key.schema(),
        key.value(),
        value.schema(),
        value.value(),
        record.kafkaOffset(),
        record.timestamp(),
        record.timestampType(),
        record.headers());
  }

  private SchemaAndValue spoiled(SchemaAndValue whole) {
    if (whole.schema() != null && whole.value() instanceof Struct struct) {
      return struct(struct);
    }
    if (whole.schema() == null && whole.value() instanceof Map<?, ?> map) {
      return new SchemaAndValue(null, map(map));
    }
    return other();
  }

  private SchemaAndValue struct(Struct struct) {
    Map<String, SchemaAndValue> fields = new LinkedHashMap<>();
    for (Field field : struct.schema().fields()) {
      fields.put(
          field.name(), new SchemaAndValue(field.schema(), struct.getWithoutDefault(field.name())));
    }
    spoil(fields);
    SchemaBuilder schema = DerivedSchemas.withoutFields(struct.schema());
    fields.forEach(
        (name, field) ->
            schema.field(
                name,
                field.value() == null ? DerivedSchemas.optional(field.schema()) : field.schema()));
    Struct spoiled = new Struct(schema.build());
    fields.forEach(
        (name, field) -> {
          if (field.value() != null) {
            spoiled.put(name, field.value());
          }
        });
    return new SchemaAndValue(spoiled.schema(), spoiled);
  }

  private Map<String, Object> map(Map<?, ?> map) {
    Map<String, SchemaAndValue> fields = new LinkedHashMap<>();
    map.forEach((name, value) -> fields.put(name.toString(), new SchemaAndValue(null, value)));
    spoil(fields);
    Map<String, Object> spoiled = new LinkedHashMap<>();
    fields.forEach((name, field) -> spoiled.put(name, field.value()));
    return spoiled;
  }

  private void spoil(Map<String, SchemaAndValue> fields) {
    List<String> names = new ArrayList<>(fields.keySet());
    if (names.isEmpty()) {
      return;
    }
    int index = random.nextInt(names.size());
    String name = names.get(index);
    SchemaAndValue field = fields.get(name);
    boolean hasSchema = field.schema() != null;
    boolean isNested = field.value() instanceof Struct || field.value() instanceof Map;
    if (isNested && random.nextInt(3) > 0) {
      fields.put(name, deeper(field));
      return;
    }
    switch (random.nextInt(5)) {
      case 0 -> fields.remove(name);
      case 1 -> fields.put(name, new SchemaAndValue(field.schema(), null));
      case 2 -> fields.put(name, withSchemaOnlyIf(hasSchema, other()));
      case 3 -> fields.put("unexpected", withSchemaOnlyIf(hasSchema, other()));
      default -> names.subList(index, names.size()).forEach(fields::remove);
    }
  }

  private SchemaAndValue deeper(SchemaAndValue field) {
    return field.schema() != null && !(field.value() instanceof Struct) ? field : spoiled(field);
  }

  private static SchemaAndValue withSchemaOnlyIf(boolean hasSchema, SchemaAndValue other) {
    return hasSchema
        ? new SchemaAndValue(
            Optional.ofNullable(other.schema()).orElse(Schema.OPTIONAL_STRING_SCHEMA),
            other.schema() == null ? Outcome.SECRET : other.value())
        : new SchemaAndValue(null, other.value());
  }

  private SchemaAndValue other() {
    return switch (random.nextInt(9)) {
      case 0 -> new SchemaAndValue(Schema.OPTIONAL_STRING_SCHEMA, Outcome.SECRET);
      case 1 -> new SchemaAndValue(Schema.OPTIONAL_INT64_SCHEMA, -5L);
      case 2 -> new SchemaAndValue(Schema.OPTIONAL_BOOLEAN_SCHEMA, true);
      case 3 -> new SchemaAndValue(Schema.OPTIONAL_FLOAT64_SCHEMA, 1.5);
      case 4 -> new SchemaAndValue(Schema.OPTIONAL_BYTES_SCHEMA, new byte[] {1});
      case 5 -> new SchemaAndValue(OTHER_STRUCT, new Struct(OTHER_STRUCT).put("x", 1L));
      case 6 -> new SchemaAndValue(OTHER_MAP, Map.of("x", 1L));
      case 7 -> new SchemaAndValue(null, Map.of("x", Outcome.SECRET));
      default -> new SchemaAndValue(null, List.of(Outcome.SECRET));
    };
  }
}
