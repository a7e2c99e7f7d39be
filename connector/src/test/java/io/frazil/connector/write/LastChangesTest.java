package io.frazil.connector.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LastChangesTest {
  private static final Schema NUMBER =
      new Schema(Types.NestedField.required(1, "number", Types.LongType.get()));
  private static final Schema PAIR =
      new Schema(
          Types.NestedField.required(1, "region", Types.StringType.get()),
          Types.NestedField.required(2, "number", Types.LongType.get()));

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 5_000})
  void aChangeIsTheLastUntilItsKeyChangesAgain(int keys) {
    long seed = Long.getLong("frazil.seed", new SplittableRandom().nextInt(1_000_000_000));
    SplittableRandom random = new SplittableRandom(seed);
    LastChanges changes = new LastChanges(NUMBER);
    Map<Long, Integer> last = new HashMap<>();
    for (int change = 0; change < 3_000; change++) {
      long key = random.nextInt(keys);
      changes.take(TestTables.row(NUMBER, key));
      if (random.nextInt(100) == 0) {
        assertThat(changes.keyNumber()).as("seed %s", seed).isLessThan(last.size() + 1);
      }
      assertThat(changes.add()).isEqualTo(change);
      last.put(key, change);
      int any = random.nextInt(change + 1);
      if (random.nextInt(100) == 0) {
        assertThat(changes.isLast(any)).as("seed %s", seed).isEqualTo(last.containsValue(any));
      }
    }
    for (int change = 0; change < 3_000; change++) {
      assertThat(changes.isLast(change))
          .as("seed %s, change %s", seed, change)
          .isEqualTo(last.containsValue(change));
    }
  }

  @Test
  void keysAreNumberedAsTheyCome() {
    LastChanges changes = new LastChanges(PAIR);
    for (int number : new int[] {0, 1, 0, 2, 1}) {
      changes.take(TestTables.row(PAIR, "eu", (long) number));
      changes.add();
      assertThat(changes.keyNumber()).isEqualTo(number);
    }
  }

  @Test
  void aKeyWithNullsIsRefusedByTheirNames() {
    LastChanges changes = new LastChanges(PAIR);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> changes.take(TestTables.row(PAIR, null, 1L)))
        .withMessage("Cannot write a change without a key: column 'region' is null.");
  }
}
