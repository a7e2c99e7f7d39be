package io.frazil.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class KafkaClusterIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @RegisterExtension
  static final RunningCluster RUNNING = RunningCluster.with(settings -> settings);

  private final KafkaCluster cluster = RUNNING.cluster();

  @Test
  void aFilesLinesReachATopicThroughAConnectorOfAWorker(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("lines.txt"), "one\ntwo\n");
    cluster.topics().create("lines", 1);

    cluster.rest().put("lines-source", fileSource(file, "lines"));
    cluster.rest().awaitRunning("lines-source", 1);

    Awaitility.await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(values("lines")).containsExactly("\"one\"", "\"two\""));
    cluster.rest().delete("lines-source");
  }

  @Test
  void aConnectorMovesToAnotherWorkerWhenItsOwnIsKilled(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("lines.txt"), "before\n");
    cluster.topics().create("moving", 1);
    cluster.rest().put("moving-source", fileSource(file, "moving"));
    cluster.rest().awaitRunning("moving-source", 1);
    String first = workerOf("moving-source");
    ConnectWorker second = cluster.addWorker();

    cluster.workers().get(0).kill();

    Awaitility.await().atMost(LIMIT).until(() -> !workerOf("moving-source").equals(first));
    second.rest().awaitRunning("moving-source", 1);
    assertThat(cluster.rest().uri()).isEqualTo(second.rest().uri());
    cluster.rest().delete("moving-source");
  }

  @Test
  void aRestartedBrokerHasItsAddressAndItsRecords() {
    cluster.topics().create("kept", 2);
    cluster.topics().send("kept", 1, Optional.of("key"), Optional.of("value"));
    cluster.topics().send("kept", 1, Optional.of("key"), Optional.empty());
    String address = cluster.broker().bootstrapServers();

    cluster.broker().stop();
    cluster.broker().start();

    assertThat(cluster.broker().bootstrapServers()).isEqualTo(address);
    assertThat(values("kept")).containsExactly("value", null);
  }

  @Test
  void aConfigurationIsRefusedAtTheKeyAtFault() {
    Map<String, String> config = fileSource(Path.of("any"), "");

    assertThat(cluster.rest().validate("refused", config)).containsOnlyKeys("topic");
    assertThatThrownBy(() -> cluster.rest().put("refused", config))
        .isInstanceOf(RefusedRequestException.class)
        .hasMessageStartingWith("Cannot PUT /connectors/refused/config: the worker answered 400: ");
  }

  private static Map<String, String> fileSource(Path file, String topic) {
    return Map.of(
        "connector.class",
        "org.apache.kafka.connect.file.FileStreamSourceConnector",
        "file",
        file.toString(),
        "topic",
        topic);
  }

  private String workerOf(String connector) {
    return cluster.rest().status(connector).orElseThrow().connector().worker();
  }

  private List<String> values(String topic) {
    return cluster.topics().read(topic).stream().map(ConsumerRecord::value).toList();
  }
}
