package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
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
  void eachIncidentHasCompanyThatSuitsItIfAnyDoes(long seed) {
    assertThat(Adversity.round(new Random(seed)))
        .filteredOn(adversity -> adversity.incident().isPresent())
        .allSatisfy(
            adversity -> {
              Incident incident = adversity.incident().orElseThrow();
              assertThat(adversity.outage().isPresent())
                  .isEqualTo(Stream.of(Outage.values()).anyMatch(incident::suits));
              assertThat(adversity.outage())
                  .matches(
                      outage -> outage.filter(incident::suits).isPresent() || outage.isEmpty());
            });
  }
}
