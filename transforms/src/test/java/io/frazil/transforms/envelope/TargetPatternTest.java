package io.frazil.transforms.envelope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetPatternTest {
  @Test
  void theDatabaseStandsForAMissingSchema() {
    SourceTable table = new SourceTable(Optional.of("shop"), Optional.empty(), "orders");

    assertThat(new TargetPattern("{schema}.{table}").nameFor(table)).contains("shop.orders");
    assertThat(table).hasToString("shop.orders");
  }

  @Test
  void theSchemaStandsForAMissingDatabase() {
    SourceTable table = new SourceTable(Optional.empty(), Optional.of("public"), "orders");

    assertThat(new TargetPattern("{db}.{table}").nameFor(table)).contains("public.orders");
  }

  @Test
  void aNameThatLooksLikeAPlaceholderIsTakenAsItIs() {
    SourceTable table = new SourceTable(Optional.of("{table}"), Optional.of("$1"), "orders");

    assertThat(new TargetPattern("{db}.{schema}.{table}").nameFor(table))
        .contains("{table}.$1.orders");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{tabel}", "{}", "{Table}", "{table", "table}", "{{db}}", "{d{db}b}"})
  void whatIsNoPlaceholderIsRefused(String pattern) {
    assertThatThrownBy(() -> new TargetPattern(pattern))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("is no placeholder. Choose from {db}, {schema}, {table}.");
  }
}
