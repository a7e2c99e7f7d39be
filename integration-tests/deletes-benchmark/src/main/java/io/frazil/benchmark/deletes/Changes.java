package io.frazil.benchmark.deletes;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.iceberg.data.Record;

/**
 * The changes of each commit, the same ones for each table: nine of ten set an order that is there,
 * chosen at random from all, and the others add one.
 *
 * @param rows of the table before the first commit
 * @param keys that each commit changes
 */
record Changes(int rows, int keys) {
  private static final int INSERTS_OF_TEN = 1;
  private static final long SEED = 42;

  /** The rows that the commit of this number, from 1, sets. */
  List<Record> of(int commit) {
    return numbers(commit).mapToObj(number -> Orders.row(number, commit)).toList();
  }

  /** How many orders there are after a commit. */
  int rowsAfter(int commits) {
    return rows + commits * (keys * INSERTS_OF_TEN / 10);
  }

  /** After which commit each order was last set, once so many commits have landed. */
  int[] revisionsAfter(int commits) {
    int[] revisions = new int[rowsAfter(commits)];
    for (int commit = 1; commit <= commits; commit++) {
      int revision = commit;
      numbers(commit).forEach(number -> revisions[number] = revision);
    }
    return revisions;
  }

  private IntStream numbers(int commit) {
    SplittableRandom random = new SplittableRandom(SEED + commit * 0x9E3779B97F4A7C15L);
    int existing = rowsAfter(commit - 1);
    int after = rowsAfter(commit);
    return IntStream.concat(
        IntStream.range(existing, after), random.ints(keys - (after - existing), 0, existing));
  }
}
