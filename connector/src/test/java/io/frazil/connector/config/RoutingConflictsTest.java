package io.frazil.connector.config;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.frazil.connector.config.RoutingOptions.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;

class RoutingConflictsTest {
  private static final String TABLES = "iceberg.tables";
  private static final String TOPICS = "iceberg.tables.topic-to-table-map";
  private static final String FIELD = "iceberg.tables.route-field";
  private static final String DYNAMIC = "iceberg.tables.dynamic-enabled";

  @Test
  void eachKindOfRoutingIsValid() {
    assertThat(routing(TABLES, "db.t").kind()).isEqualTo(Kind.EVERY_TABLE);
    assertThat(routing(TOPICS, "orders:db.t").kind()).isEqualTo(Kind.TOPIC);
    assertThat(routing(DYNAMIC, "true", FIELD, "_cdc.target").kind())
        .isEqualTo(Kind.FIELD_NAMES_TABLE);
    assertThat(
            routing(TABLES, "db.t", FIELD, "kind", "iceberg.table.db.t.route-regex", "a.*").kind())
        .isEqualTo(Kind.FIELD_MATCHES);
  }

  @Test
  void tablesOfTopicsAreKnownBeforehandUnlessTheyAreDerived() {
    assertThat(config(TOPICS, "a:db.t, b:db.u, c:db.t").tables().names())
        .containsExactly("db.t", "db.u");
    assertThat(config(TOPICS, "a:db.t, pg.(.*):db.$1").tables().names()).isEmpty();
  }

  @Test
  void aTableThatATopicGoesToHasOptionsOfItsOwn() {
    FrazilConfig config =
        config(TOPICS, "pg.(.*):db.$1", "iceberg.table.db.t.commit-branch", "audit");

    assertThat(config.tableOptions("db.t").branch()).isEqualTo("audit");
    assertThat(config.tableOptions("db.u").branch()).isEqualTo("main");
  }

  @Test
  void anOptionOfATableIsStillCheckedForItsNameWhereRecordsNameTables() {
    assertThat(errors(DYNAMIC, "true", FIELD, "t", "iceberg.table.db.t.id-colums", "id"))
        .containsOnlyKeys("iceberg.table.db.t.id-colums");
  }

  @Test
  void twoTopicsAndTwoTablesNeedAMap() {
    assertThat(errors(TABLES, "db.t, db.u", "topics", "a, b")).containsOnlyKeys(TOPICS);
    assertThat(errors(TABLES, "db.t, db.u", "topics.regex", "a.*")).containsOnlyKeys(TOPICS);
    assertThat(errors(TABLES, "db.t, db.u", "topics", "a")).isEmpty();
    assertThat(errors(TABLES, "db.t", "topics", "a, b")).isEmpty();
  }

  @Test
  void twoWaysAtATimeAreRefused() {
    assertThat(errors(TABLES, "db.t", TOPICS, "a:db.t")).containsOnlyKeys(TABLES);
    assertThat(errors(TABLES, "db.t", DYNAMIC, "true", FIELD, "f")).containsOnlyKeys(TABLES);
    assertThat(errors(TOPICS, "a:db.t", FIELD, "f")).containsOnlyKeys(TOPICS);
    assertThat(errors(TABLES, "db.t", "iceberg.table.db.t.route-regex", "a.*"))
        .containsOnlyKeys("iceberg.table.db.t.route-regex");
  }

  @Test
  void whatAWayNeedsIsAskedFor() {
    assertThat(errors(DYNAMIC, "true")).containsOnlyKeys(FIELD);
    assertThat(errors(TABLES, "db.t", FIELD, "kind"))
        .containsOnlyKeys("iceberg.table.db.t.route-regex");
  }

  @Test
  void aMirrorWhoseTablesAreNamedByRecordsNeedsAKeyToo() {
    assertThat(errors(DYNAMIC, "true", FIELD, "t", "iceberg.tables.cdc-field", "op"))
        .containsOnlyKeys("iceberg.tables.default-id-columns");
    assertThat(
            errors(
                DYNAMIC,
                "true",
                FIELD,
                "t",
                "iceberg.tables.cdc-field",
                "op",
                "iceberg.tables.key-source",
                "record-key"))
        .isEmpty();
  }

  @Test
  void whatIsNoPairIsRefused() {
    assertThat(errors(TOPICS, "orders").get(TOPICS))
        .singleElement()
        .asString()
        .endsWith("'orders' is not a pair. Write topic:table, such as orders:shop.orders.");
    assertThat(errors(TOPICS, "orders:t").get(TOPICS))
        .singleElement()
        .asString()
        .contains("no namespace");
    assertThat(errors(TOPICS, "orders(:db.t").get(TOPICS))
        .singleElement()
        .asString()
        .contains("not a regular expression");
  }

  @Test
  void aTableOfATopicThatGlueRefusesIsRefused() {
    assertThat(errors("iceberg.catalog.type", "glue", TOPICS, "a:db.a, b:Db.b"))
        .containsExactly(
            entry(
                TOPICS,
                List.of(
                    "AWS Glue refuses the name 'Db.b'. Use database.table with lower-case letters, digits and underscores only, or set iceberg.catalog.glue.skip-name-validation=true.")));
  }

  private static RoutingOptions routing(String... options) {
    return config(options).routing();
  }

  private static FrazilConfig config(String... options) {
    return FrazilConfig.from(properties(options));
  }

  private static Map<String, List<String>> errors(String... options) {
    return FrazilConfig.validate(properties(options)).stream()
        .filter(value -> !value.errorMessages().isEmpty())
        .collect(toMap(ConfigValue::name, ConfigValue::errorMessages));
  }

  private static Map<String, String> properties(String... options) {
    Map<String, String> properties = new HashMap<>();
    properties.put("name", "sink");
    properties.put("iceberg.catalog.type", "jdbc");
    for (int i = 0; i < options.length; i += 2) {
      properties.put(options[i], options[i + 1]);
    }
    return properties;
  }
}
