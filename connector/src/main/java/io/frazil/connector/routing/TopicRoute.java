package io.frazil.connector.routing;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Topics and the table that their records go to.
 *
 * @param topics matches the whole name of each of them
 * @param table the table's name, in which {@code $1} and the like stand for groups of the pattern
 */
public record TopicRoute(Pattern topics, String table) {
  public TopicRoute {
    requireNonNull(topics, "topics");
    requireNonNull(table, "table");
  }

  /** The table of a topic, if it is one of these. */
  Optional<String> tableOf(String topic) {
    Matcher matcher = topics.matcher(topic);
    return matcher.matches() ? Optional.of(matcher.replaceFirst(table)) : Optional.empty();
  }
}
