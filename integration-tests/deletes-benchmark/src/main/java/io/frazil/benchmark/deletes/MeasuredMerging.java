package io.frazil.benchmark.deletes;

import io.frazil.connector.commit.KeyReach;
import io.frazil.connector.commit.Plan;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.merge.Merge;
import io.frazil.connector.table.Merging;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.Table;

/** Remembers what the last merge took and what came of it. For one thread. */
final class MeasuredMerging implements Merging {
  private final Merging merging;
  private Cost cost = Cost.NONE;
  private Merge merge = Merge.adding(List.of());

  MeasuredMerging(Merging merging) {
    this.merging = merging;
  }

  Cost cost() {
    return cost;
  }

  Merge last() {
    return merge;
  }

  @Override
  public KeyReach reach(TableRef ref, Table table) {
    return merging.reach(ref, table);
  }

  @Override
  public Merge merge(Plan<ContentFile<?>> plan, Table table) {
    List<Merge> made = new ArrayList<>();
    cost = Cost.of(() -> made.add(merging.merge(plan, table)));
    merge = made.get(0);
    return merge;
  }
}
