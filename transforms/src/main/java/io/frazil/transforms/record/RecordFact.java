package io.frazil.transforms.record;

import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** Something that Kafka tells about a record, beside its value. */
sealed interface RecordFact {
  /** The names of all facts, for messages. */
  String NAMES = "topic, partition, offset, timestamp, key, key.<field>";

  /** Its value, if the record has it. */
  Optional<Object> value(ConnectRecord<?> row);

  /**
   * The schema of its value, for a record whose value has one; empty if the fact is of the key and
   * the record has none.
   */
  Optional<Schema> schema(ConnectRecord<?> row);

  /**
   * Reads facts as they are configured, {@code fact:column}, by the columns' names.
   *
   * @throws ConfigException if this is something else, or a name comes twice
   */
  static Map<String, RecordFact> columns(String option, List<?> pairs) {
    Map<String, RecordFact> columns = new LinkedHashMap<>();
    for (Object pair : pairs) {
      String text = String.valueOf(pair);
      int colon = text.lastIndexOf(':');
      String column = text.substring(colon + 1).trim();
      Optional<RecordFact> fact = named(text.substring(0, Math.max(0, colon)).trim());
      if (fact.isEmpty() || column.isEmpty()) {
        throw new ConfigException(
            option, pairs, "'" + text + "' is not fact:column with a fact of " + NAMES + ".");
      }
      if (columns.put(column, fact.get()) != null) {
        throw new ConfigException(option, pairs, "'" + column + "' is named twice.");
      }
    }
    return columns;
  }

  private static Optional<RecordFact> named(String name) {
    if (name.startsWith(KeyField.PREFIX) && name.length() > KeyField.PREFIX.length()) {
      return Optional.of(new KeyField(name.substring(KeyField.PREFIX.length())));
    }
    return switch (name) {
      case "topic" -> Optional.of(new Topic());
      case "partition" -> Optional.of(new Partition());
      case "offset" -> Optional.of(new Offset());
      case "timestamp" -> Optional.of(new Time());
      case "key" -> Optional.of(new Key());
      default -> Optional.empty();
    };
  }

  /** The topic that the record was read from, or is going to. */
  record Topic() implements RecordFact {
    @Override
    public Optional<Object> value(ConnectRecord<?> row) {
      return Optional.ofNullable(
          row instanceof SinkRecord sunk ? sunk.originalTopic() : row.topic());
    }

    @Override
    public Optional<Schema> schema(ConnectRecord<?> row) {
      return Optional.of(Schema.OPTIONAL_STRING_SCHEMA);
    }
  }

  /** The partition that the record was read from. */
  record Partition() implements RecordFact {
    @Override
    public Optional<Object> value(ConnectRecord<?> row) {
      return Optional.ofNullable(
          row instanceof SinkRecord sunk ? sunk.originalKafkaPartition() : row.kafkaPartition());
    }

    @Override
    public Optional<Schema> schema(ConnectRecord<?> row) {
      return Optional.of(Schema.OPTIONAL_INT32_SCHEMA);
    }
  }

  /** The offset that the record was read from. */
  record Offset() implements RecordFact {
    @Override
    public Optional<Object> value(ConnectRecord<?> row) {
      return row instanceof SinkRecord sunk
          ? Optional.of(sunk.originalKafkaOffset())
          : Optional.empty();
    }

    @Override
    public Optional<Schema> schema(ConnectRecord<?> row) {
      return Optional.of(Schema.OPTIONAL_INT64_SCHEMA);
    }
  }

  /** The record's timestamp, of whichever kind the topic has. */
  record Time() implements RecordFact {
    private static final Schema SCHEMA = Timestamp.builder().optional().build();

    @Override
    public Optional<Object> value(ConnectRecord<?> row) {
      return Optional.ofNullable(row.timestamp()).map(Date::new);
    }

    @Override
    public Optional<Schema> schema(ConnectRecord<?> row) {
      return Optional.of(SCHEMA);
    }
  }

  /** The record's key as it came. */
  record Key() implements RecordFact {
    @Override
    public Optional<Object> value(ConnectRecord<?> row) {
      return Optional.ofNullable(row.key());
    }

    @Override
    public Optional<Schema> schema(ConnectRecord<?> row) {
      return keySchema(row).map(RecordFact::optional);
    }
  }

  /**
   * A field of the record's key.
   *
   * @param name the field's name
   */
  record KeyField(String name) implements RecordFact {
    private static final String PREFIX = "key.";

    @Override
    public Optional<Object> value(ConnectRecord<?> row) {
      return Optional.ofNullable(row.key())
          .flatMap(
              key ->
                  Fields.of(key)
                      .filter(fields -> fields.has(name))
                      .orElseThrow(this::missing)
                      .get(name));
    }

    @Override
    public Optional<Schema> schema(ConnectRecord<?> row) {
      return keySchema(row)
          .map(
              key ->
                  Optional.of(key)
                      .filter(any -> any.type() == Schema.Type.STRUCT)
                      .map(struct -> struct.field(name))
                      .orElseThrow(this::missing)
                      .schema())
          .map(RecordFact::optional);
    }

    private DataException missing() {
      return new DataException("its key has no field '" + name + "'");
    }
  }

  private static Optional<Schema> keySchema(ConnectRecord<?> row) {
    if (row.key() != null && row.keySchema() == null) {
      throw new DataException(
          "its key has no schema while its value has one; set schemas.enable of key.converter and"
              + " value.converter alike");
    }
    return row.key() == null ? Optional.empty() : Optional.of(row.keySchema());
  }

  /** For a column; a struct must keep the very schema that it was made with. */
  private static Schema optional(Schema schema) {
    return schema.type() == Schema.Type.STRUCT ? schema : DerivedSchemas.optional(schema);
  }
}
