package io.frazil.connector.config;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigException;

/**
 * Which tables a record goes to.
 *
 * @param kind how that is told
 * @param field the field, a dotted path, that tells it; given where the kind asks for it
 * @param topics the tables of topics; given where the kind asks for it
 * @param unroutable what a record does that goes to no table
 */
public record RoutingOptions(
    Kind kind, Optional<String> field, List<TopicTable> topics, Unroutable unroutable) {
  static final String GROUP = "Routing";
  static final String TOPICS = "iceberg.tables.topic-to-table-map";
  static final String FIELD = "iceberg.tables.route-field";
  static final String DYNAMIC = "iceberg.tables.dynamic-enabled";
  static final String UNROUTABLE = "iceberg.tables.behavior-on-unroutable";

  public RoutingOptions {
    requireNonNull(kind, "kind");
    requireNonNull(field, "field");
    topics = List.copyOf(topics);
    requireNonNull(unroutable, "unroutable");
  }

  static void define(ConfigDef definition) {
    Option.list(TOPICS, Rule.of("topic:table pairs", (key, pairs) -> topics(key, (List<?>) pairs)))
        .importance(Importance.HIGH)
        .addTo(
            definition,
            GROUP,
            "Topics and tables",
            "Which topics go to which tables, as topic:table; the topic is a regular expression"
                + " without commas for its whole name, and $1 in the table's name stands for its"
                + " first group. A record goes to the tables of all pairs that match.");
    Option.text(FIELD)
        .addTo(
            definition,
            GROUP,
            "Route field",
            "The field, a dotted path, that tells a record's table: its name with "
                + DYNAMIC
                + ", else what iceberg.table.<table>.route-regex of some tables matches.");
    Option.flag(DYNAMIC)
        .fallback(false)
        .addTo(
            definition,
            GROUP,
            "Dynamic tables",
            "Whether the route field holds the name of the record's table, as namespace.table; it"
                + " is taken in lower case.");
    Option.choice(UNROUTABLE, Choice.of(Unroutable.class))
        .fallback(Choice.written(Unroutable.FAIL))
        .usefulIf(Option.isGiven(TOPICS).or(Option.isGiven(FIELD)))
        .addTo(
            definition,
            GROUP,
            "On unroutable records",
            "What a record does that goes to no table, or to one that does not exist and may not be"
                + " created, where tables are not listed: fail, or be skipped. Null values that"
                + " cannot be routed are skipped.");
  }

  static RoutingOptions from(Settings settings) {
    return new RoutingOptions(
        kind(settings),
        settings.optionalText(FIELD),
        topics(TOPICS, settings.texts(TOPICS)),
        settings.choice(UNROUTABLE, Unroutable.class));
  }

  private static Kind kind(Settings settings) {
    if (!settings.texts(TOPICS).isEmpty()) {
      return Kind.TOPIC;
    }
    if (settings.flag(DYNAMIC)) {
      return Kind.FIELD_NAMES_TABLE;
    }
    return settings.optionalText(FIELD).isPresent() ? Kind.FIELD_MATCHES : Kind.EVERY_TABLE;
  }

  /** The tables that topics go to, if they are all known beforehand. */
  Optional<List<String>> tablesOfTopics() {
    return topics.stream().anyMatch(TopicTable::isDerived)
        ? Optional.empty()
        : Optional.of(topics.stream().map(TopicTable::table).distinct().toList());
  }

  /** The tables that are named in pairs, as far as they can be made out. */
  static Stream<String> namedIn(String pairs) {
    return Stream.of(pairs.split(",", -1))
        .map(pair -> pair.substring(pair.lastIndexOf(':') + 1).trim());
  }

  private static List<TopicTable> topics(String key, List<?> pairs) {
    List<TopicTable> topics = new ArrayList<>();
    for (Object each : pairs) {
      String pair = each.toString();
      int colon = pair.lastIndexOf(':');
      if (colon < 1) {
        throw new ConfigException(
            key,
            pairs,
            "'" + pair + "' is not a pair. Write topic:table, such as orders:shop.orders.");
      }
      String table = pair.substring(colon + 1).trim();
      TableNames.fault(table)
          .ifPresent(
              fault -> {
                throw new ConfigException(key, pairs, fault);
              });
      String topic = pair.substring(0, colon).trim();
      Rule.regularExpression().ensureValid(key, topic);
      topics.add(new TopicTable(Pattern.compile(topic), table));
    }
    return topics;
  }

  /** How it is told which tables a record goes to. */
  public enum Kind {
    /** Each record goes to each table. */
    EVERY_TABLE,
    /** By the record's topic. */
    TOPIC,
    /** By a field, which the tables' patterns match or not. */
    FIELD_MATCHES,
    /** By a field that has the table's name. */
    FIELD_NAMES_TABLE
  }

  /** What a record does that goes to no table. */
  public enum Unroutable {
    /** It is an error of the record. */
    FAIL,
    /** It is passed over and counted. */
    SKIP
  }

  /**
   * Topics and their table.
   *
   * @param topics matches their whole names
   * @param table the table's identifier; {@code $1} and the like stand for groups of the pattern
   */
  public record TopicTable(Pattern topics, String table) {
    public TopicTable {
      requireNonNull(topics, "topics");
      requireNonNull(table, "table");
    }

    private boolean isDerived() {
      return table.indexOf('$') >= 0;
    }
  }
}
