package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.SharedCluster;
import io.frazil.table.TableReader;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Connectors that write to one table at the same time, and share the control topic. */
class SeveralConnectorsIT {
  @RegisterExtension static final SharedCluster RUNNING = new SharedCluster();

  private static final String BRANCH = "audit";

  @Test
  void oneOnMainAndTwoOnABranchDoWhatEachWouldDoAlone() {
    try (Pipeline main = pipeline("on-main", 1).withChangelog();
        Pipeline one = onBranchOf(main, "on-branch", 1);
        Pipeline other = onBranchOf(main, "on-branch-too", 2)) {
      main.send(60).start(1).awaitApplied(Pipeline.MIRROR, Pipeline.CHANGELOG);
      // The branch is made of these rows, by the first commit to it.
      NavigableMap<Long, NavigableMap<String, Object>> branch = byId(main.changes().rows());
      send(one, 0, branch);
      one.start(1).awaitApplied(Pipeline.MIRROR);
      other.start(1);

      Load load =
          Load.of(
              () -> {
                main.send(10);
                send(one, 0, branch);
                send(other, 1, branch);
              });
      try (load) {
        other.awaitProgress(Pipeline.MIRROR);
        other.restart(1);
        other.awaitProgress(Pipeline.MIRROR);
        main.awaitProgress(Pipeline.MIRROR);
        one.awaitProgress(Pipeline.MIRROR);
      }
      List<Pipeline> all = List.of(main, one, other);
      all.forEach(connector -> connector.awaitApplied(Pipeline.MIRROR).awaitTold());

      main.checkMirror();
      main.verifyChangelog();
      branch.putAll(byId(one.changes().rows()));
      branch.putAll(byId(other.changes().rows()));
      assertThat(main.look(Pipeline.MIRROR, SeveralConnectorsIT::rowsOfBranch))
          .as("%s, %s, %s", main.changes(), one.changes(), other.changes())
          .containsExactlyInAnyOrderElementsOf(branch.values());
      for (SnapshotTrail trail : main.look(Pipeline.MIRROR, SnapshotTrail::of)) {
        trail.checkFiles();
        all.forEach(connector -> trail.checkOffsets(connector.name()));
      }
    }
  }

  /** Sends changes of a partition's keys, which no other connector of the branch has. */
  private static void send(
      Pipeline connector, int partition, NavigableMap<Long, NavigableMap<String, Object>> branch) {
    List<ProducerRecord<String, String>> changes = connector.changes().in(partition, 10);
    connector.send(changes);
    // What the connector has changed is no longer as it was on main.
    changes.forEach(change -> branch.remove(Long.valueOf(change.key())));
  }

  private static List<NavigableMap<String, Object>> rowsOfBranch(TableReader reader) {
    reader.table().refresh();
    return reader.rows(reader.table().refs().get(BRANCH).snapshotId());
  }

  private static NavigableMap<Long, NavigableMap<String, Object>> byId(
      Collection<NavigableMap<String, Object>> rows) {
    NavigableMap<Long, NavigableMap<String, Object>> byId = new TreeMap<>();
    rows.forEach(row -> byId.put((Long) row.get("id"), row));
    return byId;
  }

  private static Pipeline onBranchOf(Pipeline main, String name, int partitions) {
    return pipeline(name, partitions)
        .withCatalogOf(main)
        .with("iceberg.table.%s.commit-branch".formatted(Pipeline.MIRROR), BRANCH);
  }

  private static Pipeline pipeline(String name, int partitions) {
    return Pipeline.create(RUNNING.cluster(), RUNNING.warehouse(), name, partitions)
        .with("iceberg.tables", Pipeline.MIRROR)
        // Where three commit to one table, the slowest is not to starve on a machine that is busy.
        .with("iceberg.control.commit.interval-ms", "1500")
        .without("iceberg.table.%s.write-mode".formatted(Pipeline.HISTORY));
  }
}
