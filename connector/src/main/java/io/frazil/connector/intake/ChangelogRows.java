package io.frazil.connector.intake;

import io.frazil.connector.change.ChangeEvent;
import io.frazil.connector.change.ChangeKind;
import io.frazil.connector.change.ConnectValue;
import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.convert.ConversionException;
import io.frazil.connector.convert.KeyConverter;
import io.frazil.connector.convert.RecordConverter;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Struct;

/**
 * The rows of a changelog. Built for the table as it was when it was opened. For a task's thread.
 *
 * <table>
 * <caption>What becomes of a change</caption>
 * <tr><th>change</th><th>rows</th></tr>
 * <tr><td>insert</td><td>the row</td></tr>
 * <tr><td>update</td><td>the row before, where it is told; the row</td></tr>
 * <tr><td>row before an update</td><td>that row</td></tr>
 * <tr><td>delete</td><td>the old row as far as it is told, with the key</td></tr>
 * <tr><td>truncate</td><td>one without values</td></tr>
 * </table>
 */
final class ChangelogRows {
  private final RecordConverter rows;
  private final Optional<KeyConverter> keys;

  /**
   * @param rows converts rows, leaving out fields that are called like a changelog's own columns
   * @param keys finds the keys of rows, where it is known which columns are the key
   */
  ChangelogRows(RecordConverter rows, Optional<KeyConverter> keys) {
    this.rows = rows;
    this.keys = keys;
  }

  /**
   * What the table gets for a change.
   *
   * @throws ConversionException if a value does not fit its column
   * @throws InvalidRecordException if it is not known which row is gone
   */
  TableChange of(ChangeEvent change) {
    return switch (change.kind()) {
      case INSERT -> added(change, change.kind(), rows.told(change.row()));
      case UPDATE_AFTER -> updated(change);
      case UPDATE_BEFORE, DELETE -> added(change, change.kind(), gone(change));
      case TRUNCATE -> added(change, change.kind(), rows.told(Optional.empty()));
    };
  }

  private TableChange updated(ChangeEvent change) {
    TableChange after = added(change, ChangeKind.UPDATE_AFTER, rows.told(change.row()));
    if (change.before().isEmpty()) {
      return after;
    }
    Record before = rows.told(change.before());
    keys.map(found -> found.formerKeyOf(change).orElseGet(() -> found.keyOf(change)))
        .ifPresent(key -> complete(before, key));
    return after.after(added(change, ChangeKind.UPDATE_BEFORE, before));
  }

  private Record gone(ChangeEvent change) {
    Optional<ConnectValue> image =
        change.row().or(() -> change.key().filter(key -> keys.isEmpty() && isRow(key.value())));
    if (keys.isEmpty() && image.isEmpty()) {
      throw new InvalidRecordException(
          change.source(),
          "it has nothing but a key, and it is not known which columns that is of. Set id-columns for the table.");
    }
    Record row = rows.told(image);
    keys.ifPresent(found -> complete(row, found.keyOf(change)));
    return row;
  }

  private static boolean isRow(Object value) {
    return value instanceof Struct || value instanceof Map;
  }

  /** Of a key, the row gets what it lacks. */
  private static void complete(Record row, Record key) {
    for (Types.NestedField column : key.struct().fields()) {
      if (row.getField(column.name()) == null) {
        row.setField(column.name(), key.getField(column.name()));
      }
    }
  }

  private TableChange added(ChangeEvent change, ChangeKind kind, Record row) {
    row.setField(ChangelogColumns.CHANGE_TYPE, kind.name());
    row.setField(ChangelogColumns.SOURCE_PARTITION, change.source().sourcePartition());
    row.setField(ChangelogColumns.CHANGE_ORDINAL, change.source().offset());
    row.setField(ChangelogColumns.SOURCE_POSITION, change.facts().position().orElse(null));
    if (change.facts().time().isPresent()) {
      rows.set(row, ChangelogColumns.SOURCE_TS, change.facts().time().get());
    } else {
      row.setField(
          ChangelogColumns.SOURCE_TS,
          change.facts().recordTime().map(time -> time.atOffset(ZoneOffset.UTC)).orElse(null));
    }
    rows.requireValues(
        row,
        "the change has no value for this column, and the column is required; make the columns of"
            + " a changelog optional");
    return TableChange.upsert(row, row);
  }
}
