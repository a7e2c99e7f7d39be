package io.frazil.capture;

import io.frazil.dms.Depot;
import io.frazil.dms.DmsTask;
import io.frazil.dms.Message;
import io.frazil.dms.Migration;
import io.frazil.dms.Parcel;
import io.frazil.dms.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * What a task of DMS sends to a mirror: a load, and the changes since that began. Whoever uses it
 * says which of the two comes when, as partitions may be read in any order. For one thread at a
 * time.
 */
final class DmsStream {
  private static final int ROWS = 200;

  private final DmsMirror mirror;
  private final Depot source;
  private final DmsTask task;
  private final Deque<Parcel> load;
  private final List<Transaction> untold;
  private final List<Message> changes = new ArrayList<>();

  /** A stream that has sent nothing but what it has to say of tables. */
  DmsStream(DmsMirror mirror, long seed) {
    Random random = new Random(seed);
    this.mirror = mirror;
    this.source = Depot.withRows(ROWS, random);
    this.task = mirror.newTask();
    Migration migration = Migration.of(source, 0, random);
    this.load = new ArrayDeque<>(migration.load());
    this.untold = new ArrayList<>(migration.transactions());
    mirror.send(task.start());
  }

  DmsMirror mirror() {
    return mirror;
  }

  /** Sends the next of the loaded rows, unless only so many are left. */
  void loadOneBut(int rest) {
    if (load.size() > rest) {
      mirror.send(List.of(task.load(load.removeFirst())));
    }
  }

  /** Sends loaded rows until so many are left. */
  void loadAllBut(int rest) {
    List<Message> messages = new ArrayList<>();
    while (load.size() > rest) {
      messages.add(task.load(load.removeFirst()));
    }
    mirror.send(messages);
  }

  /** Commits a transaction, and sends all changes that were not sent yet. */
  void change() {
    untold.add(source.commit());
    List<Message> messages = untold.stream().map(task::changes).flatMap(List::stream).toList();
    untold.clear();
    changes.addAll(messages);
    mirror.send(messages);
  }

  /** Sends the last changes again, as a task does that was stopped and resumed. */
  void repeat() {
    mirror.send(changes.subList(changes.size() / 2, changes.size()));
  }

  /** Once all that was sent is applied, the table has the rows that the source has now. */
  void check() {
    mirror.awaitApplied();
    mirror.check(source);
  }
}
