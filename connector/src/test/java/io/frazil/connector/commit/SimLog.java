package io.frazil.connector.commit;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A source partition: the lives of its topic, each a log of records. */
final class SimLog {
  private final SourcePartition partition;
  private final List<Life> lives = new ArrayList<>();

  SimLog(SourcePartition partition, UUID topicId) {
    this.partition = partition;
    lives.add(new Life(topicId));
  }

  SourcePartition partition() {
    return partition;
  }

  void recreate(UUID topicId) {
    lives.add(new Life(topicId));
  }

  Life present() {
    return lives.get(lives.size() - 1);
  }

  List<Life> lives() {
    return lives;
  }

  /** One life of the topic. */
  static final class Life {
    private final UUID topicId;
    private final List<Entry> entries = new ArrayList<>();

    Life(UUID topicId) {
      this.topicId = topicId;
    }

    UUID topicId() {
      return topicId;
    }

    List<Entry> entries() {
      return entries;
    }

    long size() {
      return entries.size();
    }
  }

  /** A record: the table it goes to, what it does to which key, and when it happened. */
  record Entry(int table, int key, boolean isDelete, long timestampMs) {}
}
