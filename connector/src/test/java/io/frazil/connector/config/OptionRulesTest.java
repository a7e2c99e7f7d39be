package io.frazil.connector.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for each option there is, those of one table included. */
class OptionRulesTest {
  private static final Pattern SECRET =
      Pattern.compile(".*(token|credential|password|secret|access-key).*");

  @ParameterizedTest
  @MethodSource("options")
  void anOptionExplainsItself(ConfigKey option) {
    assertThat(option.documentation).endsWith(".").doesNotContain("\n");
    assertThat(option.displayName).isNotBlank().isNotEqualTo(option.name);
    assertThat(option.group).isNotBlank();
    assertThat(option.width).isNotEqualTo(Width.NONE);
    assertThat(option.importance).isNotNull();
    assertThat(option.orderInGroup).isPositive();
    assertThat(option.validator.toString()).isNotBlank().doesNotContain("@");
    assertThat(option.recommender).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("options")
  void anOptionWithFewValuesRecommendsThem(ConfigKey option) {
    List<Object> recommended = option.recommender.validValues(option.name, Map.of());

    if (option.type() == ConfigDef.Type.BOOLEAN) {
      assertThat(recommended).containsExactly(true, false);
    }
    if (option.hasDefault() && option.defaultValue != null && !recommended.isEmpty()) {
      assertThat(recommended).containsAll(asList(option.defaultValue));
    }
    assertThat(recommended)
        .allSatisfy(
            value ->
                option.validator.ensureValid(
                    option.name, option.type() == ConfigDef.Type.LIST ? List.of(value) : value));
  }

  @ParameterizedTest
  @MethodSource("options")
  void anOptionThatNamesASecretIsAPassword(ConfigKey option) {
    assertThat(option.type() == ConfigDef.Type.PASSWORD)
        .isEqualTo(SECRET.matcher(option.name).matches());
  }

  @Test
  void noTwoOptionsOfAGroupAreShownUnderTheSameName() {
    assertThat(options())
        .extracting(option -> option.group + ": " + option.displayName)
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({
    "iceberg.tables.soft-delete-column, iceberg.tables.delete-handling, soft",
    "iceberg.tables.soft-delete-column, iceberg.table.db.t.delete-handling, Soft",
    "iceberg.tables.default-partition-by, iceberg.tables.auto-create-enabled, true",
    "iceberg.tables.schema-force-optional, iceberg.tables.evolve-schema-enabled, true",
    "iceberg.tables.identifier-fields-enabled, iceberg.tables.auto-create-enabled, true",
    "iceberg.tables.cdc-op-map, iceberg.tables.cdc-field, op",
    "iceberg.tables.behavior-on-missing-op, iceberg.tables.cdc-field, op",
    "iceberg.tables.behavior-on-unroutable, iceberg.tables.route-field, target"
  })
  void anOptionThatNeedsAnotherIsShownWithItOnly(String option, String other, String value) {
    assertThat(isVisible(option, Map.of())).isFalse();
    assertThat(isVisible(option, Map.of(other, value))).isTrue();
  }

  private static boolean isVisible(String option, Map<String, String> more) {
    Map<String, String> given = new HashMap<>(more);
    given.put("iceberg.tables", "db.t");
    return FrazilConfig.validate(given).stream()
        .filter(value -> value.name().equals(option))
        .allMatch(ConfigValue::visible);
  }

  private static List<?> asList(Object value) {
    return value instanceof List<?> list ? list : List.of(value);
  }

  private static List<ConfigKey> options() {
    ConfigDef definition = FrazilConfig.definition();
    TableOptions.define(definition, "db.t");
    return List.copyOf(definition.configKeys().values());
  }
}
