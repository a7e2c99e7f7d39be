package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.frazil.cluster.Installation;
import io.frazil.cluster.SharedCluster;
import io.frazil.table.TableReader;
import io.frazil.table.Warehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.data.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The example that appends; the one that mirrors is the quickstart's. */
class InventoryHistoryIT {
  private static final Path EXAMPLE =
      Installation.here().root().resolve("config-examples/inventory");

  @RegisterExtension static final SharedCluster RUNNING = new SharedCluster();

  @Test
  void everyChangeOfTheInventoryIsARowWithItsOperation() throws IOException {
    RUNNING.cluster().topics().create("inventory.products", 1);
    for (String file :
        List.of("LOAD00000001.csv", "20220302-1134010000.csv", "20220302-1135010000.csv")) {
      Files.write(
          RUNNING.data().resolve("products.csv"),
          Files.readAllBytes(EXAMPLE.resolve("data").resolve(file)),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
    RUNNING.cluster().rest().create(Files.readString(EXAMPLE.resolve("source-file.json")));
    RUNNING.cluster().rest().create(Files.readString(EXAMPLE.resolve("sink-append.json")));
    RUNNING.cluster().rest().awaitRunning("inventory-history", 1);

    try (Warehouse warehouse =
        Warehouse.of(
            RUNNING.cluster().rest().config("inventory-history"),
            Map.of("FRAZIL_WAREHOUSE", RUNNING.warehouse().toString()))) {
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(
              () ->
                  assertThat(warehouse.table("inventory.product_changes").map(TableReader::rows))
                      .hasValueSatisfying(
                          rows ->
                              assertThat(rows)
                                  .extracting(
                                      row ->
                                          ((Record) row.get("_cdc")).getField("op")
                                              + " "
                                              + row.get("product_id"))
                                  .containsExactlyInAnyOrder(
                                      "I 100", "I 101", "I 102", "I 103", "I 104", "I 105", "U 102",
                                      "I 106", "D 103", "U 102", "U 104", "I 107", "D 107")));
    } finally {
      RUNNING.cluster().rest().delete("inventory-history");
      RUNNING.cluster().rest().delete("inventory-source");
    }
  }
}
