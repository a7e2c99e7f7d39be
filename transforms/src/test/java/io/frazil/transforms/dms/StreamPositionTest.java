package io.frazil.transforms.dms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamPositionTest {
  @ParameterizedTest
  @CsvSource({
    "00000002/7C007178.3.00000002/7C007178,"
        + " 00000002/7C007178.00000000000000000003.00000002/7C007178",
    "2/7C007178, 00000002/7C007178",
    "mysql-bin-changelog.000003:6195:-1:6220,"
        + " mysql-bin-changelog.00000000000000000003:00000000000000006195"
        + ":-00000000000000000001:00000000000000006220",
    "12345, 00000000000000012345",
    "0000002A:000013F0:0003, 0000002A:000013F0:0003",
    "00000012:00001340:0003, 00000012:00001340:0003",
    "0c0e000a00000000, 0c0e000a00000000",
    "checkpoint:V1#27#mysql-bin.1, checkpoint:V1#27#mysql-bin.1",
    "123456789012345678901, 123456789012345678901",
    "V1/1, V1/1"
  })
  void aPositionThatIsKnownIsPadded(String position, String sortable) {
    assertThat(StreamPosition.sortable(position)).isEqualTo(sortable);
  }

  @Test
  void anEmptyPositionStays() {
    assertThat(StreamPosition.sortable("")).isEmpty();
  }

  @Test
  void positionsSortAsTheirNumbersDo() {
    long seed = Long.getLong("frazil.seed", new Random().nextLong());
    System.out.println("StreamPositionTest: seed " + seed);
    Random random = new Random(seed);
    List<Long> numbers = new ArrayList<>();
    for (int round = 0; round < 2000; round++) {
      numbers.add(random.nextLong() >>> (1 + random.nextInt(63)));
    }
    numbers.sort(null);

    assertThat(numbers.stream().map(number -> sortable("binlog.%d:4:%d", number / 1000, number)))
        .as("seed %s", seed)
        .isSorted();
    assertThat(
            numbers.stream()
                .map(number -> sortable("%X/%X.1", number >>> 32, number & 0xFFFFFFFFL)))
        .as("seed %s", seed)
        .isSorted();
    assertThat(numbers.stream().map(StreamPosition::sortable)).as("seed %s", seed).isSorted();
  }

  private static String sortable(String form, long first, long second) {
    return StreamPosition.sortable(String.format(Locale.ROOT, form, first, second));
  }
}
