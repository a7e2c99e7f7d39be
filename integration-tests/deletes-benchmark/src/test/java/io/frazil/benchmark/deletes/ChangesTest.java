package io.frazil.benchmark.deletes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.data.Record;
import org.junit.jupiter.api.Test;

class ChangesTest {
  private static final Changes CHANGES = new Changes(1000, 100);

  @Test
  void nineOfTenChangesAreOfRowsThatAreThere() {
    Set<Long> there = new HashSet<>();
    for (int number = 0; number < CHANGES.rowsAfter(6); number++) {
      there.add(Orders.id(number));
    }

    List<Record> changed = CHANGES.of(7);

    assertThat(changed).hasSize(100);
    assertThat(changed).filteredOn(row -> there.contains((Long) row.get(0))).hasSize(90);
    assertThat(CHANGES.rowsAfter(7)).isEqualTo(1070);
  }

  @Test
  void revisionsTellTheLastCommitOfEachRow() {
    Map<Long, Integer> revisions = new HashMap<>();
    for (int commit = 1; commit <= 5; commit++) {
      for (Record row : CHANGES.of(commit)) {
        revisions.put((Long) row.get(0), (Integer) row.get(8));
      }
    }

    int[] told = CHANGES.revisionsAfter(5);

    assertThat(told).hasSize(1050);
    for (int number = 0; number < told.length; number++) {
      assertThat(told[number]).isEqualTo(revisions.getOrDefault(Orders.id(number), 0));
    }
  }

  @Test
  void theSameCommitChangesTheSameEachTime() {
    assertThat(CHANGES.of(3)).isEqualTo(CHANGES.of(3));
    assertThat(CHANGES.of(3)).isNotEqualTo(CHANGES.of(4));
  }
}
