package io.frazil.connector.runtime;

import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.control.ControlReader;
import io.frazil.connector.control.ControlWriter;
import java.time.Duration;
import java.util.List;
import org.apache.iceberg.ContentFile;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker's ear and mouth on the control topic. Losing events is harmless, so it never fails. For
 * a task's thread.
 */
public final class ControlChannel {
  private static final Logger LOG = LoggerFactory.getLogger(ControlChannel.class);
  private static final Duration IDLE_WAIT = Duration.ofMillis(50);

  private final ControlReader reader;
  private final ControlWriter writer;

  /** A channel over both, which stay the caller's to close. */
  public ControlChannel(ControlReader reader, ControlWriter writer) {
    this.reader = reader;
    this.writer = writer;
  }

  /** The events since the last call; waits for some only if there is nothing else to do. */
  List<ControlEvent<ContentFile<?>>> poll(boolean isIdle) {
    try {
      return reader.poll(isIdle ? IDLE_WAIT : Duration.ZERO);
    } catch (KafkaException e) {
      LOG.warn("Cannot read the control topic yet: {}", e.getMessage());
      return List.of();
    }
  }

  void send(List<ControlEvent<ContentFile<?>>> events) {
    try {
      writer.send(events);
    } catch (KafkaException e) {
      LOG.warn("Cannot report yet, it is tried again in the next round: {}", e.getMessage());
    }
  }
}
