package io.frazil.cluster;

import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Topics, records and consumer groups of a broker. All calls return when the broker is done. */
public final class Topics implements AutoCloseable {
  private static final long LIMIT_SECONDS = 60;

  private final String bootstrapServers;
  private final Admin admin;
  private final KafkaProducer<String, String> producer;

  Topics(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
    // A broker that was restarted is to be found again soon.
    Map<String, Object> client =
        Map.of("bootstrap.servers", bootstrapServers, "reconnect.backoff.max.ms", "200");
    this.admin = Admin.create(client);
    Map<String, Object> ordered = new HashMap<>(client);
    // Else a later request may arrive where an earlier one did not, while a new topic gets its
    // leader: the earlier one is then out of order for ever.
    ordered.put("max.in.flight.requests.per.connection", "1");
    this.producer = new KafkaProducer<>(ordered, new StringSerializer(), new StringSerializer());
  }

  /** For what this class does not offer; closed with it. */
  public Admin admin() {
    return admin;
  }

  public void create(String topic, int partitions) {
    done(admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all());
  }

  /** Gives a topic more partitions. */
  public void addPartitions(String topic, int newCount) {
    done(admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(newCount))).all());
  }

  public void delete(String topic) {
    done(admin.deleteTopics(List.of(topic)).all());
  }

  /** Deletes a group, which must have no members. */
  public void deleteGroup(String group) {
    done(admin.deleteConsumerGroups(List.of(group)).all());
  }

  /** What a group has committed. */
  public Map<TopicPartition, OffsetAndMetadata> groupOffsets(String group) {
    return done(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
  }

  /** Moves a group, which must have no members. */
  public void alterGroup(String group, Map<TopicPartition, OffsetAndMetadata> offsets) {
    done(admin.alterConsumerGroupOffsets(group, offsets).all());
  }

  /** Removes the records of a partition that come before an offset, as retention does. */
  public void deleteRecordsBefore(TopicPartition partition, long offset) {
    done(admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset))).all());
  }

  /** The offset after the last record of each partition. */
  public Map<TopicPartition, Long> ends(String topic) {
    int count =
        done(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic).partitions().size();
    Map<TopicPartition, OffsetSpec> latest =
        IntStream.range(0, count)
            .mapToObj(partition -> new TopicPartition(topic, partition))
            .collect(toMap(partition -> partition, partition -> OffsetSpec.latest()));
    return done(admin.listOffsets(latest).all()).entrySet().stream()
        .collect(toMap(Map.Entry::getKey, end -> end.getValue().offset()));
  }

  /** Sends records in their order, and returns where they landed. */
  public List<RecordMetadata> send(List<ProducerRecord<String, String>> records) {
    List<Future<RecordMetadata>> sent =
        records.stream().map(producer::send).collect(Collectors.toList());
    producer.flush();
    return sent.stream().map(Topics::done).toList();
  }

  /** Sends one record; an absent value is a tombstone. */
  public RecordMetadata send(
      String topic, int partition, Optional<String> key, Optional<String> value) {
    // Kafka's own word for "absent" is null.
    return send(List.of(
            new ProducerRecord<>(topic, partition, key.orElse(null), value.orElse(null))))
        .get(0);
  }

  /** All records from each partition's start to its present end, those of a partition in order. */
  public List<ConsumerRecord<String, String>> read(String topic) {
    Map<TopicPartition, Long> ends = ends(topic);
    List<ConsumerRecord<String, String>> records = new ArrayList<>();
    Map<String, Object> client =
        Map.of("bootstrap.servers", bootstrapServers, "auto.offset.reset", "earliest");
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(client, new StringDeserializer(), new StringDeserializer())) {
      consumer.assign(ends.keySet());
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(Duration.ofMillis(200)).forEach(records::add);
      }
    }
    return records;
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
    admin.close(Duration.ZERO);
  }

  private static <T> T done(KafkaFuture<T> future) {
    return done(future.toCompletionStage().toCompletableFuture());
  }

  private static <T> T done(Future<T> future) {
    try {
      return future.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failure) {
      throw new IllegalStateException(
          "The broker refused a request: " + failure.getCause().getMessage(), failure.getCause());
    } catch (TimeoutException timeout) {
      throw new IllegalStateException(
          "The broker did not answer within %d s.".formatted(LIMIT_SECONDS), timeout);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for the broker.", interrupted);
    }
  }
}
