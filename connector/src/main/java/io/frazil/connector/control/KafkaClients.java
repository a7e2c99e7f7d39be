package io.frazil.connector.control;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Makes the Kafka clients for the control topic. All that blocks is bounded; whoever asks for a
 * client closes it.
 */
public final class KafkaClients {
  private static final String PREFIX = "iceberg.kafka.";
  private static final int DEFAULT_MAX_REQUEST_BYTES = 1024 * 1024;

  private final Map<String, String> settings;

  private KafkaClients(Map<String, String> settings) {
    this.settings = settings;
  }

  /**
   * Clients with these settings.
   *
   * @param settings as Kafka's clients take them; the brokers' addresses are among them
   */
  public static KafkaClients of(Map<String, String> settings) {
    return new KafkaClients(Map.copyOf(settings));
  }

  /** The largest record that a producer of these clients sends. */
  public int maxRequestBytes() {
    String configured = settings.get(ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
    try {
      return configured == null ? DEFAULT_MAX_REQUEST_BYTES : Integer.parseInt(configured.trim());
    } catch (NumberFormatException e) {
      throw new ConfigException(
          PREFIX + ProducerConfig.MAX_REQUEST_SIZE_CONFIG, configured, "It must be a number.");
    }
  }

  /** A producer whose records are acknowledged by all replicas, once, or fail within a minute. */
  public Producer<byte[], byte[]> producer() {
    return new KafkaProducer<>(producerConfig());
  }

  /** A consumer in no group. */
  public Consumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(consumerConfig());
  }

  /** A consumer in a group that keeps its partitions where they are when members come and go. */
  public Consumer<byte[], byte[]> consumer(String groupId) {
    return new KafkaConsumer<>(consumerConfig(groupId));
  }

  public Admin admin() {
    return Admin.create(adminConfig());
  }

  Map<String, Object> producerConfig() {
    Map<String, Object> config = common();
    // Whoever finds no topic makes one as soon as this is over.
    config.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, "10000");
    config.putIfAbsent(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "15000");
    config.putIfAbsent(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "60000");
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
    // While a new topic gets its leader, a later request may arrive where an earlier one did not:
    // then the earlier one is out of order for ever.
    config.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, "1");
    config.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    config.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    return config;
  }

  Map<String, Object> consumerConfig() {
    Map<String, Object> config = common();
    config.putIfAbsent(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "30000");
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
    // A topic that a broker creates by itself may have any number of partitions.
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    config.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    config.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    return config;
  }

  Map<String, Object> consumerConfig(String groupId) {
    Map<String, Object> config = consumerConfig();
    // With the newer protocol (KIP-848) the broker assigns and tells when a member is gone.
    if (!"consumer".equalsIgnoreCase(settings.get(ConsumerConfig.GROUP_PROTOCOL_CONFIG))) {
      config.putIfAbsent(
          ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
          CooperativeStickyAssignor.class.getName());
      // A coordinator that dies without a word is to be followed by another soon.
      config.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, "10000");
    }
    config.put(ConsumerConfig.GROUP_ID_CONFIG, requireNonNull(groupId, "groupId"));
    return config;
  }

  Map<String, Object> adminConfig() {
    Map<String, Object> config = common();
    config.putIfAbsent(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "30000");
    return config;
  }

  private Map<String, Object> common() {
    Map<String, Object> config = new HashMap<>(settings);
    // Neither is the user's to choose here: a group would share events out, a transaction would
    // hide them.
    config.remove(ConsumerConfig.GROUP_ID_CONFIG);
    config.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    return config;
  }
}
