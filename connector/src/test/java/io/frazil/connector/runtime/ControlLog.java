package io.frazil.connector.runtime;

import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.control.ControlAddress;
import io.frazil.connector.control.ControlCodec;
import io.frazil.connector.control.ControlReader;
import io.frazil.connector.control.ControlWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.ContentFile;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A control topic in memory, seen from one sender: what it hears, and what it says. */
final class ControlLog {
  static final TopicPartition PARTITION = new TopicPartition("control", 0);

  MockProducer<byte[], byte[]> producer = newProducer();
  final MockConsumer<byte[], byte[]> consumer = emptyTopic();
  final ControlCodec codec =
      new ControlCodec(
          new ControlAddress("control", "mirror", "connect-mirror", "memory", "sender"),
          1 << 20,
          Clock.systemUTC(),
          UUID::randomUUID);
  private final MockConsumer<byte[], byte[]> listener = emptyTopic();
  private final ControlReader said = ControlReader.following(listener, codec, "control");
  private int told;
  private int heard;

  ControlChannel channel() {
    return new ControlChannel(ControlReader.following(consumer, codec, "control"), this::writer);
  }

  /** A writer over the present producer, or over a new one if that has been closed. */
  ControlWriter writer() {
    if (producer.closed()) {
      producer = newProducer();
      heard = 0;
    }
    return new ControlWriter(producer, codec, () -> {}, Duration.ZERO);
  }

  /** Lets the sender hear an event. */
  void tell(ControlEvent<ContentFile<?>> event) {
    codec
        .encode(event)
        .forEach(
            sent -> {
              consumer.addRecord(received(sent, told));
              told++;
            });
  }

  /** What the sender has said since the last call. */
  List<ControlEvent<ContentFile<?>>> said() {
    List<ProducerRecord<byte[], byte[]>> history = producer.history();
    for (; heard < history.size(); heard++) {
      listener.addRecord(received(history.get(heard), heard));
    }
    return said.poll(Duration.ZERO);
  }

  /** The event that a record of the sender is. */
  ControlEvent<ContentFile<?>> event(ProducerRecord<byte[], byte[]> sent) {
    listener.addRecord(received(sent, heard));
    heard++;
    return said.poll(Duration.ZERO).get(0);
  }

  private static MockProducer<byte[], byte[]> newProducer() {
    return new MockProducer<>(
        true, new RoundRobinPartitioner(), new ByteArraySerializer(), new ByteArraySerializer());
  }

  static MockConsumer<byte[], byte[]> emptyTopic() {
    MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("latest");
    consumer.updateEndOffsets(Map.of(PARTITION, 0L));
    return consumer;
  }

  static ConsumerRecord<byte[], byte[]> received(ProducerRecord<byte[], byte[]> sent, long offset) {
    return new ConsumerRecord<>(
        PARTITION.topic(),
        PARTITION.partition(),
        offset,
        ConsumerRecord.NO_TIMESTAMP,
        TimestampType.NO_TIMESTAMP_TYPE,
        sent.key().length,
        sent.value().length,
        sent.key(),
        sent.value(),
        sent.headers(),
        Optional.empty());
  }
}
