package io.frazil.connector.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
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
    Map<String, String> all = new HashMap<>();
    all.put("name", "mirror");
    all.put("connector.class", "io.frazil.connector.IcebergCdcSinkConnector");
    all.put("topics", "orders");
    all.put("iceberg.catalog.type", "jdbc");
    all.put("iceberg.tables", "db.t");
    all.put("iceberg.tables.cdc-field", "op");
    all.put("iceberg.tables.default-id-columns", "id");
    all.put("iceberg.tables.default-partition-by", "id");
    all.put("iceberg.tables.default-commit-branch", "audit");
    all.put("errors.tolerance", "all");
    all.put(ErrorOptions.TABLE, errors);
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    return FrazilConfig.from(all);
  }
}
