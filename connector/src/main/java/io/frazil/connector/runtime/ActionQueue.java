package io.frazil.connector.runtime;

import static io.frazil.connector.runtime.UnreachableTableException.reach;

import io.frazil.connector.commit.TableRef;
import io.frazil.connector.commit.TableState;
import io.frazil.connector.commit.Tables;
import io.frazil.connector.commit.Worker;
import io.frazil.connector.commit.WorkerAction;
import io.frazil.connector.metrics.TaskListener;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.iceberg.ContentFile;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * What a worker has decided and is still to be done, in order. What fails stays, to be tried again
 * before anything else happens. For a task's thread.
 */
final class ActionQueue {
  private final Worker<ContentFile<?>> worker;
  private final Intake intake;
  private final Tables<ContentFile<?>> tables;
  private final ReadingControl reading;
  private final TaskListener listener;
  private final Deque<WorkerAction> undone = new ArrayDeque<>();

  ActionQueue(
      Worker<ContentFile<?>> worker,
      Intake intake,
      Tables<ContentFile<?>> tables,
      ReadingControl reading,
      TaskListener listener) {
    this.worker = worker;
    this.intake = intake;
    this.tables = tables;
    this.reading = reading;
    this.listener = listener;
  }

  /** Carries out what is undone, and then these. */
  void carryOut(List<WorkerAction> actions) {
    undone.addAll(actions);
    carryOutUndone();
  }

  /**
   * Carries out what is undone.
   *
   * @throws UnreachableTableException if a table can't be loaded now
   */
  void carryOutUndone() {
    while (!undone.isEmpty()) {
      List<WorkerAction> next = carryOut(undone.peek());
      undone.remove();
      for (int i = next.size() - 1; i >= 0; i--) {
        undone.push(next.get(i));
      }
    }
  }

  boolean isEmpty() {
    return undone.isEmpty();
  }

  /** Forgets what is undone: the worker holds nothing any more. */
  void clear() {
    undone.clear();
  }

  /** The table's present state. */
  TableState load(TableRef table) {
    return reach(() -> tables.load(table));
  }

  private List<WorkerAction> carryOut(WorkerAction action) {
    if (action instanceof WorkerAction.Seek seek) {
      reading.seek(seek.partition(), seek.offset());
    } else if (action instanceof WorkerAction.Discard discard) {
      intake.discard(discard.table());
      listener.table(discard.table().toString()).rewound();
    } else if (action instanceof WorkerAction.Reload reload) {
      return worker.loaded(reload.table(), load(reload.table()));
    } else if (action instanceof WorkerAction.Replaced replaced) {
      throw new ConnectException(
          "Cannot go on writing to table %s: it was replaced by another table of that name. Restart the connector to fill the new table from where the consumer group stands, or move its offsets first."
              .formatted(replaced.table()));
    }
    return List.of();
  }
}
