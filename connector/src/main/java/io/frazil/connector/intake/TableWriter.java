package io.frazil.connector.intake;

import io.frazil.connector.change.ChangeEvent;
import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.change.Operation;
import io.frazil.connector.commit.OlderRows;
import io.frazil.connector.commit.Written;
import io.frazil.connector.metrics.TableListener;
import io.frazil.connector.write.AppendDeltaWriter;
import io.frazil.connector.write.DeltaFiles;
import io.frazil.connector.write.DeltaWriter;
import io.frazil.connector.write.UpsertDeltaWriter;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One table as a task writes to it: converts changes, lets the table's schema evolve with them, and
 * keeps the open delta. Built for the table as it was when it was opened. For a task's thread.
 */
final class TableWriter {
  private final ChangeConverter changes;
  private final Optional<TableEvolution> evolution;
  private final Function<UUID, Sink> sinks;
  private final Supplier<UUID> ids;
  private final TableCalls calls;
  private final TableListener listener;
  private Optional<Open> open = Optional.empty();
  private Optional<TableCalls.Call<DeltaFiles>> completion = Optional.empty();
  private boolean isToBeFinished;

  private TableWriter(
      ChangeConverter changes,
      Optional<TableEvolution> evolution,
      Function<UUID, Sink> sinks,
      Supplier<UUID> ids,
      TableCalls calls,
      TableListener listener) {
    this.changes = changes;
    this.evolution = evolution;
    this.sinks = sinks;
    this.ids = ids;
    this.calls = calls;
    this.listener = listener;
  }

  /** A writer that adds every row, to deltas as this opens them. */
  static TableWriter appending(
      ChangeConverter changes,
      Optional<TableEvolution> evolution,
      Function<UUID, AppendDeltaWriter> deltas,
      Supplier<UUID> ids,
      TableCalls calls,
      TableListener listener) {
    Function<UUID, Sink> sinks =
        id -> {
          AppendDeltaWriter writer = deltas.apply(id);
          return new Sink(writer, change -> append(change, writer));
        };
    return new TableWriter(changes, evolution, sinks, ids, calls, listener);
  }

  /** A writer that keeps the present row of each key, in deltas as this opens them. */
  static TableWriter upserting(
      ChangeConverter changes,
      Optional<TableEvolution> evolution,
      Function<UUID, UpsertDeltaWriter> deltas,
      Supplier<UUID> ids,
      TableCalls calls,
      TableListener listener) {
    Function<UUID, Sink> sinks =
        id -> {
          UpsertDeltaWriter writer = deltas.apply(id);
          return new Sink(writer, change -> write(change, writer));
        };
    return new TableWriter(changes, evolution, sinks, ids, calls, listener);
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
      open.get().sink().target().accept(change);
    }
    switch (change.operation()) {
      case UPSERT -> listener.upserted();
      case DELETE -> listener.deleted();
      case TRUNCATE -> listener.truncated();
    }
  }

  private Open newDelta(boolean isTruncation) {
    UUID id = ids.get();
    return new Open(id, sinks.apply(id), isTruncation);
  }

  /** Asked for each record. */
  long openRows() {
    return open.isPresent() ? open.get().sink().writer().rows() : 0;
  }

  /** An estimate; it asks each open file. */
  long openBytes() {
    return open.map(o -> o.sink().writer().bytes()).orElse(0L);
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
      completion = Optional.of(calls.start(finished.sink().writer()::complete));
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
    open.map(Open::sink).map(Sink::writer).ifPresent(this::abort);
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

  private record Open(UUID id, Sink sink, boolean isTruncation) {}

  private record Sink(DeltaWriter writer, Consumer<TableChange> target) {}
}
