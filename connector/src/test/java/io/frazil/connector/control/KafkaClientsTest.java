package io.frazil.connector.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class KafkaClientsTest {
  @Test
  void aProducerIsSafeWhateverIsConfigured() {
    KafkaClients clients =
        KafkaClients.of(
            Map.of(
                "bootstrap.servers", "localhost:1",
                "acks", "0",
                "transactional.id", "x",
                "delivery.timeout.ms", "30000"));

    assertThat(clients.producerConfig())
        .containsEntry("acks", "all")
        .containsEntry("enable.idempotence", "true")
        .containsEntry("max.in.flight.requests.per.connection", "1")
        .containsEntry("max.block.ms", "10000")
        .containsEntry("delivery.timeout.ms", "30000")
        .doesNotContainKey("transactional.id");
  }

  @Test
  void aConsumerReadsAllFromNowOnAndCommitsNothing() {
    KafkaClients clients =
        KafkaClients.of(
            Map.of("bootstrap.servers", "localhost:1", "group.id", "x", "isolation.level", "y"));

    assertThat(clients.consumerConfig())
        .containsEntry("enable.auto.commit", "false")
        .containsEntry("auto.offset.reset", "latest")
        .containsEntry("isolation.level", "read_uncommitted")
        .doesNotContainKey("group.id");
    assertThat(clients.consumerConfig("leaders"))
        .containsEntry("group.id", "leaders")
        .containsEntry(
            "partition.assignment.strategy",
            "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");
  }

  @Test
  void aGroupOfTheNewerProtocolIsAssignedByTheBroker() {
    KafkaClients clients =
        KafkaClients.of(Map.of("bootstrap.servers", "localhost:1", "group.protocol", "consumer"));

    assertThat(clients.consumerConfig("leaders"))
        .containsEntry("group.protocol", "consumer")
        .doesNotContainKey("partition.assignment.strategy");
    try (Consumer<byte[], byte[]> member = clients.consumer("leaders")) {
      assertThat(member.groupMetadata().groupId()).isEqualTo("leaders");
    }
  }

  @Test
  void clientsAreMadeFromTheseSettings() {
    KafkaClients clients = KafkaClients.of(Map.of("bootstrap.servers", "localhost:1"));

    try (Producer<byte[], byte[]> producer = clients.producer();
        Consumer<byte[], byte[]> consumer = clients.consumer();
        Consumer<byte[], byte[]> member = clients.consumer("leaders");
        Admin admin = clients.admin()) {
      assertThat(member.groupMetadata().groupId()).isEqualTo("leaders");
      assertThat(producer).isNotNull();
      assertThat(consumer).isNotNull();
      assertThat(admin).isNotNull();
    }
  }

  @Test
  void theLargestRecordIsTheProducers() {
    assertThat(KafkaClients.of(Map.of("bootstrap.servers", "b:1")).maxRequestBytes())
        .isEqualTo(1024 * 1024);
    assertThat(
            KafkaClients.of(Map.of("bootstrap.servers", "b:1", "max.request.size", "200000"))
                .maxRequestBytes())
        .isEqualTo(200_000);
    assertThatThrownBy(
            () ->
                KafkaClients.of(Map.of("bootstrap.servers", "b:1", "max.request.size", "1M"))
                    .maxRequestBytes())
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "Invalid value 1M for configuration iceberg.kafka.max.request.size: It must be a number.");
  }
}
