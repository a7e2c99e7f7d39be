package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdversityTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void eachIncidentAndEachOutageComesOnceInARound(long seed) {
    List<Adversity> round = Adversity.round(new Random(seed));

    assertThat(round.stream().map(Adversity::incident).flatMap(Optional::stream))
        .containsExactlyInAnyOrder(Incident.values());
    assertThat(round.stream().map(Adversity::outage).flatMap(Optional::stream))
        .containsExactlyInAnyOrder(Outage.values());
    assertThat(round).isEqualTo(Adversity.round(new Random(seed)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void whoNeedsTheCatalogFindsItWell(long seed) {
    assertThat(Adversity.round(new Random(seed)))
        .filteredOn(adversity -> adversity.incident().filter(Incident::needsCatalog).isPresent())
        .hasSize(2)
        .allMatch(adversity -> adversity.outage().isEmpty());
  }
}
