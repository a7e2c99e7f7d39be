package io.frazil.transforms.record;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.transforms.Transformation;

/**
 * Adds to a row where its record stood in Kafka: topic, partition, offset and timestamp, and fields
 * of the record's key, each as a column. The topic is the one that the record was read from, also
 * where other transforms have renamed it. A field that is there already is never replaced: that is
 * an error of the record.
 *
 * <p>A record without a value passes as it is. A record without a key gets no column of it. What a
 * record of a source has not got yet, such as its offset, is null.
 *
 * @param <R> the kind of record, of a source or of a sink
 */
public final class AddRecordMetadata<R extends ConnectRecord<R>>
    implements Transformation<R>, Versioned {
  static final String COLUMNS = "columns";
  private static final List<String> STANDARD =
      List.of("topic:_topic", "partition:_partition", "offset:_offset", "timestamp:_timestamp");

  private Map<String, RecordFact> columns = Map.of();
  private final DerivedSchemas schemas = new DerivedSchemas();

  /** Called by Connect. */
  public AddRecordMetadata() {}

  @Override
  public String version() {
    return Optional.ofNullable(AddRecordMetadata.class.getPackage().getImplementationVersion())
        .orElse("development");
  }

  /** The options of this transform. */
  public static ConfigDef definition() {
    return new ConfigDef()
        .define(
            COLUMNS,
            ConfigDef.Type.LIST,
            STANDARD,
            LambdaValidator.with(
                (key, value) -> RecordFact.columns(key, (List<?>) value),
                () -> "fact:column pairs"),
            ConfigDef.Importance.HIGH,
            "What is added, as fact:column, such as key.id:order_id; facts are "
                + RecordFact.NAMES
                + ".",
            "Columns",
            1,
            ConfigDef.Width.LONG,
            "Columns");
  }

  @Override
  public ConfigDef config() {
    return definition();
  }

  @Override
  public void configure(Map<String, ?> given) {
    columns = RecordFact.columns(COLUMNS, (List<?>) definition().parse(given).get(COLUMNS));
  }

  @Override
  public R apply(R record) {
    if (record.value() == null) {
      return record;
    }
    try {
      SchemaAndValue value = extended(record);
      return record.newRecord(
          record.topic(),
          record.kafkaPartition(),
          record.keySchema(),
          record.key(),
          value.schema(),
          value.value(),
          record.timestamp());
    } catch (DataException fault) {
      throw RecordPlace.fault("Cannot add metadata to the record", record, fault);
    }
  }

  private SchemaAndValue extended(R record) {
    if (record.valueSchema() == null && record.value() instanceof Map<?, ?> row) {
      return new SchemaAndValue(null, map(record, row));
    }
    if (record.valueSchema() != null && record.value() instanceof Struct row) {
      return struct(record, row);
    }
    throw new DataException("its value is neither a struct nor a map without a schema");
  }

  private Map<String, Object> map(R record, Map<?, ?> row) {
    Map<String, Object> extended = new LinkedHashMap<>();
    row.forEach((name, value) -> extended.put(String.valueOf(name), value));
    columns.forEach(
        (column, fact) -> {
          requireFree(column, row.containsKey(column));
          extended.put(column, fact.value(record).orElse(null));
        });
    return extended;
  }

  private SchemaAndValue struct(R record, Struct row) {
    List<Schema> origins = new ArrayList<>(List.of(row.schema()));
    if (record.key() != null && record.keySchema() != null) {
      origins.add(record.keySchema());
    }
    Schema schema = schemas.from(origins, () -> schema(record, row.schema()));
    Struct extended = new Struct(schema);
    for (Field field : row.schema().fields()) {
      extended.put(field.name(), row.getWithoutDefault(field.name()));
    }
    columns.forEach(
        (column, fact) -> fact.value(record).ifPresent(any -> extended.put(column, any)));
    return new SchemaAndValue(schema, extended);
  }

  private Schema schema(R record, Schema row) {
    SchemaBuilder schema = DerivedSchemas.withoutFields(row);
    row.fields().forEach(field -> schema.field(field.name(), field.schema()));
    columns.forEach(
        (column, fact) -> {
          requireFree(column, row.field(column) != null);
          fact.schema(record).ifPresent(any -> schema.field(column, any));
        });
    return schema.build();
  }

  private static void requireFree(String column, boolean isTaken) {
    if (isTaken) {
      throw new DataException(
          "field '%s' is there already; choose another name in %s".formatted(column, COLUMNS));
    }
  }

  @Override
  public void close() {}
}
