package io.frazil.transforms.envelope;

import static java.util.stream.Collectors.joining;

import io.frazil.transforms.option.OptionGroup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigException;

/**
 * What users can set of the envelope, the same in each transform.
 *
 * @param target the names of the tables that changes go to
 * @param columns the facts that are columns of the row too, by the columns' names
 */
record EnvelopeOptions(TargetPattern target, Map<String, Fact> columns) {
  static final String COLUMNS = "metadata.columns";
  private static final String FACTS =
      Stream.of(Fact.values()).map(Fact::field).collect(joining(", "));

  static ConfigDef define(ConfigDef definition) {
    OptionGroup.of(definition, "Envelope")
        .add(
            TargetPattern.OPTION,
            "{schema}.{table}",
            OptionGroup.check(
                "text with {db}, {schema}, {table}",
                (key, value) -> new TargetPattern((String) value)),
            Importance.MEDIUM,
            "The name of the table that a change goes to, for routing by _cdc.target; where a"
                + " source has no schema, its database stands for it, and the other way round.",
            "Target pattern")
        .add(
            COLUMNS,
            List.of(),
            OptionGroup.check("fact:column pairs", (key, value) -> columns(key, (List<?>) value)),
            Importance.LOW,
            "Facts of the envelope that become columns of the row too, as fact:column, such as"
                + " position:_position; facts are "
                + FACTS
                + ".",
            "Metadata columns");
    return definition;
  }

  static EnvelopeOptions from(Map<String, Object> parsed) {
    return new EnvelopeOptions(
        new TargetPattern((String) parsed.get(TargetPattern.OPTION)),
        columns(COLUMNS, (List<?>) parsed.get(COLUMNS)));
  }

  private static Map<String, Fact> columns(String key, List<?> pairs) {
    Map<String, Fact> columns = new LinkedHashMap<>();
    for (Object pair : pairs) {
      String[] parts = pair.toString().split(":", 2);
      Optional<Fact> fact =
          Stream.of(Fact.values()).filter(each -> each.field().equals(parts[0].trim())).findAny();
      if (parts.length < 2 || parts[1].isBlank() || fact.isEmpty()) {
        throw new ConfigException(
            key, pairs, "'" + pair + "' is not fact:column with a fact of " + FACTS + ".");
      }
      if (columns.put(parts[1].trim(), fact.get()) != null) {
        throw new ConfigException(key, pairs, "'" + parts[1].trim() + "' is named twice.");
      }
    }
    return columns;
  }
}
