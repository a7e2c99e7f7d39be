package io.frazil.connector.runtime;

import io.frazil.connector.commit.SourcePartition;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
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
  private final Map<SourcePartition, Long> sought = new HashMap<>();
  private final Set<SourcePartition> gone = new HashSet<>();
  private boolean isPaused;
  private boolean isPauseKnown = true;
  private boolean isNextBatchOld;

  public ReadingControl(SinkTaskContext context) {
    this.context = context;
    context.timeout(LOOK.toMillis());
  }

  /** A new batch has come, read after the last seeks. */
  void begin() {
    if (isNextBatchOld) {
      Map.copyOf(sought).forEach(this::seek);
      isNextBatchOld = false;
    } else {
      sought.clear();
    }
    context.timeout(LOOK.toMillis());
  }

  /** Reads a partition on from there; one that has gone has another reader. */
  void seek(SourcePartition partition, long offset) {
    // Connect seeks when it polls next, and ends the task over a partition that it has no more.
    if (!gone.contains(partition)) {
      sought.put(partition, offset);
      context.offset(new TopicPartition(partition.topic(), partition.partition()), offset);
    }
  }

  /** Whether what the present batch has of the partition is to be read again. */
  boolean isSought(SourcePartition partition) {
    return sought.containsKey(partition);
  }

  void pauseWhile(boolean isToPause) {
    if (isToPause != isPaused || !isPauseKnown) {
      TopicPartition[] all = context.assignment().toArray(TopicPartition[]::new);
      if (isToPause) {
        context.pause(all);
      } else {
        context.resume(all);
      }
      isPaused = isToPause;
      isPauseKnown = true;
    }
  }

  /** Partitions have come: new ones are read, and those that Connect knew as paused are not. */
  void assigned(Collection<SourcePartition> come) {
    gone.removeAll(come);
    isPauseKnown = false;
  }

  /**
   * Partitions go, in the middle of a poll: its batch may have been read before the seeks that
   * follow from that.
   */
  void revoked(Collection<SourcePartition> lost) {
    gone.addAll(lost);
    sought.keySet().removeAll(lost);
    isNextBatchOld = true;
  }

  /** Lets Connect tell the group its offsets soon. */
  void requestCommit() {
    context.requestCommit();
  }
}
