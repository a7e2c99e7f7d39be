package io.frazil.transforms.debezium;

import io.frazil.transforms.envelope.ChangeOperation;
import io.frazil.transforms.envelope.SourceChange;
import io.frazil.transforms.record.DerivedSchemas;
import io.frazil.transforms.record.Fields;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.header.Headers;

/**
 * Reads flat rows as ExtractNewRecordState leaves them. A row that tells no more than that it was
 * not deleted is taken for an update, which is true of a new row as well as far as a mirror goes.
 * Not thread-safe.
 */
final class FlatRowReader {
  private final DerivedSchemas schemas = new DerivedSchemas();
  private final DeletedRows deletedRows = new DeletedRows();

  /** The change; empty for a message of the database's log. */
  Optional<SourceChange> read(Fields value, Optional<SchemaAndValue> key, Headers headers) {
    FlatFacts facts = new FlatFacts(value, headers);
    Optional<String> code = facts.text(Operations.FIELD);
    if (code.filter("m"::equals).isPresent()) {
      return Optional.empty();
    }
    ChangeOperation operation = operation(facts, code);
    SchemaAndValue columns = columns(value);
    Optional<SchemaAndValue> row =
        switch (operation) {
          case INSERT, UPDATE -> Optional.of(columns);
          case DELETE ->
              Optional.of(
                  key.isPresent()
                      ? deletedRows.row(key.get(), Optional.ofNullable(columns.schema()))
                      : columns);
          case TRUNCATE -> Optional.empty();
        };
    return Optional.of(
        new SourceChange(
            operation,
            SourceFacts.time(facts).or(() -> SourceFacts.time(facts.connector())),
            LogPosition.of(facts, order(facts, code)),
            SourceFacts.table(facts),
            key,
            row,
            operation == ChangeOperation.DELETE ? Optional.of(columns) : Optional.empty()));
  }

  private static ChangeOperation operation(FlatFacts facts, Optional<String> code) {
    Optional<ChangeOperation> told =
        code.map(any -> Operations.named(any).orElseThrow(() -> Operations.unknown(facts)));
    return isDeleted(facts) ? ChangeOperation.DELETE : told.orElse(ChangeOperation.UPDATE);
  }

  private static boolean isDeleted(FlatFacts facts) {
    return switch (facts.get(FlatFacts.DELETED).map(String::valueOf).orElse("false")) {
      case "true" -> true;
      case "false" -> false;
      default -> throw facts.wrong(FlatFacts.DELETED, "is neither true nor false");
    };
  }

  private static LogPosition.Order order(FlatFacts facts, Optional<String> code) {
    return code.filter(Operations::isSnapshot).isPresent()
        ? LogPosition.Order.SNAPSHOT
        : LogPosition.Order.of(facts.integer(FlatFacts.TRANSACTION_ORDER));
  }

  private SchemaAndValue columns(Fields value) {
    Map<String, Object> columns = value.values();
    columns.keySet().removeAll(FlatFacts.FIELDS);
    return Fields.whole(
        value.schema().map(flat -> schemas.from(flat, () -> columns(flat))), columns);
  }

  private static Schema columns(Schema flat) {
    SchemaBuilder columns = DerivedSchemas.withoutFields(flat);
    for (Field field : flat.fields()) {
      if (!FlatFacts.FIELDS.contains(field.name())) {
        columns.field(field.name(), field.schema());
      }
    }
    return columns.build();
  }
}
