package io.frazil.transforms.record;

import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;

/** Says where a record is, so that whoever reads a message finds it. */
public final class RecordPlace {
  private RecordPlace() {}

  /** The place of a record: topic, partition and offset, or where its source had it. */
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

  /**
   * Refuses a record.
   *
   * @param what the record is, such as CSV line
   * @param reason why, without any value of the record
   */
  public static DataException refuse(String what, ConnectRecord<?> record, DataException reason) {
    String text = reason.getMessage();
    return new DataException(
        "Cannot read the "
            + what
            + " of "
            + of(record)
            + ": "
            + text
            + (text.endsWith(".") ? "" : "."),
        reason);
  }
}
