package io.frazil.connector.intake;

import io.frazil.connector.write.AppendDeltaWriter;
import io.frazil.connector.write.DeltaWriter;
import io.frazil.connector.write.UpsertDeltaWriter;
import java.util.function.Consumer;

/** An open delta, and how changes go to it. For a task's thread. */
final class DeltaTarget {
  private final DeltaWriter writer;
  private final Consumer<TableChange> changes;

  private DeltaTarget(DeltaWriter writer, Consumer<TableChange> changes) {
    this.writer = writer;
    this.changes = changes;
  }

  /** Every row is added. */
  static DeltaTarget of(AppendDeltaWriter writer) {
    return new DeltaTarget(writer, change -> append(change, writer));
  }

  /** The present row of each key is kept. */
  static DeltaTarget of(UpsertDeltaWriter writer) {
    return new DeltaTarget(writer, change -> write(change, writer));
  }

  DeltaWriter writer() {
    return writer;
  }

  /** Writes a change that is no truncation; an exception leaves the delta unusable. */
  void write(TableChange change) {
    changes.accept(change);
  }

  private static void append(TableChange change, AppendDeltaWriter writer) {
    change.before().ifPresent(first -> append(first, writer));
    writer.append(change.row());
  }

  private static void write(TableChange change, UpsertDeltaWriter writer) {
    change.before().ifPresent(first -> write(first, writer));
    switch (change.operation()) {
      case UPSERT -> {
        if (change.patch().isPresent()) {
          writer.patch(change.key(), change.patch().get());
        } else {
          writer.upsert(change.key(), change.row());
        }
      }
      case DELETE -> {
        if (change.patch().isPresent()) {
          writer.flag(change.key(), change.patch().get());
        } else if (change.ordering().isPresent()) {
          writer.delete(change.key(), change.ordering().get());
        } else {
          writer.delete(change.key());
        }
      }
      case TRUNCATE -> throw new IllegalStateException("Cannot truncate an open delta");
    }
  }
}
