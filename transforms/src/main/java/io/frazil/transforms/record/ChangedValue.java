package io.frazil.transforms.record;

import java.util.function.Function;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;

/** Puts another value in place of a record's. */
final class ChangedValue {
  private ChangedValue() {}

  /**
   * The record with the value that is made of it; itself if it has none.
   *
   * @param failed what has failed, for messages, if none can be made of it
   * @throws DataException that tells the record's place
   */
  static <R extends ConnectRecord<R>> R of(
      R record, String failed, Function<R, SchemaAndValue> maker) {
    if (record.value() == null) {
      return record;
    }
    try {
      SchemaAndValue value = maker.apply(record);
      return record.newRecord(
          record.topic(),
          record.kafkaPartition(),
          record.keySchema(),
          record.key(),
          value.schema(),
          value.value(),
          record.timestamp());
    } catch (DataException fault) {
      throw RecordPlace.fault(failed, record, fault);
    }
  }
}
