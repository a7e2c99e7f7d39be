package io.frazil.transforms.mongo;

import io.frazil.transforms.envelope.ChangeOperation;
import io.frazil.transforms.envelope.Envelope;
import io.frazil.transforms.envelope.SourceChange;
import io.frazil.transforms.envelope.SourceTable;
import io.frazil.transforms.mongo.DocumentRows.Form;
import io.frazil.transforms.option.OptionGroup;
import io.frazil.transforms.record.Fields;
import io.frazil.transforms.record.PluginTransform;
import io.frazil.transforms.record.RecordPlace;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;

/**
 * Turns a change of Debezium's connector for MongoDB into the change {@link Envelope}: a row with
 * the document's id and the document itself, as JSON text, which is never taken apart.
 *
 * <p>The record's key becomes the id under the same name as in the row, that of a tombstone too.
 * Heartbeats and transaction markers become a record without key and value. An update without its
 * document is an error of the record unless configured otherwise; so is all else that is no such
 * change. Messages name a field and never its value.
 *
 * @param <R> the kind of record, of a source or of a sink
 */
public final class UnwrapMongo<R extends ConnectRecord<R>> implements PluginTransform<R> {
  static final String ID_FIELD = "id.field";
  static final String DOCUMENT_FIELD = "document.field";
  static final String MISSING_DOCUMENT = "missing.document";
  private static final String SKIP = "skip";
  private static final String FAIL = "fail";
  private static final String GROUP = "MongoDB";

  private static final String KEY_ID = "id";
  private static final String OPERATION = "op";
  private static final String SOURCE = "source";
  private static final String BEFORE = "before";
  private static final String AFTER = "after";
  private static final String TIME = "ts_ms";

  private Envelope envelope = Envelope.of(definition().parse(Map.of()));
  private DocumentRows rows = new DocumentRows("_id", "document");
  private boolean skipsMissingDocuments;

  /** Called by Connect. */
  public UnwrapMongo() {}

  /** The options of this transform. */
  public static ConfigDef definition() {
    ConfigDef definition = new ConfigDef();
    OptionGroup.of(definition, GROUP)
        .add(
            ID_FIELD,
            "_id",
            new ConfigDef.NonEmptyString(),
            Importance.MEDIUM,
            "The column for the document's id, in the row and in the record's key.",
            "Id field")
        .add(
            DOCUMENT_FIELD,
            "document",
            new ConfigDef.NonEmptyString(),
            Importance.MEDIUM,
            "The column for the document, as JSON text.",
            "Document field")
        .add(
            MISSING_DOCUMENT,
            FAIL,
            ConfigDef.ValidString.in(FAIL, SKIP),
            Importance.LOW,
            "What becomes of an update without its document: fail, or skip where capture.mode looks"
                + " documents up and so finds none that was deleted meanwhile.",
            "Missing document");
    return Envelope.define(definition);
  }

  @Override
  public ConfigDef config() {
    return definition();
  }

  @Override
  public void configure(Map<String, ?> given) {
    Map<String, Object> options = definition().parse(given);
    String idField = (String) options.get(ID_FIELD);
    String documentField = (String) options.get(DOCUMENT_FIELD);
    if (idField.equals(documentField)) {
      throw new ConfigException(
          DOCUMENT_FIELD, documentField, "Choose another name than that of " + ID_FIELD + ".");
    }
    envelope = Envelope.of(options);
    rows = new DocumentRows(idField, documentField);
    skipsMissingDocuments = SKIP.equals(options.get(MISSING_DOCUMENT));
  }

  @Override
  public R apply(R record) {
    try {
      return record.value() == null ? tombstone(record) : unwrap(record);
    } catch (DataException reason) {
      throw RecordPlace.fault("Cannot read the MongoDB change", record, reason);
    }
  }

  private R tombstone(R record) {
    if (record.key() == null) {
      return record;
    }
    SchemaAndValue key = rows.key(id(record), form(Fields.keyOf(record)));
    return record.newRecord(
        record.topic(),
        record.kafkaPartition(),
        key.schema(),
        key.value(),
        null,
        null,
        record.timestamp());
  }

  private R unwrap(R record) {
    Fields change = Fields.valueOf(record);
    if (isNoChange(change)) {
      return Envelope.nothing(record);
    }
    String id = id(record);
    ChangeOperation operation = operation(change);
    Optional<String> document = change.text(AFTER);
    Optional<String> before = change.text(BEFORE);
    if (operation != ChangeOperation.DELETE && document.isEmpty()) {
      if (operation == ChangeOperation.UPDATE && skipsMissingDocuments) {
        return Envelope.nothing(record);
      }
      throw withoutDocument(change, operation);
    }
    Form form = form(change);
    Optional<Fields> source = change.nested(SOURCE);
    return envelope.write(
        record,
        rows.key(id, form(Fields.keyOf(record))),
        new SourceChange(
            operation,
            source.flatMap(facts -> facts.integer(TIME)).map(Instant::ofEpochMilli),
            source.flatMap(UnwrapMongo::position),
            source.flatMap(UnwrapMongo::collection),
            Optional.of(rows.key(id, form)),
            Optional.of(
                rows.row(id, operation == ChangeOperation.DELETE ? before : document, form)),
            before.map(text -> rows.row(id, Optional.of(text), form))));
  }

  /** Whether this is a heartbeat, or marks the begin or the end of a transaction. */
  private static boolean isNoChange(Fields value) {
    boolean hasNoRow =
        value.get(OPERATION).isEmpty() && value.get(SOURCE).isEmpty() && value.get(AFTER).isEmpty();
    return hasNoRow && (value.get(TIME).isPresent() || value.get("status").isPresent());
  }

  private static ChangeOperation operation(Fields change) {
    return switch (change.text(OPERATION).orElseThrow(() -> change.missing(OPERATION))) {
      case "c", "r" -> ChangeOperation.INSERT;
      case "u" -> ChangeOperation.UPDATE;
      case "d" -> ChangeOperation.DELETE;
      default -> throw change.wrong(OPERATION, "is none of c, r, u, d");
    };
  }

  private static DataException withoutDocument(Fields change, ChangeOperation operation) {
    return operation == ChangeOperation.UPDATE
        ? new DataException(
            "the update has no document in field 'after'. Set capture.mode=change_streams_update_full"
                + " at Debezium's connector; if it is set, the document was deleted before it was"
                + " looked up, and "
                + MISSING_DOCUMENT
                + "=skip steps over such updates.")
        : change.missing(AFTER);
  }

  /** The second and the number inside it, which order changes of a replica set. */
  private static Optional<String> position(Fields source) {
    Optional<Long> ordinal = source.integer("ord").filter(number -> number >= 0);
    return source
        .integer(TIME)
        .filter(time -> time >= 0)
        .flatMap(
            time -> ordinal.map(number -> String.format(Locale.ROOT, "%015d.%010d", time, number)));
  }

  private static Optional<SourceTable> collection(Fields source) {
    Optional<String> database = source.text("db");
    return source
        .text("collection")
        .map(collection -> new SourceTable(database, Optional.empty(), collection));
  }

  private static String id(ConnectRecord<?> record) {
    if (record.key() == null) {
      throw new DataException("it has no key");
    }
    Fields key = Fields.keyOf(record);
    return DocumentRows.id(key.text(KEY_ID).orElseThrow(() -> key.missing(KEY_ID)));
  }

  private static Form form(Fields of) {
    return of.schema().isPresent() ? Form.STRUCT : Form.MAP;
  }
}
