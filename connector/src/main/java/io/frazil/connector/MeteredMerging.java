package io.frazil.connector;

import io.frazil.connector.commit.KeyReach;
import io.frazil.connector.commit.Plan;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.merge.Merge;
import io.frazil.connector.metrics.TableListener;
import io.frazil.connector.metrics.TaskListener;
import io.frazil.connector.resolve.IndexListener;
import io.frazil.connector.table.Merging;
import java.time.Duration;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.Table;

/** Merging, with a task's listener told of it. Thread-safe if the listener is. */
final class MeteredMerging implements Merging {
  private final Merging merging;
  private final TaskListener listener;

  MeteredMerging(Merging merging, TaskListener listener) {
    this.merging = merging;
    this.listener = listener;
  }

  @Override
  public KeyReach reach(TableRef ref, Table table) {
    return merging.reach(ref, table);
  }

  @Override
  public Merge merge(Plan<ContentFile<?>> plan, Table table) {
    long start = System.nanoTime();
    Merge merge = merging.merge(plan, table);
    TableListener told = listener.table(plan.table().toString());
    told.mergeTook(Duration.ofNanos(System.nanoTime() - start));
    merge.figures().ifPresent(figures -> tell(told, figures));
    return merge;
  }

  private static void tell(TableListener table, Merge.Figures figures) {
    table.merged(figures.keys(), figures.rowsFound(), figures.deleteDebt());
    table.late(figures.late());
    table.incomplete(figures.incomplete());
  }

  /** Tells the task's listener of the key index. */
  static IndexListener index(TaskListener listener) {
    return new IndexListener() {
      @Override
      public void scanned(long rows, long bytes) {
        listener.scannedForKeys(rows, bytes);
      }

      @Override
      public void built(long rows, long bytes) {
        listener.builtKeyBlock();
      }

      @Override
      public void unusable() {
        listener.lostKeyBlock();
      }

      @Override
      public void unwritable() {
        listener.lostKeyBlock();
      }

      @Override
      public void holds(long bytes) {
        listener.keyIndexHolds(bytes);
      }
    };
  }
}
