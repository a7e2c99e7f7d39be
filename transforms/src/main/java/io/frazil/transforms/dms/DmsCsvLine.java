package io.frazil.transforms.dms;

import io.frazil.transforms.envelope.Envelope;
import io.frazil.transforms.record.PluginTransform;
import io.frazil.transforms.record.RecordPlace;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.DataException;

/**
 * Turns a line of CSV, as AWS DMS writes them to S3, into the change {@link Envelope}: a struct
 * with a field for each column of the row, while the operation is in {@code _cdc}. Key columns, if
 * any are configured, become the record's key, so that all changes of a row are in one partition.
 *
 * <p>A record without a value passes as it is; a line of the columns' names becomes a record
 * without key and value. A line that does not fit the columns is an error of the record, whose
 * message never repeats what the line holds.
 *
 * @param <R> the kind of record, of a source or of a sink
 */
public final class DmsCsvLine<R extends ConnectRecord<R>> implements PluginTransform<R> {
  private Optional<Lines> lines = Optional.empty();

  /** Called by Connect. */
  public DmsCsvLine() {}

  /** The options of this transform. */
  public static ConfigDef definition() {
    ConfigDef definition = new ConfigDef();
    CsvOptions.define(definition);
    return Envelope.define(definition);
  }

  @Override
  public ConfigDef config() {
    return definition();
  }

  @Override
  public void configure(Map<String, ?> given) {
    Map<String, Object> parsed = definition().parse(given);
    CsvOptions options = CsvOptions.of(given, parsed);
    lines = Optional.of(new Lines(options.delimiter(), options.format(), Envelope.of(parsed)));
  }

  @Override
  public R apply(R record) {
    if (record.value() == null) {
      return record;
    }
    try {
      return lines
          .orElseThrow(() -> new IllegalStateException("The transform is not configured."))
          .read(record);
    } catch (DataException reason) {
      throw RecordPlace.fault("Cannot read the CSV line", record, reason);
    }
  }

  /** How lines are read and written, as configured. */
  private record Lines(char delimiter, CsvFormat format, Envelope envelope) {
    <R extends ConnectRecord<R>> R read(R record) {
      if (!(record.value() instanceof String line)) {
        throw new DataException("its value is not a string; use a StringConverter");
      }
      return format
          .read(CsvLine.fields(line, delimiter))
          .map(change -> envelope.write(record, change))
          .orElseGet(() -> Envelope.nothing(record));
    }
  }
}
