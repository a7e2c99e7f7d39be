package io.frazil.connector.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;

/**
 * The outcome of looking at a configuration: each option's value and what is wrong with it, unknown
 * options among them.
 */
final class Validation {
  private final Map<String, String> given;
  private final Map<String, ConfigValue> values;

  private Validation(Map<String, String> given, Map<String, ConfigValue> values) {
    this.given = given;
    this.values = values;
  }

  static Validation of(Map<String, String> given) {
    ConfigDef definition = FrazilConfig.definition();
    tables(given).forEach(table -> TableOptions.define(definition, table));
    Validation validation = new Validation(given, new TreeMap<>(definition.validateAll(given)));
    if (validation.messages().isEmpty()) {
      Conflicts.find(validation.settings(), validation::refuse);
    }
    new KeyNames(definition.names()).refusals(given.keySet()).forEach(validation::refuse);
    return validation;
  }

  List<ConfigValue> values() {
    return List.copyOf(values.values());
  }

  /**
   * The valid values.
   *
   * @throws ConfigException with all that is wrong
   */
  Settings requireValid() {
    List<String> messages = messages();
    if (!messages.isEmpty()) {
      throw new ConfigException(String.join("\n", messages));
    }
    return settings();
  }

  private Settings settings() {
    return Settings.of(given, values);
  }

  private List<String> messages() {
    return values.values().stream().flatMap(value -> value.errorMessages().stream()).toList();
  }

  private void refuse(String key, String message) {
    values.computeIfAbsent(key, ConfigValue::new).addErrorMessage(message);
  }

  /** The tables whose options are to be known, as far as their names can be made out. */
  private static Set<String> tables(Map<String, String> given) {
    Set<String> tables = new TreeSet<>();
    Stream.of(String.valueOf(given.get(TablesOptions.NAMES)).split(",", -1))
        .map(String::trim)
        .forEach(tables::add);
    Optional<String> topics = Optional.ofNullable(given.get(RoutingOptions.TOPICS));
    topics.stream().flatMap(RoutingOptions::namedIn).forEach(tables::add);
    boolean isAnyTable =
        Boolean.parseBoolean(given.get(RoutingOptions.DYNAMIC))
            || topics.filter(pairs -> pairs.contains("$")).isPresent();
    if (isAnyTable) {
      given.keySet().stream()
          .flatMap(key -> KeyNames.likelyTableOf(key).stream())
          .forEach(tables::add);
    }
    tables.removeIf(name -> !name.contains(".") || name.contains("$"));
    return tables;
  }
}
