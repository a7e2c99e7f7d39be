package io.frazil.connector.config;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;

/** What may be the name of a table. */
public final class TableNames {
  private static final Pattern GLUE_NAMESPACE = Pattern.compile("[a-z0-9_]{1,252}");
  private static final Pattern GLUE_TABLE = Pattern.compile("[a-z0-9_]{1,255}");

  private TableNames() {}

  /** Asks for tables, each once, each in a namespace. */
  static Rule rule() {
    return Rule.of(
        "names of tables, each once, as namespace.table",
        (key, value) -> {
          List<?> names = (List<?>) value;
          Set<Object> seen = new HashSet<>();
          for (Object name : names) {
            requireFaultless(key, value, name.toString());
            if (!seen.add(name)) {
              throw new ConfigException(key, value, "Table '" + name + "' is named twice.");
            }
          }
        });
  }

  /** Asks for one table, in a namespace. */
  static Rule ruleOfOne() {
    return Rule.of(
        "a table's name, as namespace.table",
        (key, value) -> requireFaultless(key, value, value.toString()));
  }

  private static void requireFaultless(String key, Object value, String name) {
    fault(name)
        .ifPresent(
            fault -> {
              throw new ConfigException(key, value, fault);
            });
  }

  /** What is wrong with a name, if anything is. */
  public static Optional<String> fault(String name) {
    List<String> parts = List.of(name.split("\\.", -1));
    if (name.isEmpty()) {
      return Optional.of("A table's name is empty.");
    }
    if (parts.stream().anyMatch(String::isBlank)) {
      return Optional.of("Table '" + name + "' has an empty part between its dots.");
    }
    if (parts.size() == 1) {
      return Optional.of("Table '" + name + "' has no namespace. Write it as namespace.table.");
    }
    return Optional.empty();
  }

  /** Why AWS Glue would refuse a name that is otherwise right, if it would. */
  public static Optional<String> faultInGlue(String name) {
    List<String> parts = List.of(name.split("\\.", -1));
    boolean isAccepted =
        parts.size() == 2
            && GLUE_NAMESPACE.matcher(parts.get(0)).matches()
            && GLUE_TABLE.matcher(parts.get(1)).matches();
    return isAccepted
        ? Optional.empty()
        : Optional.of(
            "AWS Glue refuses the name '"
                + name
                + "'. Use database.table with lower-case letters, digits and underscores only, or"
                + " set iceberg.catalog.glue.skip-name-validation=true.");
  }
}
