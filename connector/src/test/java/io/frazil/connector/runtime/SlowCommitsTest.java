package io.frazil.connector.runtime;

import static io.frazil.connector.runtime.RunningWorker.kafka;
import static io.frazil.connector.runtime.RunningWorker.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.runtime.BadRecords.Tolerance;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.ContentFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A commit that takes longer than anybody waits for it: every row is in an append table once, where
 * nothing would hide a second one.
 */
class SlowCommitsTest {
  private final RunningWorker worker =
      RunningWorker.with(Tolerance.NONE, "iceberg.tables.write-mode", "append");
  private List<ControlEvent<ContentFile<?>>> slow = List.of();

  @BeforeEach
  void beginACommit() {
    worker.open(0);
    worker.put(upsert(0, 0, 1, "ada"));
    slow = worker.startCommit();
  }

  @Test
  void itLandsOnceWhenTheNextLeaderIsQuickerWithTheSame() {
    worker.catalog.beforeNextCommit(() -> worker.settle(slow));

    worker.settle(slow);

    assertThatAllLands();
  }

  @Test
  void roundsThatBeginMeanwhileAddToIt() {
    worker.put(upsert(0, 1, 2, "bob"));
    worker.startCommit();
    List<ControlEvent<ContentFile<?>>> last = worker.startCommit();

    worker.settle(slow);
    worker.settle(last);

    assertThatAllLands();
  }

  @Test
  void itLandsOnceWhenTheTaskWasThrownOutOfItsGroupMeanwhile() {
    worker.close(0);
    worker.open(0);
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    List<ControlEvent<ContentFile<?>>> again = worker.startCommit();

    worker.settle(slow);
    worker.settle(again);

    assertThatAllLands();
  }

  private void assertThatAllLands() {
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    worker.commit();
    assertThat(worker.rows("db.t")).isEqualTo(Map.of(1, "ada", 2, "bob"));
    assertThat(worker.rowCount("db.t")).isEqualTo(2);
    assertThat(worker.preCommit(2).get(kafka(0)).offset()).isEqualTo(2);
  }
}
