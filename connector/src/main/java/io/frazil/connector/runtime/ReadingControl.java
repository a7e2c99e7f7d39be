package io.frazil.connector.runtime;

import io.frazil.connector.commit.SourcePartition;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Where and whether Connect's consumer reads. A seek takes effect only after the present batch, so
 * the rest of the batch is not to be used of a partition that was sought. For a task's thread.
 */
public final class ReadingControl {
  /**
   * Connect calls a sink without records only as often as it is asked to; control events must not
   * wait.
   */
  private static final Duration LOOK = Duration.ofMillis(100);

  private final SinkTaskContext context;
  private final Set<SourcePartition> sought = new HashSet<>();
  private boolean isPaused;

  public ReadingControl(SinkTaskContext context) {
    this.context = context;
    context.timeout(LOOK.toMillis());
  }

  /** A new batch has come, read after the last seeks. */
  void begin() {
    sought.clear();
    context.timeout(LOOK.toMillis());
  }

  void seek(SourcePartition partition, long offset) {
    sought.add(partition);
    context.offset(new TopicPartition(partition.topic(), partition.partition()), offset);
  }

  boolean isSought(SourcePartition partition) {
    return sought.contains(partition);
  }

  void pauseWhile(boolean isToPause) {
    if (isToPause != isPaused) {
      TopicPartition[] all = context.assignment().toArray(TopicPartition[]::new);
      if (isToPause) {
        context.pause(all);
      } else {
        context.resume(all);
      }
      isPaused = isToPause;
    }
  }

  /** New partitions have come, which are read. */
  void resumed() {
    isPaused = false;
  }

  /** Lets Connect tell the group its offsets soon. */
  void requestCommit() {
    context.requestCommit();
  }
}
