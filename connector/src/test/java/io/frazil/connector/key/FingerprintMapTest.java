package io.frazil.connector.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintMapTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void numbersFingerprintsAsAMapWould(int words) {
    long seed = 20261130L + words;
    SplittableRandom random = new SplittableRandom(seed);
    FingerprintMap map = new FingerprintMap(words);
    Map<List<Long>, Integer> model = new HashMap<>();
    for (int i = 0; i < 15_000; i++) {
      // Few different words, and many that share their lower bits: slots are shared.
      long first = random.nextLong(6_000) << random.nextInt(40);
      long second = words == 2 ? random.nextLong(3) : 0;
      Integer known = model.get(List.of(first, second));
      assertThat(map.find(first, second))
          .as("seed %d", seed)
          .isEqualTo(known == null ? FingerprintMap.NONE : known);
      int number = map.add(first, second);
      assertThat(number)
          .as("seed %d", seed)
          .isEqualTo(model.computeIfAbsent(List.of(first, second), key -> model.size()));
      assertThat(map.first(number)).isEqualTo(first);
      assertThat(map.second(number)).isEqualTo(second);
    }
    assertThat(map.size()).isEqualTo(model.size());
  }
}
