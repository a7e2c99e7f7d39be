package io.frazil.transforms.record;

import io.frazil.transforms.option.OptionGroup;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;

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
public final class AddRecordMetadata<R extends ConnectRecord<R>> implements PluginTransform<R> {
  static final String COLUMNS = "columns";
  private static final List<String> STANDARD =
      List.of("topic:_topic", "partition:_partition", "offset:_offset", "timestamp:_timestamp");

  private Map<String, RecordFact> columns = Map.of();
  private final DerivedSchemas schemas = new DerivedSchemas();

  /** Called by Connect. */
  public AddRecordMetadata() {}

  /** The options of this transform. */
  public static ConfigDef definition() {
    ConfigDef definition = new ConfigDef();
    OptionGroup.of(definition, "Columns")
        .add(
            COLUMNS,
            STANDARD,
            OptionGroup.check(
                "fact:column pairs", (key, value) -> RecordFact.columns(key, (List<?>) value)),
            Importance.HIGH,
            "What is added, as fact:column, such as key.id:order_id; facts are "
                + RecordFact.NAMES
                + ".",
            "Columns");
    return definition;
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
    return ChangedValue.of(record, "Cannot add metadata to the record", this::extended);
  }

  private SchemaAndValue extended(R record) {
    Fields row = Fields.valueOf(record);
    Map<String, Object> values = row.values();
    columns.forEach(
        (column, fact) -> {
          requireFree(column, row);
          Optional<Object> value = fact.value(record);
          if (value.isPresent() || row.schema().isEmpty()) {
            values.put(column, value.orElse(null));
          }
        });
    return Fields.whole(row.schema().map(schema -> extendedSchema(record, schema)), values);
  }

  private Schema extendedSchema(R record, Schema row) {
    List<Optional<Schema>> origins =
        List.of(
            Optional.of(row),
            Optional.ofNullable(record.keySchema()).filter(any -> record.key() != null));
    return schemas.from(origins, () -> schema(record, row));
  }

  private Schema schema(R record, Schema row) {
    SchemaBuilder schema = DerivedSchemas.withoutFields(row);
    row.fields().forEach(field -> schema.field(field.name(), field.schema()));
    columns.forEach(
        (column, fact) -> fact.schema(record).ifPresent(any -> schema.field(column, any)));
    return schema.build();
  }

  private static void requireFree(String column, Fields row) {
    if (row.has(column)) {
      throw new DataException(
          "field '%s' is there already; choose another name in %s".formatted(column, COLUMNS));
    }
  }
}
