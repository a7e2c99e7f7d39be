package io.frazil.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.runtime.BadRecords.Tolerance;
import io.frazil.connector.runtime.StartingPoints.Origin;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConnectSettingsTest {
  @Test
  void withoutSettingsItIsAsConnectHasIt() {
    ConnectSettings settings = new ConnectSettings(Map.of());

    assertThat(settings.group("mirror")).isEqualTo("connect-mirror");
    assertThat(settings.origin()).isEqualTo(Origin.LOG_START);
    assertThat(settings.maxPollInterval()).isEqualTo(Duration.ofMinutes(5));
    assertThat(settings.tolerance()).isEqualTo(Tolerance.NONE);
  }

  @Test
  void whatIsOverriddenForTheConsumerCounts() {
    ConnectSettings settings =
        new ConnectSettings(
            Map.of(
                "consumer.override.group.id",
                "readers",
                "consumer.override.auto.offset.reset",
                "latest",
                "consumer.override.max.poll.interval.ms",
                "60000",
                "errors.tolerance",
                "all"));

    assertThat(settings.group("mirror")).isEqualTo("readers");
    assertThat(settings.origin()).isEqualTo(Origin.LOG_END);
    assertThat(settings.maxPollInterval()).isEqualTo(Duration.ofMinutes(1));
    assertThat(settings.tolerance()).isEqualTo(Tolerance.ALL);
  }

  @Test
  void topicsAreListed() {
    assertThat(new ConnectSettings(Map.of("topics", "a, b,")).topics(Set::of))
        .containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void topicsAreThoseThatMatchAsAWhole() {
    assertThat(
            new ConnectSettings(Map.of("topics.regex", "cdc\\..*"))
                .topics(() -> Set.of("cdc.orders", "cdc.items", "old.cdc.orders")))
        .containsExactlyInAnyOrder("cdc.orders", "cdc.items");
  }
}
