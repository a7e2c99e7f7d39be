package io.frazil.connector.runtime;

import static io.frazil.connector.runtime.RefusedByKafkaException.throwIfRefused;

import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.control.ControlReader;
import io.frazil.connector.control.ControlWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.iceberg.ContentFile;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker's ear and mouth on the control topic. Losing events is harmless, so it fails only where
 * Kafka refuses to listen or to speak. For a task's thread.
 */
public final class ControlChannel implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlChannel.class);
  private static final Duration IDLE_WAIT = Duration.ofMillis(50);

  private final ControlReader reader;
  private final Supplier<ControlWriter> writers;
  private Optional<ControlWriter> writer = Optional.empty();

  /**
   * A channel.
   *
   * @param reader stays the caller's to close
   * @param writers opens a writer; a failed one is closed and followed by another, since a producer
   *     may never recover
   */
  public ControlChannel(ControlReader reader, Supplier<ControlWriter> writers) {
    this.reader = reader;
    this.writers = writers;
  }

  /** The events since the last call; waits for some only if there is nothing else to do. */
  List<ControlEvent<ContentFile<?>>> poll(boolean isIdle) {
    try {
      return reader.poll(isIdle ? IDLE_WAIT : Duration.ZERO);
    } catch (KafkaException e) {
      throwIfRefused(e);
      LOG.warn("Cannot read the control topic yet: {}", e.getMessage());
      return List.of();
    }
  }

  void send(List<ControlEvent<ContentFile<?>>> events) {
    try {
      if (writer.isEmpty()) {
        writer = Optional.of(writers.get());
      }
      writer.get().send(events);
    } catch (KafkaException e) {
      close();
      throwIfRefused(e);
      LOG.warn("Cannot report yet, it is tried again in the next round: {}", e.getMessage());
    }
  }

  @Override
  public void close() {
    writer.ifPresent(ControlWriter::close);
    writer = Optional.empty();
  }
}
