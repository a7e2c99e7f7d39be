package io.frazil.connector.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class ErrorOptionsTest {
  @Test
  void theTableOfBadRecordsIsAPlainLogWhateverTheOthersAre() {
    FrazilConfig config = config("db.bad");

    assertThat(config.errors().table())
        .hasValueSatisfying(
            table -> {
              assertThat(table.writeMode()).isEqualTo(WriteMode.APPEND);
              assertThat(table.keyColumns()).isEmpty();
              assertThat(table.partitionBy()).isEmpty();
              assertThat(table.branch()).isEqualTo("main");
            });
    assertThat(config.tableOptions("db.bad").writeMode()).isEqualTo(WriteMode.APPEND);
    assertThat(config.tables().names()).containsExactly("db.t");
  }

  @Test
  void aTableThatGoodRecordsGoToIsRefused() {
    assertThatThrownBy(() -> config("db.t"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            "Cannot append bad records to table 'db.t': records that are applied go there. Choose another table.");
  }

  @Test
  void aNameWithoutANamespaceIsRefused() {
    assertThatThrownBy(() -> config("bad"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("Table 'bad' has no namespace. Write it as namespace.table.");
  }

  @Test
  void aChangelogIsNoTableOfBadRecords() {
    assertThatThrownBy(() -> config("db.t_changes", "iceberg.tables.changelog-suffix", "_changes"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            "Cannot append bad records to table 'db.t_changes': records that are applied go there.");
  }

  @Test
  void aTableThatNoRecordCanComeToIsRefused() {
    assertThatThrownBy(() -> config("db.bad", "errors.tolerance", "none"))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "Cannot append bad records to table 'db.bad': the first of them fails the task. Set errors.tolerance=all, or remove this.");
  }

  @Test
  void aNameThatGlueRefusesIsRefused() {
    assertThatThrownBy(() -> config("db.Bad", "iceberg.catalog.type", "glue"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("AWS Glue refuses the name 'db.Bad'.");
  }

  private static FrazilConfig config(String errors, String... settings) {
    Map<String, String> all = MirrorSettings.with(settings);
    all.put(ErrorOptions.TABLE, errors);
    all.putIfAbsent("errors.tolerance", "all");
    all.putIfAbsent("iceberg.tables.default-partition-by", "id");
    all.putIfAbsent("iceberg.tables.default-commit-branch", "audit");
    return FrazilConfig.from(all);
  }
}
