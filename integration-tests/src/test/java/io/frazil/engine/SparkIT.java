package io.frazil.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.table.Warehouse;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class SparkIT {
  @RegisterExtension static final SharedEngine SPARK = SharedEngine.spark();

  @Test
  void aTableOfAnotherProgramIsReadAndWritten(@TempDir Path folder) {
    createTable(folder);

    SPARK.attach(new EmbeddedCatalog("iceberg", folder));
    SPARK.query("INSERT INTO iceberg.db.notes VALUES (1, 'one'), (2, null)");

    assertThat(SPARK.query("SELECT * FROM iceberg.db.notes ORDER BY id"))
        .extracting(row -> row.get("text"))
        .containsExactly("one", null);
    try (Warehouse warehouse = Warehouse.at(folder)) {
      assertThat(warehouse.table("db.notes").orElseThrow().rows())
          .containsExactlyInAnyOrderElementsOf(SPARK.query("SELECT * FROM iceberg.db.notes"));
    }
  }

  @Test
  void aStatementThatIsRefusedSaysWhyAndTheNextOneRuns() {
    assertThatThrownBy(() -> SPARK.query("SELECT * FROM nowhere"))
        .isInstanceOf(RefusedStatementException.class)
        .hasMessageContaining("Spark refused 'SELECT * FROM nowhere'")
        .hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND");
    assertThat(SPARK.query("SELECT 1 AS one, 'x\ny' AS two"))
        .containsExactly(new TreeMap<>(Map.of("one", 1L, "two", "x\ny")));
  }

  private static void createTable(Path folder) {
    try (Warehouse warehouse = Warehouse.at(folder)) {
      ((SupportsNamespaces) warehouse.catalog()).createNamespace(Namespace.of("db"));
      warehouse
          .catalog()
          .createTable(
              TableIdentifier.parse("db.notes"),
              new Schema(
                  Types.NestedField.required(1, "id", Types.LongType.get()),
                  Types.NestedField.optional(2, "text", Types.StringType.get())));
    }
  }
}
