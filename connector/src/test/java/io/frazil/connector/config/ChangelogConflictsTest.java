package io.frazil.connector.config;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;

class ChangelogConflictsTest {
  private static final String BESIDE = "iceberg.table.db.t.changelog-table";
  private static final String SUFFIX = "iceberg.tables.changelog-suffix";

  @Test
  void aChangelogHasOptionsOfItsOwnAndTheKeyOfItsTable() {
    TableOptions changelog =
        config(
                BESIDE,
                "logs.t",
                "iceberg.table.logs.t.partition-by",
                "day(_source_ts)",
                "iceberg.table.logs.t.commit-branch",
                "audit",
                "iceberg.tables.ordering-columns",
                "v")
            .tableOptions("logs.t");

    assertThat(changelog.writeMode()).isEqualTo(WriteMode.CHANGELOG);
    assertThat(changelog.branch()).isEqualTo("audit");
    assertThat(changelog.keyColumns()).containsExactly("id");
    assertThat(changelog.partitionBy()).containsExactly("day(_source_ts)");
    assertThat(changelog.orderingColumns()).isEmpty();
    assertThat(changelog.changelog()).isEmpty();
  }

  @Test
  void aSuffixGivesEachMirrorAChangelogUnlessItHasOneOfAnotherName() {
    FrazilConfig config =
        config(
            "iceberg.tables",
            "db.t, db.u, db.v",
            SUFFIX,
            "_log",
            BESIDE,
            "logs.t",
            "iceberg.table.db.v.write-mode",
            "append");

    assertThat(config.knownTables())
        .extracting(TableOptions::table)
        .containsExactly("db.t", "logs.t", "db.u", "db.u_log", "db.v");
  }

  @Test
  void changelogsOfTablesThatRecordsNameAreFoundByTheirNames() {
    FrazilConfig config =
        config(
            "iceberg.tables",
            "",
            "iceberg.tables.dynamic-enabled",
            "true",
            "iceberg.tables.route-field",
            "table",
            SUFFIX,
            "_log",
            BESIDE,
            "logs.t",
            "iceberg.table.logs.t.partition-by",
            "id");

    assertThat(config.tableOptions("db.t").changelog()).contains("logs.t");
    assertThat(config.tableOptions("logs.t").writeMode()).isEqualTo(WriteMode.CHANGELOG);
    assertThat(config.tableOptions("logs.t").partitionBy()).containsExactly("id");
    assertThat(config.isBesideTable("any.table_log")).isTrue();
    assertThat(config.isBesideTable("db.t_log")).isFalse();
    assertThat(config.isBesideTable("any.table")).isFalse();
  }

  @Test
  void withoutAnOperationNobodyKnowsWhatAChangeIs() {
    assertThat(
            errors("iceberg.tables.cdc-field", null, "iceberg.table.db.t.write-mode", "changelog"))
        .containsExactly(
            entry(
                "iceberg.table.db.t.write-mode",
                List.of(
                    "Cannot tell what changes of table 'db.t' are: no field tells the operation."
                        + " Set iceberg.tables.cdc-field.")));
    assertThat(
            errors(
                "iceberg.tables.cdc-field",
                null,
                "iceberg.tables.upsert-mode-enabled",
                "true",
                SUFFIX,
                "_log"))
        .containsOnlyKeys(SUFFIX);
  }

  @Test
  void aChangelogIsATableThatNothingElseGoesTo() {
    assertThat(errors("iceberg.tables", "db.t, db.u", BESIDE, "db.u"))
        .containsExactly(
            entry(
                BESIDE,
                List.of(
                    "Cannot use 'db.u' as the changelog of table 'db.t': records go to it. Choose"
                        + " another name.")));
    assertThat(
            errors(
                "iceberg.tables",
                "db.t, db.u",
                BESIDE,
                "db.log",
                "iceberg.table.db.u.changelog-table",
                "db.log"))
        .containsOnlyKeys("iceberg.table.db.u.changelog-table");
    assertThat(errors("iceberg.tables", "db.t, db.t_log", SUFFIX, "_log")).containsKey(SUFFIX);
    assertThat(errors(BESIDE, "changes"))
        .hasEntrySatisfying(
            BESIDE, messages -> assertThat(messages.get(0)).contains("has no namespace"));
  }

  @Test
  void onlyAMirrorHasAChangelogBesideIt() {
    assertThat(errors(BESIDE, "db.log", "iceberg.tables.write-mode", "append"))
        .containsOnlyKeys(BESIDE);
    assertThat(errors(BESIDE, "db.log", "iceberg.tables.write-mode", "changelog"))
        .containsOnlyKeys(BESIDE);
  }

  @Test
  void whatAMirrorIsToldAChangelogHasNoUseFor() {
    assertThat(errors(BESIDE, "db.log", "iceberg.table.db.log.write-mode", "upsert"))
        .containsExactly(
            entry(
                "iceberg.table.db.log.write-mode",
                List.of(
                    "Cannot upsert into table 'db.log', which is the changelog beside table"
                        + " 'db.t'. Remove it, or choose another name in"
                        + " iceberg.table.db.t.changelog-table.")));
    assertThat(
            errors(
                BESIDE,
                "db.log",
                "iceberg.table.db.log.delete-mode",
                "copy-on-write",
                "iceberg.table.db.log.changelog-table",
                "db.loglog"))
        .containsOnlyKeys(
            "iceberg.table.db.log.delete-mode", "iceberg.table.db.log.changelog-table");
  }

  @Test
  void glueAcceptsTheNamesOfChangelogsToo() {
    assertThat(errors("iceberg.catalog.type", "glue", BESIDE, "db.T-changes"))
        .containsOnlyKeys(BESIDE);
  }

  @Test
  void glueAcceptsTheNamesOfChangelogsOfTablesThatRecordsNameToo() {
    String[] named = {
      "iceberg.catalog.type",
      "glue",
      "iceberg.tables",
      "",
      "iceberg.tables.dynamic-enabled",
      "true",
      "iceberg.tables.route-field",
      "table",
      Changelogs.SUFFIX,
      "-Log"
    };

    assertThat(errors(named))
        .containsOnlyKeys(Changelogs.SUFFIX)
        .extractingByKey(Changelogs.SUFFIX)
        .asString()
        .contains("AWS Glue refuses the name 'namespace.table-Log'.");
    named[named.length - 1] = "_log";
    assertThat(errors(named)).isEmpty();
  }

  private static FrazilConfig config(String... settings) {
    return FrazilConfig.from(given(settings));
  }

  private static Map<String, List<String>> errors(String... settings) {
    return FrazilConfig.validate(given(settings)).stream()
        .filter(value -> !value.errorMessages().isEmpty())
        .collect(toMap(ConfigValue::name, ConfigValue::errorMessages));
  }

  private static Map<String, String> given(String... settings) {
    Map<String, String> given = MirrorSettings.with(settings);
    given.values().removeIf(Objects::isNull);
    return given;
  }
}
