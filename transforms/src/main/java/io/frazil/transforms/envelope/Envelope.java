package io.frazil.transforms.envelope;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.kafka.common.cache.LRUCache;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * Writes changes in the form that all transforms share: the row's own fields, and a field {@value
 * #FIELD} that tells the rest.
 *
 * <table>
 * <caption>Fields of {@value #FIELD}</caption>
 * <tr><th>field</th><th>type</th><th>what it tells</th></tr>
 * <tr><td>op</td><td>string</td><td>{@code I}, {@code U}, {@code D}, or {@code T} for a truncate, which has no row</td></tr>
 * <tr><td>ts</td><td>timestamp</td><td>when it was committed at the source</td></tr>
 * <tr><td>position</td><td>string</td><td>where it stood in the source's log; sorts as text</td></tr>
 * <tr><td>source</td><td>string</td><td>the table it is of</td></tr>
 * <tr><td>target</td><td>string</td><td>the table it goes to</td></tr>
 * <tr><td>key</td><td>as it came</td><td>the key of its row</td></tr>
 * <tr><td>before</td><td>struct</td><td>the row before, or what is known of it</td></tr>
 * </table>
 *
 * <p>What a source does not tell is null, {@code key} and {@code before} are missing then. A record
 * whose value has a schema gets a struct, whose parts must all have one; any other gets a map. What
 * describes no change at all becomes a record with neither key nor value, which sinks pass over and
 * count. Not thread-safe, as transforms are not.
 */
public final class Envelope {
  /** The field beside the row's own. */
  public static final String FIELD = "_cdc";

  private static final String KEY = "key";
  private static final String BEFORE = "before";
  private static final int CACHED_SCHEMAS = 64;

  private final EnvelopeOptions options;
  private final LRUCache<Parts, Schema> schemas = new LRUCache<>(CACHED_SCHEMAS);

  private Envelope(EnvelopeOptions options) {
    this.options = options;
  }

  /** Adds the options that every transform has. */
  public static ConfigDef define(ConfigDef definition) {
    return EnvelopeOptions.define(definition);
  }

  /** As these options say, which were parsed by a definition with those of {@link #define}. */
  public static Envelope of(Map<String, Object> parsed) {
    return new Envelope(EnvelopeOptions.from(parsed));
  }

  /**
   * The change in place of the record's value; the record's key stays.
   *
   * @throws DataException if the row has a field that the envelope needs for itself
   */
  public <R extends ConnectRecord<R>> R write(R record, SourceChange change) {
    return write(record, new SchemaAndValue(record.keySchema(), record.key()), change);
  }

  /**
   * The change in place of the record's value, and another key.
   *
   * @throws DataException if the row has a field that the envelope needs for itself
   */
  public <R extends ConnectRecord<R>> R write(R record, SchemaAndValue key, SourceChange change) {
    SchemaAndValue value = record.valueSchema() == null ? map(change) : struct(change);
    return record.newRecord(
        record.topic(),
        record.kafkaPartition(),
        key.schema(),
        key.value(),
        value.schema(),
        value.value(),
        record.timestamp());
  }

  /** A record in place of one that describes no change: it has neither key nor value. */
  public static <R extends ConnectRecord<R>> R nothing(R record) {
    return record.newRecord(
        record.topic(), record.kafkaPartition(), null, null, null, null, record.timestamp());
  }

  private SchemaAndValue struct(SourceChange change) {
    Parts parts =
        new Parts(schemaOf(change.row()), schemaOf(change.key()), schemaOf(change.before()));
    Schema schema = schemas.get(parts);
    if (schema == null) {
      schema = schema(parts);
      schemas.put(parts, schema);
    }
    Struct value = new Struct(schema);
    if (change.row().isPresent()) {
      Struct row = (Struct) change.row().get().value();
      for (Field field : row.schema().fields()) {
        value.put(field.name(), row.getWithoutDefault(field.name()));
      }
    }
    for (Map.Entry<String, Fact> column : options.columns().entrySet()) {
      value.put(column.getKey(), column.getValue().of(change, options.target()).orElse(null));
    }
    Struct facts = new Struct(schema.field(FIELD).schema());
    tell(change, facts::put);
    return new SchemaAndValue(schema, value.put(FIELD, facts));
  }

  private Schema schema(Parts parts) {
    SchemaBuilder schema = SchemaBuilder.struct();
    if (parts.row() != null) {
      schema.name(parts.row().name()).version(parts.row().version());
      for (Field field : parts.row().fields()) {
        requireFree(field.name());
        schema.field(field.name(), field.schema());
      }
    }
    options.columns().forEach((name, fact) -> schema.field(name, fact.schema()));
    SchemaBuilder facts = SchemaBuilder.struct();
    for (Fact fact : Fact.values()) {
      facts.field(fact.field(), fact.schema());
    }
    if (parts.key() != null) {
      facts.field(KEY, parts.key());
    }
    if (parts.before() != null) {
      facts.field(BEFORE, parts.before());
    }
    return schema.field(FIELD, facts.build()).build();
  }

  private SchemaAndValue map(SourceChange change) {
    Map<String, Object> value = new LinkedHashMap<>();
    change
        .row()
        .ifPresent(
            row ->
                ((Map<?, ?>) row.value())
                    .forEach(
                        (name, field) -> {
                          requireFree(String.valueOf(name));
                          value.put(String.valueOf(name), field);
                        }));
    options
        .columns()
        .forEach((name, fact) -> value.put(name, fact.of(change, options.target()).orElse(null)));
    Map<String, Object> facts = new LinkedHashMap<>();
    tell(change, facts::put);
    value.put(FIELD, facts);
    return new SchemaAndValue(null, value);
  }

  private void tell(SourceChange change, BiConsumer<String, Object> facts) {
    for (Fact fact : Fact.values()) {
      facts.accept(fact.field(), fact.of(change, options.target()).orElse(null));
    }
    change.key().ifPresent(key -> facts.accept(KEY, key.value()));
    change.before().ifPresent(before -> facts.accept(BEFORE, before.value()));
  }

  private void requireFree(String name) {
    if (name.equals(FIELD) || options.columns().containsKey(name)) {
      throw new DataException(
          "Cannot add field '%s' to the row: the row has a field of this name already. Rename it, or choose another name in %s."
              .formatted(name, EnvelopeOptions.COLUMNS));
    }
  }

  private static Schema schemaOf(Optional<SchemaAndValue> part) {
    return part.map(SchemaAndValue::schema).orElse(null);
  }

  /**
   * The schemas that an envelope's is made of, null where a change lacks the part. The same objects
   * come again and again from a converter, and to compare them field by field would cost more than
   * to make an envelope's schema anew.
   */
  private record Parts(Schema row, Schema key, Schema before) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Parts parts
          && parts.row == row
          && parts.key == key
          && parts.before == before;
    }

    @Override
    public int hashCode() {
      return 31 * (31 * System.identityHashCode(row) + System.identityHashCode(key))
          + System.identityHashCode(before);
    }
  }
}
