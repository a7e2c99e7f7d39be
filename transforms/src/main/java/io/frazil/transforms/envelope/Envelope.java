package io.frazil.transforms.envelope;

import io.frazil.transforms.record.DerivedSchemas;
import io.frazil.transforms.record.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
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
 * <tr><td>former_key</td><td>struct</td><td>the key that the row had before; that it left it is a change of its own</td></tr>
 * </table>
 *
 * <p>What a source does not tell is null, the last three are missing then. A row that has a schema
 * becomes a struct, and all parts of its change must have one; any other becomes a map. A change
 * without a row becomes a struct if the record's value has a schema. What describes no change at
 * all becomes a record with neither key nor value, which sinks pass over and count. Not
 * thread-safe, as transforms are not.
 */
public final class Envelope {
  /** The field beside the row's own. */
  public static final String FIELD = "_cdc";

  private static final String KEY = "key";
  private static final String BEFORE = "before";
  private static final String FORMER_KEY = "former_key";

  private final EnvelopeOptions options;
  private final DerivedSchemas schemas = new DerivedSchemas();

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
   * The change in place of the record's value, and its key, if it has one, in place of the
   * record's.
   *
   * @throws DataException if the row has a field that the envelope needs for itself
   */
  public <R extends ConnectRecord<R>> R write(R record, SourceChange change) {
    SchemaAndValue key =
        change.key().orElseGet(() -> new SchemaAndValue(record.keySchema(), record.key()));
    return write(record, key, change);
  }

  /**
   * The change in place of the record's value, and another key.
   *
   * @throws DataException if the row has a field that the envelope needs for itself
   */
  public <R extends ConnectRecord<R>> R write(R record, SchemaAndValue key, SourceChange change) {
    SchemaAndValue value = value(record, change);
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

  private SchemaAndValue value(ConnectRecord<?> record, SourceChange change) {
    Map<String, Object> values = row(change);
    SchemaAndValue form =
        change.row().orElseGet(() -> new SchemaAndValue(record.valueSchema(), record.value()));
    Optional<Schema> schema = Optional.ofNullable(form.schema()).map(any -> schema(change));
    Optional<Schema> ofFacts = schema.map(any -> any.field(FIELD).schema());
    values.put(FIELD, Fields.whole(ofFacts, facts(change)).value());
    return Fields.whole(schema, values);
  }

  /** The row's own fields, and the facts that are columns too. */
  private Map<String, Object> row(SourceChange change) {
    Map<String, Object> row =
        change
            .row()
            .flatMap(any -> Fields.of(any.value()))
            .map(Fields::values)
            .orElseGet(LinkedHashMap::new);
    row.keySet().forEach(this::requireFree);
    options
        .columns()
        .forEach((name, fact) -> row.put(name, fact.of(change, options.target()).orElse(null)));
    return row;
  }

  private Map<String, Object> facts(SourceChange change) {
    Map<String, Object> facts = new LinkedHashMap<>();
    for (Fact fact : Fact.values()) {
      facts.put(fact.field(), fact.of(change, options.target()).orElse(null));
    }
    change.key().ifPresent(key -> facts.put(KEY, key.value()));
    change.before().ifPresent(before -> facts.put(BEFORE, before.value()));
    change.formerKey().ifPresent(key -> facts.put(FORMER_KEY, key.value()));
    return facts;
  }

  private Schema schema(SourceChange change) {
    Optional<Schema> row = change.row().map(SchemaAndValue::schema);
    Optional<Schema> key = change.key().map(SchemaAndValue::schema);
    Optional<Schema> before = change.before().map(SchemaAndValue::schema);
    Optional<Schema> formerKey = change.formerKey().map(SchemaAndValue::schema);
    return schemas.from(
        List.of(row, key, before, formerKey), () -> schema(row, key, before, formerKey));
  }

  private Schema schema(
      Optional<Schema> row,
      Optional<Schema> key,
      Optional<Schema> before,
      Optional<Schema> formerKey) {
    SchemaBuilder schema = row.map(DerivedSchemas::withoutFields).orElseGet(SchemaBuilder::struct);
    row.ifPresent(any -> any.fields().forEach(field -> schema.field(field.name(), field.schema())));
    options.columns().forEach((name, fact) -> schema.field(name, fact.schema()));
    SchemaBuilder facts = SchemaBuilder.struct();
    for (Fact fact : Fact.values()) {
      facts.field(fact.field(), fact.schema());
    }
    key.ifPresent(any -> facts.field(KEY, any));
    before.ifPresent(any -> facts.field(BEFORE, any));
    formerKey.ifPresent(any -> facts.field(FORMER_KEY, any));
    return schema.field(FIELD, facts.build()).build();
  }

  private void requireFree(String name) {
    if (name.equals(FIELD) || options.columns().containsKey(name)) {
      throw new DataException(
          "Cannot add field '%s' to the row: the row has a field of this name already. Rename it, or choose another name in %s."
              .formatted(name, EnvelopeOptions.COLUMNS));
    }
  }
}
