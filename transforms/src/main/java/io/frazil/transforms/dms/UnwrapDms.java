package io.frazil.transforms.dms;

import io.frazil.transforms.dms.Images.RowImages;
import io.frazil.transforms.envelope.ChangeOperation;
import io.frazil.transforms.envelope.Envelope;
import io.frazil.transforms.envelope.SourceChange;
import io.frazil.transforms.option.OptionGroup;
import io.frazil.transforms.record.Fields;
import io.frazil.transforms.record.KeyColumns;
import io.frazil.transforms.record.PluginTransform;
import io.frazil.transforms.record.RecordPlace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.DataException;

/**
 * Turns a message of AWS DMS for Kafka, with {@code metadata} and {@code data}, into the change
 * {@link Envelope}.
 *
 * <p>Messages about tables, and about those that DMS keeps for itself, become a record without key
 * and value. A record without a value passes as it is. Any other that is not such a message is an
 * error of the record, whose message names a field and never its value.
 *
 * @param <R> the kind of record, of a source or of a sink
 */
public final class UnwrapDms<R extends ConnectRecord<R>> implements PluginTransform<R> {
  static final String BEFORE_FIELD = "before.image.field";
  static final String BEFORE_PREFIX = "before.image.prefix";
  static final String KEY_COLUMNS = "key.columns";
  private static final String GROUP = "DMS messages";

  private Envelope envelope = Envelope.of(definition().parse(Map.of()));
  private Images images = new Images("before-image", "BI_");
  private KeyColumns keyColumns = KeyColumns.of(List.of());

  /** Called by Connect. */
  public UnwrapDms() {}

  /** The options of this transform. */
  public static ConfigDef definition() {
    ConfigDef definition = new ConfigDef();
    OptionGroup.of(definition, GROUP)
        .add(
            KEY_COLUMNS,
            List.of(),
            OptionGroup.any("names of columns"),
            Importance.HIGH,
            "The columns that become the record's key; none leaves DMS's own, which is text.",
            "Key columns")
        .add(
            BEFORE_FIELD,
            "before-image",
            new ConfigDef.NonEmptyString(),
            Importance.MEDIUM,
            "The field beside data that holds the row before an update (FieldName of"
                + " BeforeImageSettings in DMS).",
            "Before image field")
        .add(
            BEFORE_PREFIX,
            "BI_",
            OptionGroup.any("any string"),
            Importance.MEDIUM,
            "How the names of columns in data begin that hold the row before an update (rule"
                + " add-before-image-columns in DMS); they leave the row. Set it to nothing where"
                + " tables have columns of their own that begin so.",
            "Before image prefix");
    return Envelope.define(definition);
  }

  @Override
  public ConfigDef config() {
    return definition();
  }

  @Override
  public void configure(Map<String, ?> given) {
    Map<String, Object> options = definition().parse(given);
    envelope = Envelope.of(options);
    images = new Images((String) options.get(BEFORE_FIELD), (String) options.get(BEFORE_PREFIX));
    keyColumns = KeyColumns.of((List<?>) options.get(KEY_COLUMNS));
  }

  @Override
  public R apply(R record) {
    if (record.value() == null) {
      return record;
    }
    try {
      return unwrap(record);
    } catch (DataException reason) {
      throw RecordPlace.fault("Cannot read the DMS message", record, reason);
    }
  }

  private R unwrap(R record) {
    Fields message = Fields.valueOf(record);
    Metadata metadata = Metadata.of(message);
    if (!metadata.isOfRow()) {
      return Envelope.nothing(record);
    }
    ChangeOperation operation = metadata.operation();
    RowImages rows = images.read(message, operation);
    return envelope.write(
        record,
        new SourceChange(
            operation,
            metadata.time(),
            metadata.position(),
            metadata.table(),
            keyColumns.keyOf(rows.row()),
            Optional.of(rows.row()),
            rows.before()));
  }
}
