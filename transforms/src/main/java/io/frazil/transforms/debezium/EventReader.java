package io.frazil.transforms.debezium;

import io.frazil.transforms.envelope.ChangeOperation;
import io.frazil.transforms.envelope.SourceChange;
import io.frazil.transforms.record.Fields;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;

/** Reads Debezium's own envelope. Not thread-safe. */
final class EventReader {
  private static final String AFTER = "after";
  private static final String BEFORE = "before";

  private final DeletedRows deletedRows = new DeletedRows();

  /** The change; empty for a message of the database's log. */
  Optional<SourceChange> read(Fields value, Optional<SchemaAndValue> key) {
    String code =
        value
            .text(Operations.FIELD)
            .orElseThrow(
                () -> value.wrong(Operations.FIELD, "is missing, so the change is unknown"));
    if (code.equals("m")) {
      return Optional.empty();
    }
    ChangeOperation operation = Operations.named(code).orElseThrow(() -> Operations.unknown(value));
    Fields source =
        value.nested("source").orElseThrow(() -> value.wrong("source", "is missing. Keep it"));
    requireTable(source);
    Optional<SchemaAndValue> row =
        switch (operation) {
          case INSERT, UPDATE -> Optional.of(after(value));
          case DELETE -> Optional.of(deleted(value, key));
          case TRUNCATE -> Optional.empty();
        };
    return Optional.of(
        new SourceChange(
            operation,
            SourceFacts.time(source).or(() -> SourceFacts.time(value)),
            LogPosition.of(source, order(value, code)),
            SourceFacts.table(source),
            key,
            row,
            before(value, operation)));
  }

  private static void requireTable(Fields source) {
    if (source.text("connector").filter("mongodb"::equals).isPresent()) {
      throw source.wrong("connector", "is mongodb, whose documents need a transform of their own");
    }
    if (source.text("table").isEmpty()) {
      throw source.wrong("table", "is missing, so the change is of no table");
    }
  }

  private static LogPosition.Order order(Fields value, String code) {
    return Operations.isSnapshot(code)
        ? LogPosition.Order.SNAPSHOT
        : LogPosition.Order.of(
            value.nested("transaction").flatMap(transaction -> transaction.integer("total_order")));
  }

  private static SchemaAndValue after(Fields value) {
    return value
        .nested(AFTER)
        .orElseThrow(() -> value.wrong(AFTER, "is missing, so there is no row"))
        .whole();
  }

  private static Optional<SchemaAndValue> before(Fields value, ChangeOperation operation) {
    return operation == ChangeOperation.TRUNCATE
        ? Optional.empty()
        : value.nested(BEFORE).map(Fields::whole);
  }

  private SchemaAndValue deleted(Fields value, Optional<SchemaAndValue> key) {
    if (key.isPresent()) {
      return deletedRows.row(key.get(), tableSchema(value));
    }
    return value
        .nested(BEFORE)
        .orElseThrow(
            () ->
                value.wrong(
                    BEFORE,
                    "is missing and the record has no key, so the row is unknown. Give the table a"
                        + " primary key, or REPLICA IDENTITY FULL"))
        .whole();
  }

  private static Optional<Schema> tableSchema(Fields value) {
    if (value.schema().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        value
            .schema(AFTER)
            .or(() -> value.schema(BEFORE))
            .filter(schema -> schema.type() == Schema.Type.STRUCT)
            .orElseThrow(() -> new DataException("field 'after' is not a struct")));
  }
}
