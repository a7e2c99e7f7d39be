package io.frazil.connector.control;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.commit.ControlEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.iceberg.ContentFile;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Sends events to the control topic. As soon as {@link #send} is called the files of an event are
 * named, whatever becomes of the record: somebody may have read it.
 *
 * <p>Thread-safe if the producer is. Closes the producer.
 */
public final class ControlWriter implements AutoCloseable {
  private final Producer<byte[], byte[]> producer;
  private final ControlCodec codec;
  private final Duration closeTimeout;

  /**
   * @param closeTimeout how long closing waits for records under way
   */
  public ControlWriter(
      Producer<byte[], byte[]> producer, ControlCodec codec, Duration closeTimeout) {
    this.producer = requireNonNull(producer, "producer");
    this.codec = requireNonNull(codec, "codec");
    this.closeTimeout = requireNonNull(closeTimeout, "closeTimeout");
  }

  /**
   * Sends events, in order, and waits until all of them are acknowledged.
   *
   * @throws ConnectException if one is not
   */
  public void send(List<ControlEvent<ContentFile<?>>> events) {
    AtomicReference<Exception> failure = new AtomicReference<>();
    events.forEach(event -> codec.encode(event).forEach(record -> send(record, failure)));
    producer.flush();
    Exception failed = failure.get();
    if (failed != null) {
      throw new ConnectException(
          "Cannot send to the control topic: %s. The report is repeated at the next round."
              .formatted(failed.getMessage()),
          failed);
    }
  }

  @Override
  public void close() {
    producer.close(closeTimeout);
  }

  private void send(ProducerRecord<byte[], byte[]> record, AtomicReference<Exception> failure) {
    try {
      // The callback tells what the producer's own future would.
      Object unused =
          producer.send(
              record,
              (metadata, exception) -> {
                if (exception != null) {
                  failure.compareAndSet(null, exception);
                }
              });
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
    }
  }
}
