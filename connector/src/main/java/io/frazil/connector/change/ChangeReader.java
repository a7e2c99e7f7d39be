package io.frazil.connector.change;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.change.OperationMap.Meaning;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Reads a sink record into the change that it describes.
 *
 * <table>
 * <caption>What becomes of a record</caption>
 * <tr><th>value</th><th>appending</th><th>upserting, recording</th></tr>
 * <tr><td>struct or map</td><td>upsert, as it came</td><td>as its operation says; without an operation field, upsert</td></tr>
 * <tr><td>null, with a key</td><td>skipped, or an error</td><td>delete, skipped, or an error</td></tr>
 * <tr><td>null, without a key</td><td>skipped</td><td>skipped</td></tr>
 * <tr><td>anything else</td><td>error</td><td>error</td></tr>
 * </table>
 *
 * <p>Only a recording reader tells of rows before updates that are records of their own, and of
 * facts beside the rows.
 *
 * <p>The row of a change is the record's value itself, not a copy: fields that are no columns are
 * named by {@link #fieldsLeftOut()}, for the converter to pass over.
 */
public final class ChangeReader {
  private enum Mode {
    APPEND,
    UPSERT,
    RECORD
  }

  private final Mode mode;
  private final Optional<OperationColumn> operationColumn;
  private final NullValue nullValue;
  private final Truncate truncate;
  private final SkipListener skips;

  private ChangeReader(
      Mode mode,
      Optional<OperationColumn> operationColumn,
      NullValue nullValue,
      Truncate truncate,
      SkipListener skips) {
    this.mode = mode;
    this.operationColumn = operationColumn;
    this.nullValue = requireNonNull(nullValue, "nullValue");
    this.truncate = requireNonNull(truncate, "truncate");
    this.skips = requireNonNull(skips, "skips");
  }

  /** A reader that takes every value for a new row. */
  public static ChangeReader appending(NullValue nullValue, SkipListener skips) {
    return new ChangeReader(Mode.APPEND, Optional.empty(), nullValue, Truncate.IGNORE, skips);
  }

  /** A reader that takes every value for the present row of its key. */
  public static ChangeReader upserting(NullValue nullValue, SkipListener skips) {
    return new ChangeReader(Mode.UPSERT, Optional.empty(), nullValue, Truncate.IGNORE, skips);
  }

  /** A reader that does what a field of the value says. */
  public static ChangeReader upserting(
      OperationColumn operationColumn, NullValue nullValue, Truncate truncate, SkipListener skips) {
    return new ChangeReader(Mode.UPSERT, Optional.of(operationColumn), nullValue, truncate, skips);
  }

  /** A reader for which each change is worth a row, whatever it does to others. */
  public static ChangeReader recording(
      OperationColumn operationColumn, NullValue nullValue, SkipListener skips) {
    return new ChangeReader(
        Mode.RECORD, Optional.of(operationColumn), nullValue, Truncate.APPLY, skips);
  }

  /** The top-level fields of a row that describe the change and do not belong into the table. */
  public Set<String> fieldsLeftOut() {
    return operationColumn.map(OperationColumn::topLevelField).map(Set::of).orElse(Set.of());
  }

  /**
   * The change that the record describes; empty if it describes none, of which the listener hears.
   *
   * @throws InvalidRecordException if the record cannot be understood
   */
  public Optional<ChangeEvent> read(SinkRecord sinkRecord) {
    SourceOffset source = SourceOffset.of(sinkRecord);
    Object value = sinkRecord.value();
    if (value == null) {
      return readNull(sinkRecord, source);
    }
    if (!(value instanceof Struct) && !(value instanceof Map)) {
      throw new InvalidRecordException(
          source,
          "its value is a %s, not a struct or a map. Check value.converter."
              .formatted(value.getClass().getSimpleName()));
    }
    Meaning meaning =
        operationColumn.isPresent() ? operationColumn.get().meaning(value, source) : Meaning.INSERT;
    return switch (meaning) {
      case INSERT -> Optional.of(event(ChangeKind.INSERT, sinkRecord, source));
      case UPDATE -> Optional.of(event(ChangeKind.UPDATE_AFTER, sinkRecord, source));
      case UPDATE_BEFORE ->
          mode == Mode.RECORD
              ? Optional.of(event(ChangeKind.UPDATE_BEFORE, sinkRecord, source))
              : skip(SkipListener.Reason.IGNORED_OPERATION);
      case DELETE -> Optional.of(event(ChangeKind.DELETE, sinkRecord, source));
      case IGNORE -> skip(SkipListener.Reason.IGNORED_OPERATION);
      case TRUNCATE -> readTruncate(sinkRecord, source);
    };
  }

  private Optional<ChangeEvent> readTruncate(SinkRecord sinkRecord, SourceOffset source) {
    return switch (truncate) {
      case APPLY -> Optional.of(event(ChangeKind.TRUNCATE, sinkRecord, source));
      case IGNORE -> skip(SkipListener.Reason.IGNORED_OPERATION);
      case FAIL ->
          throw new InvalidRecordException(
              source,
              "it truncates its table. Set iceberg.tables.behavior-on-truncate to apply to empty the table, or to ignore to keep its rows.");
    };
  }

  private Optional<ChangeEvent> readNull(SinkRecord sinkRecord, SourceOffset source) {
    if (sinkRecord.key() == null) {
      return skip(SkipListener.Reason.EMPTY);
    }
    return switch (nullValue) {
      case DELETE ->
          mode == Mode.APPEND
              ? skip(SkipListener.Reason.TOMBSTONE)
              : Optional.of(event(ChangeKind.DELETE, sinkRecord, source));
      case IGNORE -> skip(SkipListener.Reason.TOMBSTONE);
      case FAIL ->
          throw new InvalidRecordException(
              source,
              "its value is null. Set iceberg.tables.behavior-on-null-values to delete or ignore, or drop tombstones before the sink.");
    };
  }

  private Optional<ChangeEvent> skip(SkipListener.Reason reason) {
    skips.skipped(reason);
    return Optional.empty();
  }

  private ChangeEvent event(ChangeKind kind, SinkRecord sinkRecord, SourceOffset source) {
    return new ChangeEvent(
        kind,
        connectValue(sinkRecord.keySchema(), sinkRecord.key()),
        connectValue(sinkRecord.valueSchema(), sinkRecord.value()),
        operationColumn.flatMap(column -> column.before(sinkRecord.value())),
        operationColumn.flatMap(column -> column.formerKey(sinkRecord.value())),
        source,
        mode == Mode.RECORD ? facts(sinkRecord) : SourceFacts.NONE);
  }

  private SourceFacts facts(SinkRecord sinkRecord) {
    Optional<Instant> recordTime =
        Optional.ofNullable(sinkRecord.timestamp()).map(Instant::ofEpochMilli);
    return operationColumn.orElseThrow().facts(sinkRecord.value(), recordTime);
  }

  private static Optional<ConnectValue> connectValue(Schema schema, Object value) {
    return value == null
        ? Optional.empty()
        : Optional.of(new ConnectValue(Optional.ofNullable(schema), value));
  }
}
