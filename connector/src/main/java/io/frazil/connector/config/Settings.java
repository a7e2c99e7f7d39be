package io.frazil.connector.config;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toUnmodifiableMap;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigValue;

/**
 * The values of a configuration by their keys, parsed and with defaults filled in. Immutable.
 *
 * <p>The accessors without Optional are for options that are required or have a default.
 */
final class Settings {
  private final Map<String, String> given;
  private final Map<String, Object> parsed;

  private Settings(Map<String, String> given, Map<String, Object> parsed) {
    this.given = given;
    this.parsed = parsed;
  }

  /** The settings of a configuration that was validated; values with errors count as absent. */
  static Settings of(Map<String, String> given, Map<String, ConfigValue> validated) {
    return new Settings(
        given.entrySet().stream()
            .filter(each -> each.getValue() != null)
            .collect(toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue)),
        validated.values().stream()
            .filter(each -> each.errorMessages().isEmpty() && each.value() != null)
            .collect(toUnmodifiableMap(ConfigValue::name, ConfigValue::value)));
  }

  /** Whether an option has a value, given or by default. */
  boolean has(String key) {
    return parsed.containsKey(key);
  }

  /** What was given for a key, whoever knows it. */
  Optional<String> given(String key) {
    return Optional.ofNullable(given.get(key));
  }

  String text(String key) {
    return optionalText(key).orElseThrow(() -> lacking(key));
  }

  Optional<String> optionalText(String key) {
    return Optional.ofNullable((String) parsed.get(key));
  }

  /** The texts of a list; none where it is not set. */
  List<String> texts(String key) {
    return Optional.ofNullable((List<?>) parsed.get(key)).orElse(List.of()).stream()
        .map(String.class::cast)
        .toList();
  }

  boolean flag(String key) {
    return (Boolean) value(key);
  }

  long wholeNumber(String key) {
    return optionalWholeNumber(key).orElseThrow(() -> lacking(key));
  }

  Optional<Long> optionalWholeNumber(String key) {
    return Optional.ofNullable((Number) parsed.get(key)).map(Number::longValue);
  }

  Duration milliseconds(String key) {
    return Duration.ofMillis(wholeNumber(key));
  }

  <E extends Enum<E>> E choice(String key, Class<E> family) {
    return Choice.read(family, text(key));
  }

  <E extends Enum<E>> Optional<E> optionalChoice(String key, Class<E> family) {
    return optionalText(key).map(value -> Choice.read(family, value));
  }

  /** All that was given below a prefix, with the prefix left out of the keys. */
  Map<String, String> below(String prefix) {
    return given.entrySet().stream()
        .filter(each -> each.getKey().startsWith(prefix))
        .collect(toMap(each -> each.getKey().substring(prefix.length()), Map.Entry::getValue));
  }

  private Object value(String key) {
    return Optional.ofNullable(parsed.get(key)).orElseThrow(() -> lacking(key));
  }

  private static IllegalStateException lacking(String key) {
    return new IllegalStateException("Cannot read option '" + key + "': it has no valid value");
  }
}
