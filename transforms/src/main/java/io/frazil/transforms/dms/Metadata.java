package io.frazil.transforms.dms;

import static java.util.Objects.requireNonNull;

import io.frazil.transforms.envelope.ChangeOperation;
import io.frazil.transforms.envelope.SourceTable;
import io.frazil.transforms.record.Fields;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * What a message of DMS says about its change in {@code metadata}. All but the operation may lack.
 */
final class Metadata {
  private static final String METADATA = "metadata";
  private static final String RECORD_TYPE = "record-type";
  private static final String OPERATION = "operation";
  private static final String TIMESTAMP = "timestamp";
  private static final String COMMIT_TIMESTAMP = "commit-timestamp";
  private static final String STREAM_POSITION = "stream-position";
  private static final String RECORD_ID = "transaction-record-id";
  private static final String SCHEMA = "schema-name";
  private static final String TABLE = "table-name";
  private static final String TABLES_OF_DMS = "awsdms_";
  private static final DateTimeFormatter SORTABLE_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final Fields message;
  private final Fields metadata;

  private Metadata(Fields message, Fields metadata) {
    this.message = message;
    this.metadata = requireNonNull(metadata, "metadata");
  }

  static Metadata of(Fields message) {
    return new Metadata(
        message, message.nested(METADATA).orElseThrow(() -> message.missing(METADATA)));
  }

  /** Whether the message is about a change of a row of the source, and not of tables or of DMS. */
  boolean isOfRow() {
    Optional<String> type = metadata.text(RECORD_TYPE);
    boolean isData =
        switch (type.orElse("")) {
          case "data" -> true;
          case "control" -> false;
          case "" -> message.get("control").isEmpty() || message.get("data").isPresent();
          default -> throw metadata.wrong(RECORD_TYPE, "is neither data nor control");
        };
    return isData && !metadata.text(TABLE).orElse("").startsWith(TABLES_OF_DMS);
  }

  ChangeOperation operation() {
    return switch (metadata.text(OPERATION).orElseThrow(() -> metadata.missing(OPERATION))) {
      case "load", "insert" -> ChangeOperation.INSERT;
      case "update" -> ChangeOperation.UPDATE;
      case "delete" -> ChangeOperation.DELETE;
      default -> throw metadata.wrong(OPERATION, "is none of load, insert, update, delete");
    };
  }

  /** When the change was committed, or else when DMS made the message. */
  Optional<Instant> time() {
    return instant(COMMIT_TIMESTAMP).or(() -> instant(TIMESTAMP));
  }

  /**
   * The position in the source's log, or else the commit's time; and the place in the commit, since
   * changes of one transaction may have the same position and lie in different partitions.
   */
  Optional<String> position() {
    String place =
        metadata.integer(RECORD_ID).map(id -> "/" + StreamPosition.sortable(id)).orElse("");
    return streamPosition()
        .or(() -> instant(COMMIT_TIMESTAMP).map(SORTABLE_TIME::format))
        .map(commit -> commit + place);
  }

  private Optional<String> streamPosition() {
    return metadata
        .get(STREAM_POSITION)
        .flatMap(
            position ->
                position instanceof String text
                    ? Optional.of(StreamPosition.sortable(text))
                    : metadata.integer(STREAM_POSITION).map(StreamPosition::sortable));
  }

  Optional<SourceTable> table() {
    Optional<String> schema = metadata.text(SCHEMA);
    return metadata
        .text(TABLE)
        .filter(name -> !name.isBlank())
        .map(table -> new SourceTable(Optional.empty(), schema, table));
  }

  private Optional<Instant> instant(String field) {
    return metadata
        .text(field)
        .map(
            text -> {
              try {
                return Instant.parse(text);
              } catch (DateTimeParseException notATime) {
                throw metadata.wrong(field, "is not a time such as 2026-03-02T10:15:30.123456Z");
              }
            });
  }
}
