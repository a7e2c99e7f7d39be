package io.frazil.connector.config;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** A validator that says in words what it asks for, since the manual and the REST API print it. */
final class Rule implements Validator {
  private final String words;
  private final BiConsumer<String, Object> check;

  private Rule(String words, BiConsumer<String, Object> check) {
    this.words = words;
    this.check = check;
  }

  /**
   * A rule in these words.
   *
   * @param check takes the key and its value, and throws a {@link ConfigException} if the value
   *     breaks the rule
   */
  static Rule of(String words, BiConsumer<String, Object> check) {
    return new Rule(words, check);
  }

  /** The same rule for an option that may be missing, in which case Connect asks with null. */
  static Rule whereGiven(Validator validator) {
    return new Rule(
        validator.toString(),
        (key, value) ->
            Optional.ofNullable(value).ifPresent(given -> validator.ensureValid(key, given)));
  }

  /** A regular expression of Java. */
  static Rule regularExpression() {
    return new Rule(
        "a regular expression",
        (key, value) -> {
          try {
            Pattern.compile(value.toString());
          } catch (PatternSyntaxException e) {
            throw new ConfigException(
                key, value, "It is not a regular expression: " + e.getDescription() + ".");
          }
        });
  }

  /** A whole number that is not too small. */
  static Rule atLeast(long min) {
    return new Rule(
        "at least " + min,
        (key, value) -> {
          if (((Number) value).longValue() < min) {
            throw new ConfigException(key, value, "It must be at least " + min + ".");
          }
        });
  }

  /** Names of columns, each once. */
  static Rule distinctColumns() {
    return new Rule(
        "column names, each once",
        (key, value) -> {
          Set<Object> seen = new HashSet<>();
          for (Object column : (List<?>) value) {
            if (column.toString().isEmpty()) {
              throw new ConfigException(key, value, "A column's name is empty.");
            }
            if (!seen.add(column)) {
              throw new ConfigException(key, value, "Column '" + column + "' is named twice.");
            }
          }
        });
  }

  @Override
  public void ensureValid(String key, Object value) {
    check.accept(key, value);
  }

  @Override
  public String toString() {
    return words;
  }
}
