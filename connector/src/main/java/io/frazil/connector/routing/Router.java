package io.frazil.connector.routing;

import io.frazil.connector.change.FieldPath;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Tells which tables a record goes to. Not thread-safe.
 *
 * <p>Topics are known by the names that transforms gave them, if any did. A record without a value
 * has no fields, so a router that looks at fields sends it nowhere.
 */
public final class Router {
  private final Function<SinkRecord, List<String>> tables;

  private Router(Function<SinkRecord, List<String>> tables) {
    this.tables = tables;
  }

  /** Each record goes to all tables. */
  public static Router toEach(List<String> tables) {
    List<String> all = List.copyOf(tables);
    return new Router(any -> all);
  }

  /** A record goes to the tables of every route that its topic matches. */
  public static Router byTopic(List<TopicRoute> routes) {
    Map<String, List<String>> known = new HashMap<>();
    return new Router(
        sinkRecord ->
            known.computeIfAbsent(
                sinkRecord.topic(),
                topic ->
                    routes.stream()
                        .flatMap(route -> route.tableOf(topic).stream())
                        .distinct()
                        .toList()));
  }

  /** A record goes to each table whose pattern matches the field's whole text. */
  public static Router byMatch(FieldPath field, Map<String, Pattern> patterns) {
    Map<String, Pattern> all = Map.copyOf(patterns);
    return new Router(
        sinkRecord ->
            field
                .valueIn(sinkRecord.value())
                .map(
                    value ->
                        all.entrySet().stream()
                            .filter(each -> each.getValue().matcher(value.toString()).matches())
                            .map(Map.Entry::getKey)
                            .sorted()
                            .toList())
                .orElse(List.of()));
  }

  /** A record goes to the table that the field names, in lower case. */
  public static Router byName(FieldPath field) {
    return new Router(
        sinkRecord ->
            field
                .valueIn(sinkRecord.value())
                .map(name -> name.toString().strip().toLowerCase(Locale.ROOT))
                .filter(name -> !name.isEmpty())
                .map(List::of)
                .orElse(List.of()));
  }

  /** The names of the tables; none if it goes to none. */
  public List<String> tablesOf(SinkRecord sinkRecord) {
    return tables.apply(sinkRecord);
  }
}
