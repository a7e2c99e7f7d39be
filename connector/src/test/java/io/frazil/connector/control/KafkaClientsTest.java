package io.frazil.connector.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaClientsTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.apache.kafka.connect.cli.ConnectDistributed",
        "org.apache.kafka.connect.cli.ConnectStandalone"
      })
  void theWorkersFileTellsWhereTheBrokersAre(String mainClass) throws IOException {
    KafkaClients clients = KafkaClients.from(Map.of(), mainClass + " " + workerFile() + " other");

    assertThat(clients.adminConfig())
        .containsEntry("bootstrap.servers", "broker:9092")
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("ssl.truststore.type", "PEM")
        .doesNotContainKeys("group.id", "key.converter", "offset.storage.topic");
  }

  @Test
  void theConnectorsOwnSettingsComeFirst() throws IOException {
    KafkaClients clients =
        KafkaClients.from(
            Map.of("bootstrap.servers", "mine:9092", "linger.ms", "5"),
            "org.apache.kafka.connect.cli.ConnectDistributed " + workerFile());

    assertThat(clients.producerConfig())
        .containsEntry("bootstrap.servers", "mine:9092")
        .containsEntry("linger.ms", "5")
        .containsEntry("security.protocol", "SASL_SSL");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "org.apache.kafka.connect.cli.ConnectDistributed",
        "org.apache.kafka.connect.cli.ConnectDistributed /absent/worker.properties",
        "surefirebooter.jar worker.properties"
      })
  void withoutBrokersTheMissingKeyIsNamed(String javaCommand) {
    assertThatThrownBy(() -> KafkaClients.from(Map.of(), javaCommand))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "Cannot reach Kafka for the control topic: iceberg.kafka.bootstrap.servers is not set, and the worker's properties file is not found on the command line. Set iceberg.kafka.bootstrap.servers.");
  }

  @Test
  void aProducerIsSafeWhateverIsConfigured() {
    KafkaClients clients =
        KafkaClients.from(
            Map.of(
                "bootstrap.servers", "localhost:1",
                "acks", "0",
                "transactional.id", "x",
                "delivery.timeout.ms", "30000"),
            "");

    assertThat(clients.producerConfig())
        .containsEntry("acks", "all")
        .containsEntry("enable.idempotence", "true")
        .containsEntry("max.block.ms", "30000")
        .containsEntry("delivery.timeout.ms", "30000")
        .doesNotContainKey("transactional.id");
  }

  @Test
  void aConsumerReadsAllFromNowOnAndCommitsNothing() {
    KafkaClients clients =
        KafkaClients.from(
            Map.of("bootstrap.servers", "localhost:1", "group.id", "x", "isolation.level", "y"),
            "");

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
        KafkaClients.from(
            Map.of("bootstrap.servers", "localhost:1", "group.protocol", "consumer"), "");

    assertThat(clients.consumerConfig("leaders"))
        .containsEntry("group.protocol", "consumer")
        .doesNotContainKey("partition.assignment.strategy");
    try (Consumer<byte[], byte[]> member = clients.consumer("leaders")) {
      assertThat(member.groupMetadata().groupId()).isEqualTo("leaders");
    }
  }

  @Test
  void clientsAreMadeFromTheseSettings() {
    KafkaClients clients = KafkaClients.from(Map.of("bootstrap.servers", "localhost:1"), "");

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
    assertThat(KafkaClients.from(Map.of("bootstrap.servers", "b:1"), "").maxRequestBytes())
        .isEqualTo(1024 * 1024);
    assertThat(
            KafkaClients.from(Map.of("bootstrap.servers", "b:1", "max.request.size", "200000"), "")
                .maxRequestBytes())
        .isEqualTo(200_000);
    assertThatThrownBy(
            () ->
                KafkaClients.from(Map.of("bootstrap.servers", "b:1", "max.request.size", "1M"), "")
                    .maxRequestBytes())
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "Invalid value 1M for configuration iceberg.kafka.max.request.size: It must be a number.");
  }

  private Path workerFile() throws IOException {
    return Files.writeString(
        directory.resolve("worker.properties"),
        """
        bootstrap.servers=broker:9092
        group.id=connect-cluster
        key.converter=org.apache.kafka.connect.json.JsonConverter
        offset.storage.topic=offsets
        security.protocol=SASL_SSL
        ssl.truststore.type=PEM
        """);
  }
}
