package io.frazil.connector.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.config.FrazilConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChangeReadersTest {
  @Test
  void theFieldThatTheOperationIsInIsKnownAsSuch() {
    assertThat(readers("_cdc.op").isOperation("_cdc")).isTrue();
    assertThat(readers("_cdc.op").isOperation("op")).isFalse();
    assertThat(readers("op").isOperation("op")).isTrue();
    assertThat(readers("op").isOperation("opened")).isFalse();
  }

  private static ChangeReaders readers(String operationField) {
    return new ChangeReaders(
        FrazilConfig.from(
                Map.of(
                    "name", "mirror",
                    "topics", "orders",
                    "iceberg.catalog.type", "jdbc",
                    "iceberg.tables", "db.t",
                    "iceberg.tables.default-id-columns", "id",
                    "iceberg.tables.cdc-field", operationField))
            .changes(),
        reason -> {});
  }
}
