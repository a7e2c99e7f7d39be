package io.frazil.transforms.envelope;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;

/**
 * How the names of the tables that changes go to are made: text in which names of the source's
 * table stand for {@code {db}}, {@code {schema}} and {@code {table}}.
 *
 * @param text the pattern, in which braces hold nothing else
 */
record TargetPattern(String text) {
  static final String OPTION = "target.pattern";

  private static final String DATABASE = "{db}";
  private static final String SCHEMA = "{schema}";
  private static final String TABLE = "{table}";
  private static final List<String> PLACEHOLDERS = List.of(DATABASE, SCHEMA, TABLE);
  private static final Pattern BRACES = Pattern.compile("\\{[^{}]*}|[{}]");

  TargetPattern {
    requireNonNull(text, "text");
    Optional<String> unknown =
        BRACES
            .matcher(text)
            .results()
            .map(MatchResult::group)
            .filter(each -> !PLACEHOLDERS.contains(each))
            .findFirst();
    if (unknown.isPresent()) {
      throw new ConfigException(
          OPTION,
          text,
          "'%s' is no placeholder. Choose from %s."
              .formatted(unknown.get(), String.join(", ", PLACEHOLDERS)));
    }
  }

  /**
   * The name of the table that changes of this table go to. Where there is no schema the database
   * stands for it, and the other way round; if the pattern asks for one of them and there is
   * neither, there is no such name, which matters only to whoever routes by it.
   */
  Optional<String> nameFor(SourceTable table) {
    Optional<String> namespace = table.schema().or(table::database);
    if (namespace.isEmpty() && (text.contains(DATABASE) || text.contains(SCHEMA))) {
      return Optional.empty();
    }
    return Optional.of(
        BRACES
            .matcher(text)
            .replaceAll(found -> Matcher.quoteReplacement(name(found.group(), table))));
  }

  private static String name(String placeholder, SourceTable table) {
    return switch (placeholder) {
      case DATABASE -> table.database().or(table::schema).orElseThrow();
      case SCHEMA -> table.schema().or(table::database).orElseThrow();
      default -> table.table();
    };
  }
}
