package io.frazil.connector;

import io.frazil.connector.commit.CommitOutcome;
import io.frazil.connector.commit.Delta;
import io.frazil.connector.commit.Plan;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.commit.TableState;
import io.frazil.connector.commit.Tables;
import io.frazil.connector.metrics.TableListener;
import io.frazil.connector.metrics.TaskListener;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.ContentFile;

/** Tables, with a task's listener told of commits to them. Thread-safe if the listener is. */
final class MeteredTables implements Tables<ContentFile<?>> {
  private final Tables<ContentFile<?>> tables;
  private final TaskListener listener;

  MeteredTables(Tables<ContentFile<?>> tables, TaskListener listener) {
    this.tables = tables;
    this.listener = listener;
  }

  @Override
  public TableState load(TableRef table) {
    return tables.load(table);
  }

  @Override
  public Set<UUID> missingFiles(TableRef table, Collection<Delta<ContentFile<?>>> deltas) {
    return tables.missingFiles(table, deltas);
  }

  @Override
  public CommitOutcome commit(Plan<ContentFile<?>> plan) {
    TableListener table = listener.table(plan.table().toString());
    long start = System.nanoTime();
    CommitOutcome outcome = tables.commit(plan);
    table.commitTook(Duration.ofNanos(System.nanoTime() - start));
    if (outcome instanceof CommitOutcome.Stale) {
      table.conflicted();
    }
    return outcome;
  }
}
