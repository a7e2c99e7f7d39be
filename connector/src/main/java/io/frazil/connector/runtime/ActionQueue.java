package io.frazil.connector.runtime;

import static io.frazil.connector.intake.UnreachableTableException.reach;

import io.frazil.connector.commit.TableRef;
import io.frazil.connector.commit.TableState;
import io.frazil.connector.commit.Worker;
import io.frazil.connector.commit.WorkerAction;
import io.frazil.connector.intake.Intake;
import io.frazil.connector.intake.ReachableTables;
import io.frazil.connector.intake.UnreachableTableException;
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
  private final ReachableTables tables;
  private final ReadingControl reading;
  private final BadTables badTables;
  private final TaskListener listener;
  private final Deque<WorkerAction> undone = new ArrayDeque<>();

  ActionQueue(
      Worker<ContentFile<?>> worker,
      Intake intake,
      ReachableTables tables,
      ReadingControl reading,
      BadTables badTables,
      TaskListener listener) {
    this.worker = worker;
    this.intake = intake;
    this.tables = tables;
    this.reading = reading;
    this.badTables = badTables;
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
   * @throws UnreachableTableException if a table can't be loaded now, and no other can go on
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
    return reach(() -> tables.state(table));
  }

  private List<WorkerAction> carryOut(WorkerAction action) {
    if (action instanceof WorkerAction.Seek seek) {
      reading.seek(seek.partition(), seek.offset());
    } else if (action instanceof WorkerAction.Discard discard) {
      intake.discard(discard.table());
      listener.table(discard.table().toString()).rewound();
    } else if (action instanceof WorkerAction.Reload reload) {
      return reload(reload.table());
    } else if (action instanceof WorkerAction.Replaced replaced) {
      throw new ConnectException(
          "Cannot go on writing to table %s: it was replaced by another table of that name. Restart the connector to fill the new table from where the consumer group stands, or move its offsets first."
              .formatted(replaced.table()));
    }
    return List.of();
  }

  private List<WorkerAction> reload(TableRef table) {
    TableState state;
    try {
      state = load(table);
    } catch (UnreachableTableException e) {
      return badTables.setAside(table, e);
    }
    return worker.loaded(table, state);
  }
}
