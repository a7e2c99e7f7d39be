package io.frazil.connector.config;

import io.frazil.connector.config.RoutingOptions.Kind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Options about tables and what goes to them that are right one by one and impossible together. */
final class RoutingConflicts {
  private static final String CONNECT_TOPICS = "topics";
  private static final String CONNECT_TOPICS_REGEX = "topics.regex";

  private final Settings settings;
  private final RoutingOptions routing;
  private final List<String> listed;
  private final Map<String, String> faults = new TreeMap<>();

  private RoutingConflicts(Settings settings) {
    this.settings = settings;
    this.routing = RoutingOptions.from(settings);
    this.listed = settings.texts(TablesOptions.NAMES);
  }

  /** Looks for all of them. */
  static void find(Settings settings, BiConsumer<String, String> report) {
    RoutingConflicts conflicts = new RoutingConflicts(settings);
    switch (conflicts.routing.kind()) {
      case EVERY_TABLE -> {
        conflicts.requireListed();
        conflicts.requireClearTopics();
      }
      case FIELD_MATCHES -> {
        conflicts.requireListed();
        conflicts.requirePatterns();
      }
      case FIELD_NAMES_TABLE -> conflicts.findInDynamic();
      case TOPIC -> conflicts.findInTopics();
    }
    conflicts.findUselessPatterns();
    conflicts.faults.forEach(report);
  }

  private void requireListed() {
    if (listed.isEmpty()) {
      faults.put(
          TablesOptions.NAMES,
          "Cannot tell where records go. List the tables as namespace.table, or set "
              + RoutingOptions.TOPICS
              + ", or set "
              + RoutingOptions.DYNAMIC
              + " and "
              + RoutingOptions.FIELD
              + ".");
    }
  }

  /** Rows of two topics in each of two tables are wanted by nobody. */
  private void requireClearTopics() {
    boolean areManyTopics =
        settings.given(CONNECT_TOPICS).filter(topics -> topics.contains(",")).isPresent()
            || settings.given(CONNECT_TOPICS_REGEX).isPresent();
    if (areManyTopics && listed.size() > 1) {
      faults.put(
          RoutingOptions.TOPICS,
          "Cannot tell which topic goes to which table. Write topic:table pairs here instead of listing tables in "
              + TablesOptions.NAMES
              + "; a table that gets the records of every topic is .*:namespace.table.");
    }
  }

  private void requirePatterns() {
    for (String table : listed) {
      String key = TableOptions.key(table, TableOptions.ROUTE_REGEX);
      if (!settings.has(key)) {
        faults.put(
            key,
            "Cannot tell which records go to table '"
                + table
                + "'. Give the pattern of those values of "
                + RoutingOptions.FIELD
                + " that do, or set "
                + RoutingOptions.DYNAMIC
                + " if the field holds names of tables.");
      }
    }
  }

  private void findInDynamic() {
    if (routing.field().isEmpty()) {
      faults.put(
          RoutingOptions.FIELD,
          "Cannot tell a record's table. Name the field that holds it, or set "
              + RoutingOptions.DYNAMIC
              + " to false.");
    }
    refuseList(RoutingOptions.DYNAMIC + " is true: records name their tables");
  }

  private void findInTopics() {
    refuseList(RoutingOptions.TOPICS + " names the tables");
    if (routing.field().isPresent() || settings.flag(RoutingOptions.DYNAMIC)) {
      faults.put(
          RoutingOptions.TOPICS,
          "Cannot route by topic and by a field. Remove "
              + RoutingOptions.FIELD
              + " and "
              + RoutingOptions.DYNAMIC
              + ", or these pairs.");
    }
  }

  private void refuseList(String reason) {
    if (!listed.isEmpty()) {
      faults.put(
          TablesOptions.NAMES, "Cannot list tables where " + reason + ". Remove one of the two.");
    }
  }

  private void findUselessPatterns() {
    if (routing.kind() != Kind.FIELD_MATCHES) {
      settings.below(TableOptions.PREFIX).keySet().stream()
          .filter(key -> key.endsWith("." + TableOptions.ROUTE_REGEX))
          .forEach(
              key ->
                  faults.put(
                      TableOptions.PREFIX + key,
                      "Cannot match values of a field that is not named. Set "
                          + RoutingOptions.FIELD
                          + " with listed tables, or remove this."));
    }
  }
}
