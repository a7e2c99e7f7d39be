package io.frazil.connector.intake;

import io.frazil.connector.change.FieldPath;
import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.change.SkipListener;
import io.frazil.connector.change.SourceOffset;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.config.CatalogOptions;
import io.frazil.connector.config.ChangeOptions.NullValue;
import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.config.RoutingOptions;
import io.frazil.connector.config.RoutingOptions.Kind;
import io.frazil.connector.config.TableNames;
import io.frazil.connector.routing.Router;
import io.frazil.connector.routing.TopicRoute;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.kafka.connect.sink.SinkRecord;

/** Where records go, and what becomes of those that go nowhere. For a task's thread. */
public final class Routing {
  private final Router router;
  private final RoutingOptions options;
  private final NullValue nullValue;
  private final CatalogOptions catalog;
  private final Predicate<String> changelogs;
  private final SkipListener skips;
  private final Set<String> rightNames = new HashSet<>();

  private Routing(Router router, FrazilConfig config, SkipListener skips) {
    this.router = router;
    this.options = config.routing();
    this.nullValue = config.changes().nullValue();
    this.catalog = config.catalog();
    this.changelogs = config::isBesideTable;
    this.skips = skips;
    rightNames.addAll(config.tables().names());
  }

  /**
   * As a configuration says.
   *
   * @param skips hears of records that are passed over
   */
  public static Routing of(FrazilConfig config, SkipListener skips) {
    return new Routing(router(config), config, skips);
  }

  private static Router router(FrazilConfig config) {
    RoutingOptions options = config.routing();
    return switch (options.kind()) {
      case EVERY_TABLE -> Router.toEach(config.tables().names());
      case TOPIC ->
          Router.byTopic(
              options.topics().stream()
                  .map(each -> new TopicRoute(each.topics(), each.table()))
                  .toList());
      case FIELD_MATCHES -> Router.byMatch(field(options), patterns(config));
      case FIELD_NAMES_TABLE -> Router.byName(field(options));
    };
  }

  private static FieldPath field(RoutingOptions options) {
    return new FieldPath(options.field().orElseThrow());
  }

  private static Map<String, Pattern> patterns(FrazilConfig config) {
    Map<String, Pattern> patterns = new LinkedHashMap<>();
    for (String table : config.tables().names()) {
      config.tableOptions(table).routes().ifPresent(routes -> patterns.put(table, routes));
    }
    return patterns;
  }

  /**
   * The names of the tables that a record goes to; none if it is passed over.
   *
   * @throws InvalidRecordException if it goes nowhere and may not be passed over
   */
  List<String> namesOf(SinkRecord sinkRecord) {
    List<String> names = router.tablesOf(sinkRecord);
    if (names.isEmpty()) {
      passOver(sinkRecord);
      return names;
    }
    for (String name : names) {
      if (!rightNames.contains(name)) {
        Optional<String> fault = fault(name);
        if (fault.isPresent()) {
          passOver(SourceOffset.of(sinkRecord), fault.get());
          return List.of();
        }
        rightNames.add(name);
      }
    }
    return names;
  }

  /** What a field holds is not told. */
  private Optional<String> fault(String name) {
    if (changelogs.test(name)) {
      return Optional.of(
          "it would go to a table that is the changelog beside another. Choose other names for changelogs.");
    }
    boolean isHidden = options.kind() == Kind.FIELD_NAMES_TABLE;
    if (TableNames.fault(name).isPresent()) {
      return isHidden
          ? Optional.of(
              "route field '%s' does not hold a table's name, namespace.table."
                  .formatted(options.field().orElseThrow()))
          : TableNames.fault(name);
    }
    if (catalog.hasGlueNames() && TableNames.faultInGlue(name).isPresent()) {
      return isHidden
          ? Optional.of(
              "route field '%s' does not hold a name that AWS Glue accepts, database.table in lower-case letters, digits and underscores."
                  .formatted(options.field().orElseThrow()))
          : TableNames.faultInGlue(name);
    }
    return Optional.empty();
  }

  /**
   * Passes over what goes to a table that does not exist.
   *
   * @throws InvalidRecordException if it may not be passed over
   */
  void passOver(SourceOffset source, TableRef missing) {
    passOver(
        source,
        "table '%s' does not exist. Create it, or set iceberg.tables.auto-create-enabled=true."
            .formatted(missing));
  }

  private void passOver(SinkRecord sinkRecord) {
    if (sinkRecord.value() == null && nullValue != NullValue.FAIL) {
      skips.skipped(
          sinkRecord.key() == null ? SkipListener.Reason.EMPTY : SkipListener.Reason.TOMBSTONE);
    } else {
      passOver(SourceOffset.of(sinkRecord), reason());
    }
  }

  private String reason() {
    return switch (options.kind()) {
      case EVERY_TABLE -> "there is no table.";
      case TOPIC -> "its topic goes to no table. Add it to iceberg.tables.topic-to-table-map.";
      case FIELD_MATCHES ->
          "route field '%s' is missing, null, or matches the route-regex of no table."
              .formatted(options.field().orElseThrow());
      case FIELD_NAMES_TABLE ->
          "route field '%s' is missing, null or blank.".formatted(options.field().orElseThrow());
    };
  }

  private void passOver(SourceOffset source, String reason) {
    switch (options.unroutable()) {
      case SKIP -> skips.skipped(SkipListener.Reason.UNROUTABLE);
      case FAIL ->
          throw new InvalidRecordException(
              source,
              reason
                  + " To pass such records over, set iceberg.tables.behavior-on-unroutable=skip.");
    }
  }
}
