package io.frazil.connector.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef.Recommender;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/**
 * One of the constants of an enum, written in lower case with hyphens; the case of a given value
 * does not matter.
 *
 * @param supported what may be chosen
 */
record Choice(List<String> supported) implements Validator, Recommender {
  Choice {
    supported = List.copyOf(supported);
  }

  static Choice of(Class<? extends Enum<?>> family) {
    return new Choice(Stream.of(family.getEnumConstants()).map(Choice::written).toList());
  }

  /** How a constant is written in a configuration. */
  static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The constant that a valid value stands for. */
  static <E extends Enum<E>> E read(Class<E> family, String value) {
    return Enum.valueOf(family, value.trim().toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  @Override
  public void ensureValid(String key, Object value) {
    String given = String.valueOf(value).trim().toLowerCase(Locale.ROOT);
    if (!supported.contains(given)) {
      throw new ConfigException(key, value, "Choose one of: " + this + ".");
    }
  }

  @Override
  public List<Object> validValues(String key, Map<String, Object> parsed) {
    return List.copyOf(supported);
  }

  @Override
  public boolean visible(String key, Map<String, Object> parsed) {
    return true;
  }

  @Override
  public String toString() {
    return String.join(", ", supported);
  }
}
