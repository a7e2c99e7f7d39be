package io.frazil.connector.config;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/**
 * One of the constants of an enum, written in lower case with hyphens; the case of a given value
 * does not matter.
 *
 * @param supported what may be chosen
 * @param planned what is known but not supported yet, and refused with these words
 */
record Choice(List<String> supported, List<String> planned) implements Validator {
  Choice {
    supported = List.copyOf(supported);
    planned = List.copyOf(planned);
  }

  static Choice of(Class<? extends Enum<?>> family, String... planned) {
    return new Choice(
        Stream.of(family.getEnumConstants()).map(Choice::written).toList(), List.of(planned));
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
    if (planned.contains(given)) {
      throw new ConfigException(key, value, "Not supported yet. Choose one of: " + this + ".");
    }
    if (!supported.contains(given)) {
      throw new ConfigException(key, value, "Choose one of: " + this + ".");
    }
  }

  /** Asks for any number of them, each at most once. */
  Rule each() {
    return Rule.of(
        "any of " + this,
        (key, value) -> {
          Set<String> seen = new HashSet<>();
          for (Object one : (List<?>) value) {
            ensureValid(key, one);
            if (!seen.add(one.toString().toLowerCase(Locale.ROOT))) {
              throw new ConfigException(key, value, "'" + one + "' is named twice.");
            }
          }
        });
  }

  @Override
  public String toString() {
    return String.join(", ", supported);
  }
}
