package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.frazil.cluster.Installation;
import io.frazil.cluster.RunningCluster;
import io.frazil.rest.RestCatalogServer;
import io.frazil.table.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The example of a REST catalog, on Iceberg's own. */
class RestCatalogExampleIT {
  private static final Path EXAMPLES = Installation.here().root().resolve("config-examples");
  private static final TableIdentifier TABLE = TableIdentifier.of("inventory", "products");
  private static final RestCatalogServer SERVER =
      RestCatalogServer.start(Path.of("target", "rest-catalog"));

  @RegisterExtension
  static final RunningCluster RUNNING =
      RunningCluster.with(
          settings ->
              settings
                  .withEnvironment("FRAZIL_REST_URI", SERVER.uri().toString())
                  .withEnvironment("FRAZIL_REST_CREDENTIAL", "frazil:secret")
                  .withEnvironment("FRAZIL_REST_WAREHOUSE", "inventory"));

  @AfterAll
  static void stopServer() {
    SERVER.close();
  }

  @Test
  void theInventoryIsMirroredThroughARestCatalog() throws IOException {
    RUNNING.cluster().topics().create("inventory.products", 1);
    Files.copy(
        EXAMPLES.resolve("inventory/data/LOAD00000001.csv"),
        RUNNING.data().resolve("products.csv"));
    RUNNING.cluster().rest().create(json("inventory/source-file.json"));
    // A minute from commit to commit is right for the example and too long for a test.
    RUNNING
        .cluster()
        .rest()
        .create(json("rest-catalog/sink-upsert.json").replace("\"60000\"", "\"1000\""));

    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () ->
                SERVER.catalog().tableExists(TABLE)
                    && SERVER.catalog().loadTable(TABLE).currentSnapshot() != null);
    assertThat(new TableReader(SERVER.catalog().loadTable(TABLE)).rows())
        .extracting(row -> row.get("product_id"))
        .containsExactlyInAnyOrder(100L, 101L, 102L, 103L, 104L, 105L);
  }

  private static String json(String example) throws IOException {
    return Files.readString(EXAMPLES.resolve(example));
  }
}
