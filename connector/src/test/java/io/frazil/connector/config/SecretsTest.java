package io.frazil.connector.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "iceberg.catalog.token",
        "iceberg.catalog.credential",
        "iceberg.catalog.jdbc.password",
        "iceberg.catalog.s3.secret-access-key",
        "iceberg.catalog.s3.access-key-id",
        "iceberg.hadoop.fs.s3a.secret.key",
        "iceberg.kafka.ssl.truststore.password",
        "iceberg.kafka.sasl.jaas.config"
      })
  void aValueWhoseNameSaysItIsSecretIsMasked(String key) {
    assertThat(Secrets.of(Map.of(key, "hunter2")).masked("Refused 'hunter2' again: hunter2."))
        .isEqualTo("Refused '***' again: ***.");
  }

  @Test
  void theSecretOfACredentialIsMaskedAlsoWithoutItsId() {
    Secrets secrets = Secrets.of(Map.of("iceberg.catalog.credential", "me:hunter2"));

    assertThat(secrets.masked("me:hunter2, me, hunter2")).isEqualTo("***, me, ***");
  }

  @Test
  void otherValuesAreToldAsTheyAre() {
    Secrets secrets =
        Secrets.of(
            Map.of(
                "iceberg.catalog.uri", "http://rest:8181",
                "iceberg.catalog.token-refresh-enabled", "true",
                "iceberg.tables.key-source", "config"));

    assertThat(secrets.masked("No config at http://rest:8181, true"))
        .isEqualTo("No config at http://rest:8181, true");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "No answer of http://me:sesame@host:80/x | No answer of http://me:***@host:80/x",
        "jdbc:x://host/db?user=me&password=sesame&ssl=on | jdbc:x://host/db?user=me&password=***&ssl=on",
        "Login required username=\"me\" password=\"sesame\"; | Login required username=\"me\" password=\"***\";"
      })
  void aSecretWithinAnAddressIsMasked(String text, String masked) {
    assertThat(new Secrets(List.of()).masked(text)).isEqualTo(masked);
  }

  @Test
  void secretsAreNotTheirOwnDescription() {
    assertThat(Secrets.of(Map.of("iceberg.catalog.token", "hunter2")).toString())
        .doesNotContain("hunter2");
  }
}
