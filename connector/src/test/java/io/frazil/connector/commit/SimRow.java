package io.frazil.connector.commit;

import java.util.UUID;

/** One change in a file: what it does to which key, and the record that it came from. */
record SimRow(SourcePartition partition, UUID topicId, long offset, int key, boolean isDelete) {
  /** The record's identity. */
  Source source() {
    return new Source(partition, topicId, offset);
  }

  record Source(SourcePartition partition, UUID topicId, long offset) {}
}
