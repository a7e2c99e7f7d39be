package io.frazil.connector.table;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.commit.Delta;
import io.frazil.connector.commit.KeyReach;
import io.frazil.connector.commit.OlderRows;
import io.frazil.connector.commit.Plan;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.merge.DeleteMode;
import io.frazil.connector.merge.KeyedDelta;
import io.frazil.connector.merge.Merge;
import io.frazil.connector.merge.MergeRules;
import io.frazil.connector.merge.Merger;
import java.util.List;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;

/** Merges by the rules of each table. */
public final class RuledMerging implements Merging {
  private final Merger merger;
  private final Rules rules;

  /** Tells the rules of tables. */
  public interface Rules {
    /** How rows of earlier snapshots are removed from a table. */
    DeleteMode deleteMode(TableRef ref);

    /**
     * The rules of a table.
     *
     * @throws RuntimeException if the table is not such that they can be kept
     */
    MergeRules of(TableRef ref, Table table);
  }

  /**
   * @param merger does it
   * @param rules of each table
   */
  public RuledMerging(Merger merger, Rules rules) {
    this.merger = requireNonNull(merger, "merger");
    this.rules = requireNonNull(rules, "rules");
  }

  @Override
  public KeyReach reach(TableRef ref, Table table) {
    DeleteMode mode = rules.deleteMode(ref).in(TableUtil.formatVersion(table));
    return mode == DeleteMode.EQUALITY ? KeyReach.OLDER_SNAPSHOTS : KeyReach.EARLIER_DELTAS;
  }

  @Override
  public Merge merge(Plan<ContentFile<?>> plan, Table table) {
    List<List<KeyedDelta>> layers =
        plan.layers().stream()
            .map(layer -> layer.deltas().stream().map(RuledMerging::keyed).toList())
            .toList();
    return merger.merge(
        table, plan.table().branch(), rules.of(plan.table(), table), plan.commitId(), layers);
  }

  private static KeyedDelta keyed(Delta<ContentFile<?>> delta) {
    KeyedDelta keyed = KeyedDelta.of(delta.files());
    return delta.olderRows() == OlderRows.GO ? keyed.truncating() : keyed;
  }
}
