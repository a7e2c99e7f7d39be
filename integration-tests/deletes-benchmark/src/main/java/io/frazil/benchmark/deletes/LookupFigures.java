package io.frazil.benchmark.deletes;

import io.frazil.benchmark.deletes.Reader.Version;
import io.frazil.connector.merge.DeleteMode;
import io.frazil.connector.merge.KeyedDelta;
import io.frazil.connector.merge.Merge;
import io.frazil.connector.merge.MergeRules;
import io.frazil.connector.merge.Merger;
import io.frazil.connector.resolve.IndexListener;
import io.frazil.connector.write.DeltaFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.Table;

/**
 * What the first merge into a table takes, from the key file to deletion vectors, beside a read of
 * the table's key column.
 *
 * @param cold with an empty index, which it fills
 * @param warm with the index that the first one filled
 * @param withoutIndex with an index that may keep nothing
 * @param scan a read of the key column
 */
record LookupFigures(Costs cold, Costs warm, Costs withoutIndex, Costs scan) {
  private static final long MAX_INDEX_BYTES = 10L << 30;
  private static final MergeRules RULES = new MergeRules(DeleteMode.DELETION_VECTOR, List.of());

  /**
   * Merges the same keys again and again, without a commit.
   *
   * @param table of format version 3
   * @param delta with the keys, which stays
   */
  static LookupFigures measure(Table table, DeltaFiles delta, Warehouse warehouse, int rounds) {
    LookupFigures figures = new LookupFigures(Costs.NONE, Costs.NONE, Costs.NONE, Costs.NONE);
    Version version = new Version("look-ups", 0, table, table.currentSnapshot().snapshotId());
    for (int round = 0; round < rounds; round++) {
      Merger empty = merger(warehouse, "index-lookup-" + round, MAX_INDEX_BYTES);
      Cost cold = merge(empty, table, delta);
      Cost scan = new GenericReader().read(version, Scan.KEYS).cost();
      Cost warm = merge(empty, table, delta);
      Cost without = merge(merger(warehouse, "index-none", 0), table, delta);
      figures =
          new LookupFigures(
              figures.cold.with(cold),
              figures.warm.with(warm),
              figures.withoutIndex.with(without),
              figures.scan.with(scan));
    }
    return figures;
  }

  private static Merger merger(Warehouse warehouse, String folder, long maxBytes) {
    return ChangedTable.merger(warehouse.keyIndex(folder, maxBytes, IndexListener.NONE));
  }

  private static Cost merge(Merger merger, Table table, DeltaFiles delta) {
    List<Merge> merges = new ArrayList<>();
    Cost cost =
        Cost.of(
            () ->
                merges.add(
                    merger.merge(
                        table,
                        "main",
                        RULES,
                        UUID.randomUUID(),
                        List.of(List.of(KeyedDelta.of(delta.files()))))));
    merges.forEach(Merge::discard);
    return cost;
  }
}
