package io.frazil.connector.config;

import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * Builds one option of a definition: of medium width and importance, and without a default, unless
 * something else is said.
 */
final class Option {
  private final String key;
  private final ConfigDef.Type type;
  private final Validator validator;
  private Width width = Width.MEDIUM;
  private Importance importance = Importance.MEDIUM;
  private Optional<Object> fallback = Optional.empty();

  private Option(String key, ConfigDef.Type type, Validator validator) {
    this.key = key;
    this.type = type;
    this.validator = validator;
  }

  static Option text(String key, Validator validator) {
    return new Option(key, ConfigDef.Type.STRING, validator);
  }

  static Option text(String key) {
    return text(key, new ConfigDef.NonEmptyString());
  }

  /** Texts with commas between them, blanks around each left out. */
  static Option list(String key, Validator validator) {
    return new Option(key, ConfigDef.Type.LIST, validator).width(Width.LONG);
  }

  static Option flag(String key) {
    Validator any = Rule.of("true or false", (name, value) -> {});
    return new Option(key, ConfigDef.Type.BOOLEAN, any).width(Width.SHORT);
  }

  static Option wholeNumber(String key, ConfigDef.Type type, long min) {
    return new Option(key, type, Rule.atLeast(min)).width(Width.SHORT);
  }

  static Option choice(String key, Choice choice) {
    return new Option(key, ConfigDef.Type.STRING, choice);
  }

  Option width(Width of) {
    width = of;
    return this;
  }

  Option importance(Importance of) {
    importance = of;
    return this;
  }

  Option fallback(Object value) {
    fallback = Optional.of(value);
    return this;
  }

  /** Puts the option at the end of its group. */
  void addTo(ConfigDef definition, String group, String displayName, String documentation) {
    Object standard = fallback.orElse(null);
    Validator checked = Rule.whereGiven(validator);
    int order = nextIn(group, definition);
    if (validator instanceof ConfigDef.Recommender recommender) {
      definition.define(
          key,
          type,
          standard,
          checked,
          importance,
          documentation,
          group,
          order,
          width,
          displayName,
          recommender);
    } else {
      definition.define(
          key,
          type,
          standard,
          checked,
          importance,
          documentation,
          group,
          order,
          width,
          displayName);
    }
  }

  private static int nextIn(String group, ConfigDef definition) {
    long before =
        definition.configKeys().values().stream().filter(each -> group.equals(each.group)).count();
    return Math.toIntExact(before) + 1;
  }
}
