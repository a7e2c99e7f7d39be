package io.frazil.connector.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CatalogsTest {
  private static final String DELEGATION = "header.x-iceberg-access-delegation";
  private static final String CACHED = "rest-table-cache.max-entries";

  @Test
  void tablesThatBringCredentialsAreNotKept() {
    assertThat(Catalogs.withCredentialsOfNow(Map.of(DELEGATION, "vended-credentials")))
        .containsEntry(CACHED, "0");
  }

  @Test
  void tablesAreKeptWhereTheConfigurationSaysSoAndWhereTheyBringNone() {
    Map<String, String> chosen = Map.of(DELEGATION, "vended-credentials", CACHED, "7");
    Map<String, String> other = Map.of("header.X-Tenant", "lake");

    assertThat(Catalogs.withCredentialsOfNow(chosen)).isEqualTo(chosen);
    assertThat(Catalogs.withCredentialsOfNow(other)).isEqualTo(other);
  }
}
