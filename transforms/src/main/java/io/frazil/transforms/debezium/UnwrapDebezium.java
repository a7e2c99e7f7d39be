package io.frazil.transforms.debezium;

import io.frazil.transforms.envelope.Envelope;
import io.frazil.transforms.envelope.SourceChange;
import io.frazil.transforms.record.Fields;
import io.frazil.transforms.record.PluginTransform;
import io.frazil.transforms.record.RecordPlace;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * Turns what Debezium sends for PostgreSQL, MySQL and MariaDB into the {@link Envelope}: the row,
 * and {@code _cdc} beside it. Key and headers of a record stay.
 *
 * <table>
 * <caption>What becomes of a record</caption>
 * <tr><th>record</th><th>becomes</th></tr>
 * <tr><td>create {@code c}, read {@code r}</td><td>{@code I} with the row after</td></tr>
 * <tr><td>update {@code u}</td><td>{@code U} with the row after</td></tr>
 * <tr><td>delete {@code d}</td><td>{@code D} with the key's fields, or the row before where there is no key</td></tr>
 * <tr><td>truncate {@code t}</td><td>{@code T} without a row</td></tr>
 * <tr><td>a flat row of ExtractNewRecordState</td><td>the same, as {@code __op} or {@code __deleted} says</td></tr>
 * <tr><td>tombstone</td><td>itself</td></tr>
 * <tr><td>message {@code m}, heartbeat, transaction, change of a schema</td><td>a record with neither key nor value</td></tr>
 * <tr><td>anything else</td><td>an error of the record</td></tr>
 * </table>
 *
 * <p>Values pass as they are, placeholders of columns that were not sent among them. A change of a
 * key is a delete of the old one and a create of the new one, which tells the old one too, as far
 * as the worker's header converter leaves Debezium's header.
 *
 * @param <R> the kind of record, of a source or of a sink
 */
public final class UnwrapDebezium<R extends ConnectRecord<R>> implements PluginTransform<R> {
  private Envelope envelope = Envelope.of(definition().parse(Map.of()));
  private EventReader events = new EventReader();
  private FlatRowReader flatRows = new FlatRowReader();

  /** Called by Connect. */
  public UnwrapDebezium() {}

  /** The options of this transform. */
  public static ConfigDef definition() {
    return Envelope.define(new ConfigDef());
  }

  @Override
  public ConfigDef config() {
    return definition();
  }

  @Override
  public void configure(Map<String, ?> given) {
    envelope = Envelope.of(definition().parse(given));
    events = new EventReader();
    flatRows = new FlatRowReader();
  }

  @Override
  public R apply(R record) {
    if (record.value() == null) {
      return record;
    }
    try {
      Optional<SourceChange> change =
          change(record).map(read -> read.withFormerKey(FormerKey.of(record)));
      return change.isPresent() ? envelope.write(record, change.get()) : Envelope.nothing(record);
    } catch (DataException fault) {
      throw RecordPlace.fault("Cannot read the Debezium record", record, fault);
    }
  }

  private Optional<SourceChange> change(R record) {
    Fields value = Fields.valueOf(record);
    return switch (RecordKind.of(value, record.headers())) {
      case EVENT -> events.read(value, key(record));
      case FLAT_ROW -> flatRows.read(value, key(record), record.headers());
      case NO_CHANGE -> Optional.empty();
      case UNKNOWN ->
          throw new DataException(
              "its value is nothing that Debezium sends for PostgreSQL, MySQL or MariaDB. Keep other"
                  + " topics away by a predicate, or let ExtractNewRecordState add the field op");
    };
  }

  private Optional<SchemaAndValue> key(R record) {
    if (record.key() == null) {
      return Optional.empty();
    }
    boolean differs =
        record.valueSchema() == null ? record.key() instanceof Struct : record.keySchema() == null;
    if (differs) {
      throw new DataException(
          "only one of key and value has a schema. Set schemas.enable of key.converter and"
              + " value.converter alike");
    }
    return Optional.of(new SchemaAndValue(record.keySchema(), record.key()));
  }
}
