package io.frazil.connector.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FingerprintsTest {

  // From spread words over words that share their upper bytes to few different words.
  @ParameterizedTest
  @CsvSource({
    "1,0,0",
    "1,10,0",
    "1,31,0",
    "2,33,0",
    "1,5000,0",
    "2,70000,0",
    "1,5000,40",
    "2,5000,61",
    "1,20000,63"
  })
  void sortsByTheFirstWord(int words, int size, int zeroBits) {
    long seed = 31L * size + zeroBits;
    SplittableRandom random = new SplittableRandom(seed);
    Fingerprints fingerprints = new Fingerprints(words, 0);
    List<List<Long>> model = new ArrayList<>();
    for (int number = 0; number < size; number++) {
      long first = random.nextLong() >> zeroBits;
      long second = words == 2 ? random.nextLong() : 0;
      fingerprints.add(first, second, number);
      model.add(List.of(first, second, (long) number));
    }

    fingerprints.sort();

    List<List<Long>> sorted =
        IntStream.range(0, fingerprints.size())
            .mapToObj(
                i ->
                    List.of(
                        fingerprints.first(i),
                        fingerprints.second(i),
                        (long) fingerprints.number(i)))
            .toList();
    assertThat(inOrder(sorted)).as("seed %d", seed).isEqualTo(inOrder(model));
    assertThat(sorted.stream().map(entry -> entry.get(0)).toList()).isSorted();
    for (int i = 0; i < Math.min(size, 100); i++) {
      long first = random.nextBoolean() ? fingerprints.first(i) : random.nextLong();
      assertThat(fingerprints.indexOfAtLeast(first, 0))
          .as("seed %d", seed)
          .isEqualTo((int) sorted.stream().filter(entry -> entry.get(0) < first).count());
      assertThat(fingerprints.indexOfGreater(first, 0))
          .as("seed %d", seed)
          .isEqualTo((int) sorted.stream().filter(entry -> entry.get(0) <= first).count());
    }
  }

  private static List<List<Long>> inOrder(List<List<Long>> entries) {
    return entries.stream().sorted(Comparator.comparing(entry -> entry.get(2))).toList();
  }
}
