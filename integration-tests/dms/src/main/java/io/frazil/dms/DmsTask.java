package io.frazil.dms;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.frazil.dms.TaskSettings.Apply;
import io.frazil.dms.TaskSettings.Detail;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A replication task that sends the table {@code depot.parcel} to Kafka: the control messages at
 * its start, loaded rows, transactions in the order of their commits. Not thread-safe.
 *
 * <table>
 * <caption>Partition keys</caption>
 * <tr><th>message</th><th>key</th></tr>
 * <tr><td>control</td><td>task, or task.schema.table</td></tr>
 * <tr><td>load</td><td>schema.table.key</td></tr>
 * <tr><td>change</td><td>schema.table</td></tr>
 * <tr><td>change, applied in parallel</td><td>schema.table.key, of the row after an update</td></tr>
 * </table>
 */
public final class DmsTask {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String TASK = "TASK1";
  private static final String SCHEMA = "depot";
  private static final String TABLE = "parcel";
  private static final String QUALIFIED_TABLE = SCHEMA + "." + TABLE;
  private static final long FIRST_TRANSACTION = 7_000_000;
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final TaskSettings settings;
  private final InstantSource clock;
  private final Rows rows;
  private final MessageText text;
  private Optional<Transaction> previous = Optional.empty();

  /**
   * A task that has sent nothing.
   *
   * @param clock tells when messages are made
   */
  public DmsTask(TaskSettings settings, InstantSource clock) {
    this.settings = requireNonNull(settings, "settings");
    this.clock = requireNonNull(clock, "clock");
    this.rows = new Rows(settings);
    this.text = new MessageText(settings.format());
  }

  /** What is sent before the load, if anything. */
  public List<Message> start() {
    if (!settings.has(Detail.CONTROL)) {
      return List.of();
    }
    return List.of(
        control("drop-table", SCHEMA, TABLE, JSON.objectNode()),
        control("create-table", SCHEMA, TABLE, TableDefinitions.parcel()),
        control("create-table", "", "awsdms_apply_exceptions", TableDefinitions.applyExceptions()));
  }

  private Message control(String operation, String schema, String table, ObjectNode body) {
    ObjectNode metadata = metadata("control", operation, "task-id", schema, table);
    addPartitionValue(metadata, TASK);
    String key = schema.isEmpty() ? TASK : String.join(".", TASK, schema, table);
    return message(key, "control", body, metadata);
  }

  /** A row that the full load has read. */
  public Message load(Parcel row) {
    String key = QUALIFIED_TABLE + "." + row.id();
    ObjectNode metadata = metadata("data", "load", "primary-key", SCHEMA, TABLE);
    addPartitionValue(metadata, key);
    return message(key, "data", rows.present(row), metadata);
  }

  /** The changes of the next transaction. */
  public List<Message> changes(Transaction transaction) {
    List<Message> messages = new ArrayList<>();
    for (Change change : transaction.changes()) {
      messages.add(change(change, transaction, messages.size() + 1));
    }
    previous = Optional.of(transaction);
    return List.copyOf(messages);
  }

  private Message change(Change change, Transaction transaction, int recordId) {
    boolean isParallel = settings.apply() == Apply.PARALLEL;
    String key = QUALIFIED_TABLE + (isParallel ? "." + change.row().id() : "");
    ObjectNode metadata =
        metadata(
            "data", operation(change), isParallel ? "primary-key" : "schema-table", SCHEMA, TABLE);
    if (isParallel) {
      addPartitionValue(metadata, key);
    }
    metadata.put("transaction-id", FIRST_TRANSACTION + transaction.number());
    if (settings.has(Detail.TRANSACTION)) {
      addDetails(metadata, transaction, recordId);
    }
    ObjectNode value = JSON.objectNode();
    rows.beforeImage(change).ifPresent(image -> value.set("before-image", image));
    value.set("data", rows.data(change));
    value.set("metadata", metadata);
    return new Message(key, text.of(value));
  }

  private static String operation(Change change) {
    if (change instanceof Change.Insert) {
      return "insert";
    }
    return change instanceof Change.Update ? "update" : "delete";
  }

  private void addDetails(ObjectNode metadata, Transaction transaction, int recordId) {
    metadata.put("transaction-record-id", recordId);
    previous.ifPresent(
        last -> {
          metadata.put("prev-transaction-id", FIRST_TRANSACTION + last.number());
          metadata.put("prev-transaction-record-id", last.changes().size());
        });
    metadata.put("commit-timestamp", MICROS.format(transaction.committedAt()));
    metadata.put("stream-position", StreamPositions.of(settings.source(), transaction.number()));
  }

  private ObjectNode metadata(
      String type, String operation, String partitionKeyType, String schema, String table) {
    Instant now = clock.instant();
    return JSON.objectNode()
        .put("timestamp", MICROS.format(now))
        .put("record-type", type)
        .put("operation", operation)
        .put("partition-key-type", partitionKeyType)
        .put("schema-name", schema)
        .put("table-name", table);
  }

  private void addPartitionValue(ObjectNode metadata, String value) {
    if (settings.has(Detail.PARTITION_VALUE)) {
      metadata.put("partition-key-value", value);
    }
  }

  private Message message(String key, String bodyName, ObjectNode body, ObjectNode metadata) {
    ObjectNode value = JSON.objectNode();
    value.set(bodyName, body);
    value.set("metadata", metadata);
    return new Message(key, text.of(value));
  }
}
