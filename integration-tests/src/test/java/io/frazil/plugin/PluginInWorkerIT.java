package io.frazil.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.RunningCluster;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PluginInWorkerIT {
  private static final String SINK = "io.frazil.connector.IcebergCdcSinkConnector";

  @RegisterExtension
  static final RunningCluster RUNNING = RunningCluster.with(settings -> settings);

  @Test
  void aWorkerFindsTheSinkAndTheTransforms() {
    assertThat(RUNNING.cluster().rest().plugins())
        .contains(SINK)
        .anyMatch(plugin -> plugin.startsWith("io.frazil.transforms."));
  }

  @Test
  void aWorkerHasAConfigurationCheckedByTheSink() {
    Map<String, String> config =
        Map.of(
            "connector.class", SINK,
            "topics", "inventory",
            "iceberg.tabels", "db.inventory");

    assertThat(RUNNING.cluster().rest().validate("misspelt", config)).containsKey("iceberg.tabels");
  }

  @Test
  void aWorkerIsToldAllThatIsNotAsTheConfigurationNeedsIt() {
    Map<String, String> wrong =
        config(
            Map.of(
                "iceberg.tables.default-partition-by", "bukket(16, id)",
                "iceberg.control.topic", "not a topic"));
    Map<String, String> away =
        config(
            Map.of(
                "iceberg.catalog.uri", "jdbc:sqlite:/no/such/folder/catalog.db",
                "iceberg.kafka.bootstrap.servers", "localhost:1",
                "iceberg.preflight.timeout-ms", "3000"));

    assertThat(RUNNING.cluster().rest().validate("wrong", wrong))
        .containsOnlyKeys(
            "iceberg.tables", "iceberg.tables.default-partition-by", "iceberg.control.topic");
    assertThat(RUNNING.cluster().rest().validate("away", away))
        .containsOnlyKeys("iceberg.catalog.uri", "iceberg.kafka.bootstrap.servers");
  }

  @Test
  void aWorkerWhereEverythingIsThereOrMayBeCreatedIsToldOfNoMistake()
      throws InterruptedException, ExecutionException {
    Map<String, String> right =
        config(
            Map.of(
                "iceberg.tables.auto-create-enabled", "true",
                "iceberg.control.topic", "control-of-its-own"));

    assertThat(RUNNING.cluster().rest().validate("right", right)).isEmpty();
    assertThat(RUNNING.cluster().topics().admin().listTopics().names().get())
        .doesNotContain("control-of-its-own");
  }

  private static Map<String, String> config(Map<String, String> more) {
    Map<String, String> config = new HashMap<>();
    config.put("connector.class", SINK);
    config.put("topics", "inventory");
    config.put("iceberg.tables", "db.inventory");
    config.put("iceberg.catalog.type", "jdbc");
    config.put("iceberg.catalog.uri", "jdbc:sqlite:" + RUNNING.warehouse().resolve("catalog.db"));
    config.put("iceberg.catalog.jdbc.schema-version", "V1");
    config.put("iceberg.catalog.warehouse", "file:" + RUNNING.warehouse());
    config.putAll(more);
    return config;
  }
}
