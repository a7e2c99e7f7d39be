package io.frazil.connector.control;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.commit.ControlEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.iceberg.ContentFile;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Sends events to the control topic. As soon as {@link #send} is called the files of an event are
 * named, whatever becomes of the record: somebody may have read it.
 *
 * <p>Thread-safe if the producer is. Closes the producer.
 */
public final class ControlWriter implements AutoCloseable {
  /** After so long it is the topic that may be missing. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Producer<byte[], byte[]> producer;
  private final ControlCodec codec;
  private final Runnable topic;
  private final Duration closeTimeout;

  /**
   * @param topic makes sure that the control topic exists; asked while an answer is late, since a
   *     record waits for its topic as for a broker that is away
   * @param closeTimeout how long closing waits for records under way
   */
  public ControlWriter(
      Producer<byte[], byte[]> producer,
      ControlCodec codec,
      Runnable topic,
      Duration closeTimeout) {
    this.producer = requireNonNull(producer, "producer");
    this.codec = requireNonNull(codec, "codec");
    this.topic = requireNonNull(topic, "topic");
    this.closeTimeout = requireNonNull(closeTimeout, "closeTimeout");
  }

  /**
   * Sends events, in order, and waits until all of them are acknowledged. Nothing is sent after a
   * record that the producer refuses: each would wait as long for a topic that is not there.
   *
   * @throws ConnectException if one is not, or the topic is missing for good
   */
  public void send(List<ControlEvent<ContentFile<?>>> events) {
    List<Future<RecordMetadata>> answers = new ArrayList<>();
    for (ControlEvent<ContentFile<?>> event : events) {
      for (ProducerRecord<byte[], byte[]> record : codec.encode(event)) {
        Future<RecordMetadata> answer = send(record);
        if (answer.isDone()) {
          await(answer);
        }
        answers.add(answer);
      }
    }
    answers.forEach(this::await);
  }

  private Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
    try {
      return producer.send(record);
    } catch (RuntimeException e) {
      throw notSent(e);
    }
  }

  private void await(Future<RecordMetadata> answer) {
    while (true) {
      try {
        // Where it lies does not matter.
        RecordMetadata unused = answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException e) {
        topic.run();
      } catch (ExecutionException e) {
        throw notSent(e.getCause());
      } catch (InterruptedException e) {
        throw new InterruptException(e);
      }
    }
  }

  private static ConnectException notSent(Throwable cause) {
    return new ConnectException(
        "Cannot send to the control topic: %s. The report is repeated at the next round."
            .formatted(cause.getMessage()),
        cause);
  }

  @Override
  public void close() {
    producer.close(closeTimeout);
  }
}
