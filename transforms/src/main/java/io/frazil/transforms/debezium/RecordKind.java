package io.frazil.transforms.debezium;

import io.frazil.transforms.record.Fields;
import java.util.Set;
import org.apache.kafka.connect.header.Headers;

/**
 * What a record of Debezium is, as its fields tell. Names of topics and schemas tell nothing, since
 * both can be configured.
 */
enum RecordKind {
  /** A change, or a message of the database's log, in Debezium's envelope. */
  EVENT,
  /** A row as ExtractNewRecordState leaves it, with facts about the change. */
  FLAT_ROW,
  /** A heartbeat, the begin or end of a transaction, a change of a schema. */
  NO_CHANGE,
  /** None of these. */
  UNKNOWN;

  private static final Set<String> CLOCK = Set.of("ts_ms", "ts_us", "ts_ns");
  private static final Set<String> TRANSACTION = Set.of("status", "id", "data_collections");
  private static final Set<String> SCHEMA_CHANGE = Set.of("ddl", "tableChanges");

  static RecordKind of(Fields value, Headers headers) {
    if (FlatFacts.areIn(value, headers)) {
      return FLAT_ROW;
    }
    boolean hasRow = value.has("before") || value.has("after");
    boolean hasOperation = value.has(Operations.FIELD);
    if (value.has("source") ? hasRow || hasOperation : hasRow && hasOperation) {
      return EVENT;
    }
    return isHeartbeat(value) || hasAll(value, TRANSACTION) || hasAll(value, SCHEMA_CHANGE)
        ? NO_CHANGE
        : UNKNOWN;
  }

  private static boolean isHeartbeat(Fields value) {
    return value.has("ts_ms") && CLOCK.containsAll(value.names());
  }

  private static boolean hasAll(Fields value, Set<String> names) {
    return names.stream().allMatch(value::has);
  }
}
