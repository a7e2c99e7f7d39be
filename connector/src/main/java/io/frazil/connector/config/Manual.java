package io.frazil.connector.config;

import static java.util.Comparator.comparingInt;

import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;

/** Prints definitions as the pages of the manual, in Markdown. */
public final class Manual {
  private static final String COLUMNS =
      "| option | what it is for | default | values |\n|---|---|---|---|\n";

  private Manual() {}

  /** The page about the connector's options. */
  public static String connectorPage() {
    ConfigDef definition = FrazilConfig.definition();
    TableOptions.define(definition, "<table>");
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Options of the connector

        Keys that begin with `iceberg.` and are not listed here are refused; those of other Iceberg
        sinks that have no meaning here are accepted with a warning. In the keys of one table,
        `<table>` is its name as it stands in `iceberg.tables`.
        """);
    for (String group : definition.groups()) {
      page.append(section(group, definition));
    }
    page.append(section(KafkaOptions.GROUP, new ConfigDef()));
    page.append("\n## Accepted without effect\n\n| option | why |\n|---|---|\n");
    KeyNames.WITHOUT_MEANING.forEach(
        (key, reason) -> page.append("| `" + key + "` | " + reason + " |\n"));
    return page.toString();
  }

  /** A page about the options of something else that has a definition, such as a transform. */
  public static String page(String title, String introduction, ConfigDef definition) {
    StringBuilder page = new StringBuilder("# " + title + "\n\n" + introduction);
    for (String group : definition.groups()) {
      page.append(section(group, definition));
    }
    return page.toString();
  }

  private static String section(String group, ConfigDef definition) {
    StringBuilder section = new StringBuilder("\n## " + group + "\n\n" + COLUMNS);
    List<ConfigKey> keys =
        definition.configKeys().values().stream()
            .filter(key -> group.equals(key.group))
            .sorted(comparingInt(key -> key.orderInGroup))
            .toList();
    for (ConfigKey key : keys) {
      section.append(row(key.name, key.documentation, standard(key), key.validator.toString()));
    }
    for (KeyFamily family : KeyFamily.ALL) {
      if (family.group().equals(group)) {
        section.append(row(family.prefix() + "*", family.documentation(), "none", "any"));
      }
    }
    return section.toString();
  }

  private static String row(String key, String meaning, String standard, String values) {
    return "| `" + key + "` | " + meaning + " | " + standard + " | " + values + " |\n";
  }

  private static String standard(ConfigKey key) {
    if (!key.hasDefault()) {
      return "required";
    }
    if (key.defaultValue == null) {
      return "none";
    }
    String value = ConfigDef.convertToString(key.defaultValue, key.type());
    return value.isEmpty() ? "none" : "`" + value + "`";
  }
}
