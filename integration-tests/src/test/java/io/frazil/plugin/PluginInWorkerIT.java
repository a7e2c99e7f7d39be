package io.frazil.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.RunningCluster;
import java.util.Map;
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
}
