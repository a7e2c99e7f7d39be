package io.frazil.connector.runtime;

import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.change.SourceOffset;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * What the table of bad records holds of one of them. The record is there as JSON, as the
 * transforms left it; its bytes are in Kafka, at the place that is told.
 */
final class ErrorRows {
  private static final Schema HEADER =
      SchemaBuilder.struct()
          .field("key", Schema.STRING_SCHEMA)
          .field("value", Schema.OPTIONAL_STRING_SCHEMA)
          .build();

  static final Schema SCHEMA =
      SchemaBuilder.struct()
          .field("kafka_topic", Schema.STRING_SCHEMA)
          .field("kafka_partition", Schema.INT32_SCHEMA)
          .field("kafka_offset", Schema.INT64_SCHEMA)
          .field("kafka_timestamp", Timestamp.builder().optional().build())
          .field("target_table", Schema.OPTIONAL_STRING_SCHEMA)
          .field("record_field", Schema.OPTIONAL_STRING_SCHEMA)
          .field("reason", Schema.STRING_SCHEMA)
          .field("record_key", Schema.OPTIONAL_STRING_SCHEMA)
          .field("record_value", Schema.OPTIONAL_STRING_SCHEMA)
          .field("record_headers", SchemaBuilder.array(HEADER).build())
          .build();

  private ErrorRows() {}

  /** A record of the row, at the place of the bad one. */
  static SinkRecord of(SinkRecord bad, InvalidRecordException problem) {
    SourceOffset source = SourceOffset.of(bad);
    Struct row =
        new Struct(SCHEMA)
            .put("kafka_topic", source.topic())
            .put("kafka_partition", source.partition())
            .put("kafka_offset", source.offset())
            .put("kafka_timestamp", timestamp(bad).orElse(null))
            .put("target_table", problem.table().orElse(null))
            .put("record_field", problem.field().orElse(null))
            .put("reason", problem.reason())
            .put("record_key", JsonText.of(bad.key()).orElse(null))
            .put("record_value", JsonText.of(bad.value()).orElse(null))
            .put("record_headers", headers(bad));
    return new SinkRecord(
        source.topic(), source.partition(), null, null, SCHEMA, row, source.offset());
  }

  /** All of them in their order: a name may be there more than once. */
  private static List<Struct> headers(SinkRecord bad) {
    List<Struct> headers = new ArrayList<>();
    bad.headers()
        .forEach(
            header ->
                headers.add(
                    new Struct(HEADER)
                        .put("key", header.key())
                        .put("value", JsonText.of(header.value()).orElse(null))));
    return headers;
  }

  private static Optional<Date> timestamp(SinkRecord bad) {
    return Optional.ofNullable(bad.timestamp()).map(Instant::ofEpochMilli).map(Date::from);
  }
}
