package io.frazil.connector.control;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.commit.ControlEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.iceberg.ContentFile;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads this connector's events from the control topic, from now on: what was said before does not
 * matter, since whoever needs an answer asks again.
 *
 * <p>For one thread, but for {@link #wakeup}. Closes the consumer.
 */
public final class ControlReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlReader.class);
  private static final Duration PIN_TIMEOUT = Duration.ofSeconds(10);

  private final Consumer<byte[], byte[]> consumer;
  private final ControlCodec codec;

  private ControlReader(Consumer<byte[], byte[]> consumer, ControlCodec codec) {
    this.consumer = requireNonNull(consumer, "consumer");
    this.codec = requireNonNull(codec, "codec");
  }

  /** A worker's reader: in no group, so that every worker sees every event from this moment on. */
  public static ControlReader following(
      Consumer<byte[], byte[]> consumer, ControlCodec codec, String topic) {
    TopicPartition partition = new TopicPartition(topic, ControlCodec.PARTITION);
    ControlReader reader = new ControlReader(consumer, codec);
    try {
      consumer.assign(List.of(partition));
      consumer.seekToEnd(List.of(partition));
      reader.pin(partition);
      return reader;
    } catch (RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  /**
   * A coordinator's reader: a member of the consumer's group, whose owner of the topic's first
   * partition leads.
   *
   * @param listener is told of partitions won and lost, inside {@link #poll}
   */
  public static ControlReader electing(
      Consumer<byte[], byte[]> consumer,
      ControlCodec codec,
      String topic,
      ConsumerRebalanceListener listener) {
    ControlReader reader = new ControlReader(consumer, codec);
    consumer.subscribe(List.of(topic), reader.new Election(listener));
    return reader;
  }

  /**
   * The events that have come in, in order; empty when the time is over without any.
   *
   * @throws org.apache.kafka.common.KafkaException if the topic cannot be read
   */
  public List<ControlEvent<ContentFile<?>>> poll(Duration timeout) {
    List<ControlEvent<ContentFile<?>>> events = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(timeout)) {
      if (record.partition() == ControlCodec.PARTITION) {
        Decoded decoded = codec.decode(record);
        if (decoded instanceof Decoded.Ours ours) {
          events.add(ours.event());
        } else if (decoded instanceof Decoded.Unreadable unreadable) {
          LOG.warn(unreadable.reason());
        }
      }
    }
    return events;
  }

  // Seeking is lazy: asking for the position makes "now" this moment and not the first poll.
  // A topic that is away for a moment is read from its end when it is back.
  private void pin(TopicPartition partition) {
    try {
      long end = consumer.position(partition, PIN_TIMEOUT);
      LOG.debug("Reading {} from offset {}", partition, end);
    } catch (TimeoutException e) {
      LOG.info("Cannot find the end of {} yet: {}", partition, e.getMessage());
    }
  }

  /** Whether a partition is the one whose owner leads. */
  public static boolean isLeading(TopicPartition partition) {
    return partition.partition() == ControlCodec.PARTITION;
  }

  /** Ends a {@link #poll} of another thread with Kafka's WakeupException. */
  public void wakeup() {
    consumer.wakeup();
  }

  @Override
  public void close() {
    consumer.close();
  }

  /** Makes sure that who begins to lead hears all answers to what it says from then on. */
  private final class Election implements ConsumerRebalanceListener {
    private final ConsumerRebalanceListener listener;

    private Election(ConsumerRebalanceListener listener) {
      this.listener = listener;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      List<TopicPartition> leading = partitions.stream().filter(ControlReader::isLeading).toList();
      // To Kafka, none means all: a leader that keeps its partition would miss what was said.
      if (!leading.isEmpty()) {
        consumer.seekToEnd(leading);
        leading.forEach(ControlReader.this::pin);
      }
      listener.onPartitionsAssigned(partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      listener.onPartitionsRevoked(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      listener.onPartitionsLost(partitions);
    }
  }
}
