package io.frazil.connector.runtime;

import static io.frazil.connector.intake.UnreachableTableException.reach;

import io.frazil.connector.commit.TableRef;
import io.frazil.connector.commit.TableState;
import io.frazil.connector.commit.Worker;
import io.frazil.connector.commit.WorkerAction;
import io.frazil.connector.intake.Intake;
import io.frazil.connector.intake.UnreachableTableException;
import io.frazil.connector.metrics.TaskListener;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.ContentFile;

/**
 * Lets a table that can't be reached stand back, so that the others go on: its records are passed
 * by, and read again when it is taken up. For a task's thread.
 */
final class BadTables {
  private final Worker<ContentFile<?>> worker;
  private final Intake intake;
  private final SourceWatch sources;
  private final Stalls stalls;
  private final TaskListener listener;

  BadTables(
      Worker<ContentFile<?>> worker,
      Intake intake,
      SourceWatch sources,
      Stalls stalls,
      TaskListener listener) {
    this.worker = worker;
    this.intake = intake;
    this.sources = sources;
    this.stalls = stalls;
    this.listener = listener;
  }

  /**
   * Sets a table aside.
   *
   * @throws UnreachableTableException the cause, if no table is left that could go on: then reading
   *     had better wait, or end where waiting is of no use
   * @throws org.apache.kafka.connect.errors.ConnectException if that has been so for too long
   */
  List<WorkerAction> setAside(TableRef table, UnreachableTableException cause) {
    Set<TableRef> others = new HashSet<>(intake.listed());
    others.addAll(worker.tables());
    others.removeAll(worker.tablesAside());
    others.remove(table);
    intake.errors().ifPresent(others::remove);
    if (others.isEmpty() || !stalls.haveTime()) {
      throw cause.alone(table, worker.tablesAside());
    }
    listener.stalled();
    stalls.failed(table, cause);
    return worker.setAside(table);
  }

  /** Takes tables up again that are set aside and can be reached now, each when it is time. */
  void takeUp(ActionQueue actions) {
    for (TableRef table : worker.tablesAside()) {
      if (!stalls.isResting(table)) {
        try {
          takeUp(table, actions);
        } catch (UnreachableTableException e) {
          stalls.failed(table, e);
        }
      }
    }
  }

  // That a table can be loaded proves little: perhaps its schema can't be changed, or it can't be
  // created. So its stall ends only when a record is ready to be written to it.
  private void takeUp(TableRef table, ActionQueue actions) {
    List<WorkerAction> next;
    if (worker.isKnown(table)) {
      TableState state = actions.load(table);
      sources.checkLives(worker.topicIds(), state);
      next = worker.takeUp(table, state);
    } else {
      reach(() -> intake.exists(table));
      next = worker.takeUp(table);
    }
    if (next.stream().noneMatch(WorkerAction.Seek.class::isInstance)) {
      stalls.reached(table);
    }
    actions.carryOut(next);
  }
}
