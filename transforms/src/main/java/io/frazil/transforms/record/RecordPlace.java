package io.frazil.transforms.record;

import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;

/** Where a record stands, for messages. */
public final class RecordPlace {
  private RecordPlace() {}

  /** Topic, partition and offset; of a record that is not in Kafka yet, where it comes from. */
  public static String of(ConnectRecord<?> record) {
    if (record instanceof SinkRecord sunk) {
      return sunk.topic() + "-" + sunk.kafkaPartition() + "@" + sunk.kafkaOffset();
    }
    if (record instanceof SourceRecord sourced) {
      return "topic '"
          + sourced.topic()
          + "' from "
          + sourced.sourcePartition()
          + " at "
          + sourced.sourceOffset();
    }
    return "topic '" + record.topic() + "'";
  }

  /** An error of the record: what failed, with its place, and why. */
  public static DataException fault(String failed, ConnectRecord<?> record, DataException reason) {
    String why = String.valueOf(reason.getMessage());
    return new DataException(
        failed + " of " + of(record) + ": " + why + (why.endsWith(".") ? "" : "."), reason);
  }
}
