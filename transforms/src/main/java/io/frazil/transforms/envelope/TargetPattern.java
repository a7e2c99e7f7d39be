package io.frazil.transforms.envelope;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.errors.DataException;

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
   * stands for it, and the other way round.
   *
   * @throws DataException if the pattern asks for one of them and there is neither
   */
  String nameFor(SourceTable table) {
    return BRACES
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(name(found.group(), table)));
  }

  private String name(String placeholder, SourceTable table) {
    return switch (placeholder) {
      case DATABASE -> table.database().or(table::schema).orElseThrow(this::unnamed);
      case SCHEMA -> table.schema().or(table::database).orElseThrow(this::unnamed);
      default -> table.table();
    };
  }

  private DataException unnamed() {
    return new DataException(
        "its table has neither a database nor a schema, of which %s '%s' asks for one. Take %s and %s out of it"
            .formatted(OPTION, text, DATABASE, SCHEMA));
  }
}
