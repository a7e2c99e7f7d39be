package io.frazil.transforms.option;

import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Adds the options of a group to a definition, one after the other. Not thread-safe. */
public final class OptionGroup {
  private final ConfigDef definition;
  private final String name;
  private int order = 0;

  private OptionGroup(ConfigDef definition, String name) {
    this.definition = definition;
    this.name = name;
  }

  /** A group that is added to a definition. */
  public static OptionGroup of(ConfigDef definition, String name) {
    return new OptionGroup(definition, name);
  }

  /** What takes any value, and says what values are meant. */
  public static Validator any(String values) {
    return check(values, (key, value) -> {});
  }

  /** What checks a value, and says what values are good. */
  public static Validator check(String values, BiConsumer<String, Object> check) {
    return LambdaValidator.with(check, () -> values);
  }

  /**
   * Adds an option, whose type is that of its default: a text, a boolean, or a list.
   *
   * @param title its name for people
   */
  public OptionGroup add(
      String key,
      Object standard,
      Validator validator,
      Importance importance,
      String documentation,
      String title) {
    order++;
    definition.define(
        key,
        type(standard),
        standard,
        validator,
        importance,
        documentation,
        name,
        order,
        Width.MEDIUM,
        title);
    return this;
  }

  private static ConfigDef.Type type(Object standard) {
    if (standard instanceof Boolean) {
      return ConfigDef.Type.BOOLEAN;
    }
    return standard instanceof List ? ConfigDef.Type.LIST : ConfigDef.Type.STRING;
  }
}
