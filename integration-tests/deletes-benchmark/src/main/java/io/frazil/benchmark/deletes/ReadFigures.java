package io.frazil.benchmark.deletes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Table;

/** What reads of tables take, after so many commits to each. */
final class ReadFigures {
  // Each table is read once like this before anything counts, to have the code compiled.
  private static final int WARM_UP_COMMITS = 1;

  private final Map<Read, Costs> costs = new HashMap<>();

  /**
   * A read.
   *
   * @param table the mode's title, or what else it is
   * @param commits to the table before it
   */
  record Read(String table, int commits, Scan scan) {}

  /** A table as it was at a snapshot, after so many commits. */
  record Version(String name, int commits, Table table, long snapshotId) {}

  /**
   * Reads all versions in turn, over and over, and makes sure that their rows are right.
   *
   * @param changes that were committed
   */
  static ReadFigures measure(List<Version> versions, Changes changes, int rounds) {
    ReadFigures figures = new ReadFigures();
    List<Version> order = new ArrayList<>(versions);
    for (Version version : versions) {
      if (version.commits() == WARM_UP_COMMITS) {
        figures.takeReads(version, changes);
      }
    }
    figures.costs.clear();
    for (int round = 0; round < rounds; round++) {
      order.forEach(version -> figures.takeReads(version, changes));
      // What runs beside a part of the round, or after another read, is not always the same.
      Collections.reverse(order);
    }
    return figures;
  }

  private void takeReads(Version version, Changes changes) {
    int[] revisions = changes.revisionsAfter(version.commits());
    for (Scan scan : Scan.values()) {
      add(new Read(version.name(), version.commits(), scan), read(version, scan, revisions));
    }
  }

  /** Another measurement of a read. */
  void add(Read read, Cost cost) {
    costs.merge(read, Costs.of(cost), (before, more) -> before.with(cost));
  }

  /** All measurements of a read; none if there was none. */
  Costs of(Read read) {
    return costs.getOrDefault(read, Costs.NONE);
  }

  private static Cost read(Version version, Scan scan, int[] revisions) {
    List<Scan.Contents> contents = new ArrayList<>();
    Cost cost = Cost.of(() -> contents.add(scan.read(version.table(), version.snapshotId())));
    Scan.Contents expected = scan.expect(revisions);
    if (!contents.get(0).equals(expected)) {
      throw new IllegalStateException(
          "The table with %s is wrong after %d commits: its %s are %s instead of %s."
              .formatted(
                  version.name(), version.commits(), scan.title(), contents.get(0), expected));
    }
    return cost;
  }
}
