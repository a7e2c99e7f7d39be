package io.frazil.connector.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.key.OrderingColumns;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class WinnersTest {
  private static final OrderingColumns ORDERING =
      OrderingColumns.of(
          new Schema(Types.NestedField.optional(1, "at", Types.LongType.get())), List.of("at"));

  private final Winners unordered = new Winners(Optional.empty());
  private final Winners ordered = new Winners(Optional.of(ORDERING));

  @Test
  void withoutOrderingTheLastChangeWins() {
    unordered.change(0, 0);
    unordered.change(5000, 1);
    unordered.change(0, 2);

    assertThat(unordered.of(0)).isEqualTo(2);
    assertThat(unordered.of(5000)).isEqualTo(1);
    assertThat(unordered.of(1)).isEqualTo(Winners.NONE);
    assertThat(unordered.of(1 << 20)).isEqualTo(Winners.NONE);
  }

  @Test
  void aChangeThatIsOlderThanTheTableSRowIsLate() {
    ordered.tableHas(0, at(7L));

    assertThat(ordered.change(0, 0, at(6L), true)).isFalse();
    assertThat(ordered.of(0)).isEqualTo(Winners.NONE);
    assertThat(ordered.late()).isEqualTo(1);
  }

  @Test
  void ofEqualChangesTheLaterWins() {
    ordered.tableHas(0, at(7L));

    assertThat(ordered.change(0, 0, at(7L), true)).isTrue();
    assertThat(ordered.change(0, 1, at(7L), true)).isTrue();
    assertThat(ordered.of(0)).isEqualTo(1);
  }

  @Test
  void aLaterDeltaMayBeLate() {
    ordered.change(0, 0, at(9L), true);
    ordered.change(0, 1, at(8L), true);

    assertThat(ordered.of(0)).isZero();
  }

  @Test
  void ofSeveralRowsOfTheTableTheNewestCounts() {
    ordered.tableHas(0, at(3L));
    ordered.tableHas(0, at(9L));
    ordered.tableHas(0, at(5L));

    assertThat(ordered.change(0, 0, at(8L), true)).isFalse();
  }

  @Test
  void aChangeWithoutATimeIsOlderThanAnyThatHasOne() {
    ordered.tableHas(0, at(3L));
    ordered.tableHas(1, at(null));

    assertThat(ordered.change(0, 0, at(null), true)).isFalse();
    assertThat(ordered.change(1, 0, at(null), true)).isTrue();
  }

  @Test
  void aDeleteThatDoesNotSayWhenItHappenedIsNeverLate() {
    ordered.tableHas(0, at(3L));

    assertThat(ordered.change(0, 0, at(null), false)).isTrue();
    assertThat(ordered.change(0, 1, at(1L), true)).isTrue();
    assertThat(ordered.of(0)).isEqualTo(1);
  }

  private static Record at(Long time) {
    GenericRecord values = GenericRecord.create(ORDERING.schema());
    values.set(0, time);
    return values;
  }
}
