package io.frazil.connector.intake;

import io.frazil.connector.change.ChangeEvent;
import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.change.Operation;
import io.frazil.connector.commit.OlderRows;
import io.frazil.connector.commit.Written;
import io.frazil.connector.metrics.TableListener;
import io.frazil.connector.write.DeltaFiles;
import io.frazil.connector.write.DeltaWriter;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One table as a task writes to it: converts changes, lets the table's schema evolve with them, and
 * keeps the open delta. Built for the table as it was when it was opened. For a task's thread.
 */
final class TableWriter {
  private final ChangeConverter changes;
  private final Optional<TableEvolution> evolution;
  private final Function<UUID, DeltaTarget> targets;
  private final Supplier<UUID> ids;
  private final TableCalls calls;
  private final TableListener listener;
  private Optional<Open> open = Optional.empty();
  private Optional<TableCalls.Call<DeltaFiles>> completion = Optional.empty();
  private boolean isToBeFinished;

  /**
   * A writer without an open delta.
   *
   * @param changes converts changes
   * @param evolution empty if the table is not to be changed
   * @param targets opens deltas
   * @param ids gives their ids
   */
  TableWriter(
      ChangeConverter changes,
      Optional<TableEvolution> evolution,
      Function<UUID, DeltaTarget> targets,
      Supplier<UUID> ids,
      TableCalls calls,
      TableListener listener) {
    this.changes = changes;
    this.evolution = evolution;
    this.targets = targets;
    this.ids = ids;
    this.calls = calls;
    this.listener = listener;
  }

  /**
   * The change as this table takes it; nothing if the table has changed since it was opened, for
   * this change or by somebody else, so that it is to be opened anew.
   *
   * @throws InvalidRecordException if it does not fit
   */
  Optional<TableChange> convert(ChangeEvent change) {
    return evolution.isPresent()
        ? convert(change, evolution.get())
        : Optional.of(changes.convert(change));
  }

  private Optional<TableChange> convert(ChangeEvent change, TableEvolution schema) {
    if (schema.changesForSchemaOf(change)) {
      return Optional.empty();
    }
    TableChange converted;
    try {
      converted = changes.convert(change);
    } catch (InvalidRecordException e) {
      if (schema.changesForValuesOf(change)) {
        return Optional.empty();
      }
      throw e;
    }
    return schema.changesForValuesLeftOutOf(change) ? Optional.empty() : Optional.of(converted);
  }

  /** Writes a change to the open delta; an exception leaves the delta unusable. */
  void write(TableChange change) {
    if (change.operation() == Operation.TRUNCATE) {
      discard();
      open = Optional.of(newDelta(true));
    } else {
      if (open.isEmpty()) {
        open = Optional.of(newDelta(false));
      }
      open.get().target().write(change);
    }
    switch (change.operation()) {
      case UPSERT -> listener.upserted();
      case DELETE -> listener.deleted();
      case TRUNCATE -> listener.truncated();
    }
  }

  private Open newDelta(boolean isTruncation) {
    UUID id = ids.get();
    return new Open(id, targets.apply(id), isTruncation);
  }

  /** Asked for each record. */
  long openRows() {
    return open.isPresent() ? open.get().target().writer().rows() : 0;
  }

  /** An estimate; it asks each open file. */
  long openBytes() {
    return open.map(o -> o.target().writer().bytes()).orElse(0L);
  }

  /**
   * Finishes the open delta, of which there is one.
   *
   * @return nothing if that takes too long; then it is to be called again before anything else is
   *     written
   */
  Optional<Cut> cut() {
    Open finished = open.orElseThrow();
    isToBeFinished = true;
    if (completion.isEmpty() && calls.haveTime()) {
      completion = Optional.of(calls.start(finished.target().writer()::complete));
    }
    return completion.filter(TableCalls.Call::isDone).map(done -> cut(finished, done.result()));
  }

  private Cut cut(Open finished, DeltaFiles files) {
    open = Optional.empty();
    completion = Optional.empty();
    isToBeFinished = false;
    listener.late(files.late());
    listener.incomplete(files.incomplete());
    return new Cut(
        finished.id(),
        new Written<>(files.files(), olderRows(finished, files), files.rows(), files.bytes()));
  }

  private static OlderRows olderRows(Open delta, DeltaFiles files) {
    if (delta.isTruncation()) {
      return OlderRows.GO;
    }
    return files.removesOlderRows() ? OlderRows.GO_BY_KEY : OlderRows.STAY;
  }

  /** Whether the open delta was to be finished, and is not. */
  boolean isUnfinished() {
    return isToBeFinished;
  }

  /** Deletes the open delta's files, at once or, where storage does not answer, when it does. */
  void discard() {
    open.map(Open::target).map(DeltaTarget::writer).ifPresent(this::abort);
    open = Optional.empty();
    completion = Optional.empty();
    isToBeFinished = false;
  }

  private void abort(DeltaWriter writer) {
    if (completion.isPresent()) {
      completion.get().andThen(writer::abort);
      return;
    }
    TableCalls.Call<DeltaWriter> aborted =
        calls.start(
            () -> {
              writer.abort();
              return writer;
            });
    if (aborted.isDone()) {
      aborted.result();
    }
  }

  private record Open(UUID id, DeltaTarget target, boolean isTruncation) {}
}
