package io.frazil.connector.config;

import static java.util.Comparator.comparingInt;

import java.util.List;
import java.util.stream.Stream;
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
    page.append(readers());
    page.append("\n## Accepted without effect\n\n| option | why |\n|---|---|\n");
    KeyNames.WITHOUT_MEANING.forEach(
        (key, reason) -> page.append("| `" + key + "` | " + reason + " |\n"));
    return page.toString();
  }

  /** The page about the transforms, a section for each in their order. */
  public static String transformsPage(List<Transform> transforms) {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Transforms

        Each stands in a connector's configuration under a name that you choose, here `t`: its class
        as `transforms.t.type`, its options as `transforms.t.<option>`. The class may be given by its
        full name or by its last part.
        """);
    for (Transform transform : transforms) {
      page.append("\n## " + transform.type().getSimpleName() + "\n\n");
      page.append("`" + transform.type().getName() + "`\n\n" + transform.text() + "\n");
      page.append("```json\n" + transform.example() + "```\n");
      page.append("\n" + COLUMNS);
      for (String group : transform.definition().groups()) {
        page.append(rows(group, transform.definition()));
      }
    }
    return page.toString();
  }

  /**
   * What the manual says about a transform.
   *
   * @param type its class
   * @param text what it is for, in Markdown
   * @param example its part of a connector's configuration, in JSON
   * @param definition its options
   */
  public record Transform(Class<?> type, String text, String example, ConfigDef definition) {}

  private static String readers() {
    List<DeleteMode> modes =
        Stream.of(DeleteMode.values()).filter(mode -> mode != DeleteMode.AUTO).toList();
    StringBuilder table =
        new StringBuilder(
            """

            ## Who reads what

            What `iceberg.tables.readers` goes by, as vendors say: the format versions that each reads,
            and the delete modes whose deletes it sees.

            | reader | format versions |\s""");
    modes.forEach(mode -> table.append("`" + Choice.written(mode) + "` | "));
    table.append("\n|---|---|" + "---|".repeat(modes.size()) + "\n");
    for (Reader reader : Reader.values()) {
      table.append(
          "| `" + Choice.written(reader) + "` | to " + reader.newestFormatVersion() + " |");
      modes.forEach(mode -> table.append(reader.sees(mode) ? " yes |" : " no |"));
      table.append("\n");
    }
    return table.toString().replaceAll(" +\n", "\n");
  }

  private static String section(String group, ConfigDef definition) {
    StringBuilder section = new StringBuilder("\n## " + group + "\n\n" + COLUMNS);
    section.append(rows(group, definition));
    for (KeyFamily family : KeyFamily.ALL) {
      if (family.group().equals(group)) {
        section.append(row(family.prefix() + "*", family.documentation(), "none", "any"));
      }
    }
    return section.toString();
  }

  private static String rows(String group, ConfigDef definition) {
    StringBuilder rows = new StringBuilder();
    List<ConfigKey> keys =
        definition.configKeys().values().stream()
            .filter(key -> group.equals(key.group))
            .sorted(comparingInt(key -> key.orderInGroup))
            .toList();
    for (ConfigKey key : keys) {
      rows.append(row(key.name, key.documentation, standard(key), key.validator.toString()));
    }
    return rows.toString();
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
