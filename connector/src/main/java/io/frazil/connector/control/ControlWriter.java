package io.frazil.connector.control;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.commit.ControlEvent;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
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
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

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
   * Hands an event over to the producer.
   *
   * @return done when all records of the event are acknowledged, exceptionally when one is not;
   *     {@link #flush} reports the same
   */
  public CompletableFuture<Void> send(ControlEvent<ContentFile<?>> event) {
    return CompletableFuture.allOf(
        codec.encode(event).stream().map(this::send).toArray(CompletableFuture<?>[]::new));
  }

  /**
   * Waits until all that was sent is acknowledged.
   *
   * @throws ConnectException if anything sent since the last call was not
   */
  public void flush() {
    producer.flush();
    Throwable failed = failure.getAndSet(null);
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

  private CompletableFuture<Void> send(ProducerRecord<byte[], byte[]> record) {
    CompletableFuture<Void> acknowledged = new CompletableFuture<>();
    try {
      // The callback below tells what the producer's own future would.
      Object unused =
          producer.send(
              record,
              (metadata, exception) -> {
                if (exception == null) {
                  acknowledged.complete(null);
                } else {
                  fail(acknowledged, exception);
                }
              });
    } catch (RuntimeException e) {
      fail(acknowledged, e);
    }
    return acknowledged;
  }

  private void fail(CompletableFuture<Void> acknowledged, Exception exception) {
    failure.compareAndSet(null, exception);
    acknowledged.completeExceptionally(exception);
  }
}
