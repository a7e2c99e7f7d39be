package io.frazil.connector.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerPropertiesTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.apache.kafka.connect.cli.ConnectDistributed",
        "org.apache.kafka.connect.cli.ConnectStandalone"
      })
  void aWorkersWayToItsBrokersIsReadFromItsFile(String mainClass) throws IOException {
    Path file =
        written(
            """
            bootstrap.servers=broker:9092
            group.id=workers
            sasl.mechanism=PLAIN
            security.protocol=SASL_SSL
            key.converter=org.apache.kafka.connect.json.JsonConverter
            """);

    assertThat(WorkerProperties.of(mainClass + " " + file + " sink.properties").properties())
        .isEqualTo(
            Map.of(
                "bootstrap.servers", "broker:9092",
                "sasl.mechanism", "PLAIN",
                "security.protocol", "SASL_SSL"));
  }

  @Test
  void variablesAreResolvedAsTheWorkerDoes() throws IOException {
    Path secrets = written("broker=broker:9092");
    Path file =
        Files.writeString(
            folder.resolve("other.properties"),
            """
            config.providers=file
            config.providers.file.class=org.apache.kafka.common.config.provider.FileConfigProvider
            bootstrap.servers=${file:%s:broker}
            """
                .formatted(secrets));

    assertThat(worker(file).properties()).isEqualTo(Map.of("bootstrap.servers", "broker:9092"));
  }

  @Test
  void aProcessThatIsNoWorkerHasNone() {
    assertThat(WorkerProperties.of("org.example.Main worker.properties").properties()).isEmpty();
    assertThat(WorkerProperties.of("").properties()).isEmpty();
  }

  @Test
  void aFileThatCannotBeReadCountsAsEmpty() {
    assertThat(worker(folder.resolve("missing")).properties()).isEmpty();
  }

  @Test
  void theConnectorsOwnOptionsWin() {
    WorkerProperties worker =
        new WorkerProperties(Map.of("bootstrap.servers", "a:1", "security.protocol", "SSL"));

    assertThat(new KafkaOptions(Map.of("bootstrap.servers", "b:2")).over(worker).properties())
        .isEqualTo(Map.of("bootstrap.servers", "b:2", "security.protocol", "SSL"));
  }

  @Test
  void withoutAnyBrokerTheOptionToSetIsNamed() {
    assertThatThrownBy(() -> new KafkaOptions(Map.of()).over(new WorkerProperties(Map.of())))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "Cannot reach Kafka: this worker was not started with a properties file that names"
                + " brokers. Set iceberg.kafka.bootstrap.servers.");
  }

  @Test
  void secretsAreNotPrinted() {
    assertThat(new WorkerProperties(Map.of("sasl.jaas.config", "hunter2")))
        .hasToString("WorkerProperties[properties=[sasl.jaas.config]]");
  }

  private static WorkerProperties worker(Path file) {
    return WorkerProperties.of("org.apache.kafka.connect.cli.ConnectDistributed " + file);
  }

  private Path written(String properties) throws IOException {
    return Files.writeString(folder.resolve("worker.properties"), properties);
  }
}
