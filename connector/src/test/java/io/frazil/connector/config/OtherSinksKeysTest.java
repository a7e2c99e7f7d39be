package io.frazil.connector.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever comes from another sink keeps the configuration. */
class OtherSinksKeysTest {

  /** All options of Apache's sink (1.12) and of Tabular's (0.6), which it comes from. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "iceberg.tables",
        "iceberg.tables.dynamic-enabled",
        "iceberg.tables.route-field",
        "iceberg.tables.default-commit-branch",
        "iceberg.tables.default-id-columns",
        "iceberg.tables.default-partition-by",
        "iceberg.tables.cdc-field",
        "iceberg.tables.upsert-mode-enabled",
        "iceberg.tables.auto-create-enabled",
        "iceberg.tables.evolve-schema-enabled",
        "iceberg.tables.schema-force-optional",
        "iceberg.tables.schema-case-insensitive",
        "iceberg.tables.replace-null-with-default",
        "iceberg.tables.auto-create-props.write.format.default",
        "iceberg.tables.write-props.write.format.default",
        "iceberg.table.db.t.commit-branch",
        "iceberg.table.db.t.id-columns",
        "iceberg.table.db.t.partition-by",
        "iceberg.table.db.t.route-regex",
        "iceberg.control.topic",
        "iceberg.control.group-id",
        "iceberg.control.group-id-prefix",
        "iceberg.control.commit.interval-ms",
        "iceberg.control.commit.timeout-ms",
        "iceberg.control.commit.threads",
        "iceberg.connect.group-id",
        "iceberg.coordinator.transactional.prefix",
        "iceberg.coordinator.transactional.suffix",
        "iceberg.coordinator-executor-keep-alive-timeout-ms",
        "iceberg.catalog",
        "iceberg.catalog.uri",
        "iceberg.hadoop-conf-dir",
        "iceberg.hadoop.fs.defaultFS",
        "iceberg.kafka.bootstrap.servers"
      })
  void anOptionOfAnotherSinkIsKnown(String key) {
    assertThat(messages(key)).noneMatch(message -> message.startsWith("Unknown option"));
  }

  /** Tabular's sink before it had a version. */
  @ParameterizedTest
  @CsvSource({
    "iceberg.tables.dynamic.enabled, iceberg.tables.dynamic-enabled",
    "iceberg.tables.routeField, iceberg.tables.route-field",
    "iceberg.tables.cdcField, iceberg.tables.cdc-field",
    "iceberg.tables.upsertModeEnabled, iceberg.tables.upsert-mode-enabled",
    "iceberg.control.commitIntervalMs, iceberg.control.commit.interval-ms",
    "iceberg.control.commitTimeoutMs, iceberg.control.commit.timeout-ms",
    "iceberg.control.commitThreads, iceberg.control.commit.threads",
    "iceberg.table.db.t.routeRegex, iceberg.table.db.t.route-regex"
  })
  void anOlderNameIsRefusedWithTheNewOne(String key, String name) {
    assertThat(messages(key))
        .containsExactly("Unknown option '%s'. Did you mean '%s'?".formatted(key, name));
  }

  private static List<String> messages(String key) {
    Map<String, String> given = new HashMap<>();
    given.put("iceberg.tables", "db.t");
    given.put("iceberg.catalog.type", "jdbc");
    given.put(key, "x");
    return FrazilConfig.validate(given).stream()
        .filter(value -> value.name().equals(key))
        .flatMap(value -> value.errorMessages().stream())
        .toList();
  }
}
