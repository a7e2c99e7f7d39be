package io.frazil.connector.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
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
  private List<Object> values = List.of();
  private Predicate<Map<String, Object>> useful = parsed -> true;

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
    return new Option(key, ConfigDef.Type.BOOLEAN, any).width(Width.SHORT).values(true, false);
  }

  static Option wholeNumber(String key, ConfigDef.Type type, long min) {
    return new Option(key, type, Rule.atLeast(min)).width(Width.SHORT);
  }

  static Option choice(String key, Choice choice) {
    return new Option(key, ConfigDef.Type.STRING, choice).values(choice.supported().toArray());
  }

  /** Any number of the constants of an enum. */
  static Option choices(String key, Choice choice) {
    return list(key, choice.each()).values(choice.supported().toArray());
  }

  private Option values(Object... all) {
    values = List.of(all);
    return this;
  }

  /**
   * Says where the option does anything: only there is it shown.
   *
   * @param condition takes the parsed values of all options
   */
  Option usefulIf(Predicate<Map<String, Object>> condition) {
    useful = condition;
    return this;
  }

  /** Whether an option that is true or false is true. */
  static Predicate<Map<String, Object>> isOn(String key) {
    return parsed -> Boolean.TRUE.equals(parsed.get(key));
  }

  /** Whether an option has a value. */
  static Predicate<Map<String, Object>> isGiven(String key) {
    return parsed -> parsed.get(key) != null && !List.of().equals(parsed.get(key));
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
        new Recommendation(values, useful));
  }

  /** What a form shows of an option: the values to choose from, and whether it shows it at all. */
  private record Recommendation(List<Object> values, Predicate<Map<String, Object>> useful)
      implements ConfigDef.Recommender {
    @Override
    public List<Object> validValues(String key, Map<String, Object> parsed) {
      return values;
    }

    @Override
    public boolean visible(String key, Map<String, Object> parsed) {
      return useful.test(parsed);
    }
  }

  private static int nextIn(String group, ConfigDef definition) {
    long before =
        definition.configKeys().values().stream().filter(each -> group.equals(each.group)).count();
    return Math.toIntExact(before) + 1;
  }
}
