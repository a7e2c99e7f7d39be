package io.frazil.connector.table;

import io.frazil.connector.commit.KeyReach;
import io.frazil.connector.commit.OlderRows;
import io.frazil.connector.commit.Plan;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.merge.Merge;
import io.frazil.connector.merge.SnapshotContent;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.Table;

/**
 * Says what a plan's snapshots change in a table. Called from several threads at once, for
 * different tables.
 */
public interface Merging {
  /** Adds the deltas' files as they are: their keys, as equality deletes, reach older snapshots. */
  Merging AS_WRITTEN =
      new Merging() {
        @Override
        public KeyReach reach(TableRef ref, Table table) {
          return KeyReach.OLDER_SNAPSHOTS;
        }

        @Override
        public Merge merge(Plan<ContentFile<?>> plan, Table table) {
          if (plan.layers().stream()
              .flatMap(layer -> layer.deltas().stream())
              .anyMatch(delta -> delta.olderRows() == OlderRows.GO)) {
            throw new IllegalStateException(
                "Cannot truncate table %s by adding files.".formatted(plan.table()));
          }
          return Merge.adding(
              plan.layers().stream()
                  .map(layer -> layer.deltas().stream().flatMap(delta -> delta.files().stream()))
                  .map(files -> SnapshotContent.adding(files.toList()))
                  .toList());
        }
      };

  /** Which rows the keys of deltas reach in this table. */
  KeyReach reach(TableRef ref, Table table);

  /**
   * What each layer of the plan changes in the table, as it was loaded. May read and write files,
   * and take its time.
   */
  Merge merge(Plan<ContentFile<?>> plan, Table table);
}
