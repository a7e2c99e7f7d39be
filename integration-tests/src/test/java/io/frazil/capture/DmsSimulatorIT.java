package io.frazil.capture;

import static io.frazil.dms.TaskSettings.recommended;

import io.frazil.cluster.RunningCluster;
import io.frazil.dms.TaskSettings.Apply;
import io.frazil.dms.TaskSettings.Detail;
import io.frazil.dms.TaskSettings.Source;
import io.frazil.endtoend.Load;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The example of AWS DMS, fed by a stand-in. A failure comes again, but for what the worker was
 * doing when it was killed, with {@code -Dfrazil.seed} and the seed it printed.
 */
class DmsSimulatorIT {
  private static final int PARTITIONS = 4;
  private static final int ALL_BUT_EARLY_ROWS = 150;
  private static final int LATE_ROWS = 80;

  @RegisterExtension
  static final RunningCluster RUNNING = RunningCluster.with(settings -> settings);

  private final long seed = Long.getLong("frazil.seed", new Random().nextLong());

  /** One that needs no ordering columns: Kafka's order is that of DMS. */
  private DmsStream ofOnePartition() {
    DmsMirror mirror =
        DmsMirror.of(RUNNING, "dms-one-partition", recommended())
            .with("iceberg.tables.ordering-columns", "");
    return new DmsStream(mirror.start(1, 1), seed);
  }

  /** One whose rows come in other partitions than their changes, which come in a single one. */
  private DmsStream ofPartitionsByTable() {
    DmsMirror mirror =
        DmsMirror.of(RUNNING, "dms-by-table", recommended().without(Detail.NULL_AND_EMPTY))
            .with("iceberg.tables.delete-handling", "soft");
    return new DmsStream(mirror.start(PARTITIONS, 2), seed + 1);
  }

  /** One whose changes lie where their rows were loaded, unless the key of a row changes. */
  private DmsStream ofPartitionsByKey() {
    DmsMirror mirror =
        DmsMirror.of(RUNNING, "dms-by-key", recommended().with(Apply.PARALLEL).with(Source.MYSQL))
            .with("iceberg.tables.delete-handling", "soft");
    return new DmsStream(mirror.start(PARTITIONS, 2), seed + 2);
  }

  @Test
  void theTableIsTheSourcesThoughLoadedRowsComeAfterTheirChangesAndTheWorkerIsLost() {
    System.out.printf("DmsSimulatorIT: -Dfrazil.seed=%d%n", seed);
    DmsStream inOrder = ofOnePartition();
    DmsStream byTable = ofPartitionsByTable();
    DmsStream byKey = ofPartitionsByKey();
    List<DmsStream> all = List.of(inOrder, byTable, byKey);
    inOrder.loadAllBut(0);
    byTable.loadAllBut(ALL_BUT_EARLY_ROWS);
    byKey.loadAllBut(0);

    Load load = Load.of(() -> sendChanges(all, byTable));
    try (load) {
      all.forEach(stream -> stream.mirror().awaitProgress());
      RUNNING.cluster().workers().get(0).kill();
      RUNNING.cluster().addWorker();
      all.forEach(stream -> stream.mirror().awaitProgress());
    }
    // All changes are in the table when the rest of the load comes.
    byTable.mirror().awaitApplied();
    byTable.loadAllBut(0);
    all.forEach(DmsStream::check);
    all.forEach(DmsStream::repeat);
    all.forEach(DmsStream::check);
  }

  private static void sendChanges(List<DmsStream> all, DmsStream byTable) {
    all.forEach(DmsStream::change);
    byTable.loadOneBut(LATE_ROWS);
  }
}
