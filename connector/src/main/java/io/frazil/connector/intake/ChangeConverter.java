package io.frazil.connector.intake;

import io.frazil.connector.change.ChangeEvent;
import io.frazil.connector.change.ConnectValue;
import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.convert.ConversionException;
import io.frazil.connector.convert.KeyConverter;
import io.frazil.connector.convert.OrderingConverter;
import io.frazil.connector.convert.RecordConverter;
import io.frazil.connector.patch.Patch;
import java.util.Optional;
import java.util.function.Function;
import org.apache.iceberg.data.Record;

/**
 * Turns changes into those of one table. Built for the table as it was when it was opened. For a
 * task's thread.
 */
final class ChangeConverter {
  private final Function<ChangeEvent, TableChange> upserts;
  private final Function<ChangeEvent, TableChange> deletes;
  private final Function<ChangeEvent, TableChange> truncates;

  private ChangeConverter(
      Function<ChangeEvent, TableChange> upserts, Function<ChangeEvent, TableChange> deletes) {
    this(upserts, deletes, change -> TableChange.truncate());
  }

  private ChangeConverter(
      Function<ChangeEvent, TableChange> upserts,
      Function<ChangeEvent, TableChange> deletes,
      Function<ChangeEvent, TableChange> truncates) {
    this.upserts = upserts;
    this.deletes = deletes;
    this.truncates = truncates;
  }

  /** For a table that keeps every row; there are no deletes. */
  static ChangeConverter appending(RecordConverter rows) {
    return new ChangeConverter(
        change -> {
          Record row = rows.row(change.row().orElseThrow());
          return TableChange.upsert(row, row);
        },
        change -> {
          throw new IllegalStateException("Cannot delete from a table that is only appended to");
        });
  }

  /** For a table that keeps every change as a row. */
  static ChangeConverter recording(ChangelogRows rows) {
    return new ChangeConverter(rows::of, rows::of, rows::of);
  }

  /** For a table from which deleted rows go. */
  static ChangeConverter deleting(
      RecordConverter rows, KeyConverter keys, Optional<OrderingConverter> ordering) {
    return new ChangeConverter(
        change ->
            moved(
                change,
                upsert(change, rows, keys),
                keys,
                old ->
                    TableChange.delete(old, ordering.flatMap(columns -> columns.valuesOf(change)))),
        change ->
            TableChange.delete(
                keys.keyOf(change), ordering.flatMap(columns -> columns.valuesOf(change))));
  }

  /** For a table in which deleted rows stay, with a true flag, and others have a false one. */
  static ChangeConverter flagging(
      String flag, RecordConverter rows, KeyConverter keys, Optional<OrderingConverter> ordering) {
    RecordConverter deletedRows = rows.withConstant(flag, true);
    RecordConverter presentRows = rows.withConstant(flag, false);
    return new ChangeConverter(
        change ->
            moved(
                change,
                upsert(change, presentRows, keys),
                keys,
                old -> TableChange.flag(old, deletedRows.deletedRow(change.row(), old))),
        change -> {
          ordering.ifPresent(columns -> requireOrder(columns, change));
          Record key = keys.keyOf(change);
          return TableChange.flag(key, deletedRows.deletedRow(change.row(), key));
        });
  }

  /**
   * The change as the table takes it.
   *
   * @throws InvalidRecordException if it does not fit
   */
  TableChange convert(ChangeEvent change) {
    try {
      return switch (change.operation()) {
        case UPSERT -> upserts.apply(change);
        case DELETE -> deletes.apply(change);
        case TRUNCATE -> truncates.apply(change);
      };
    } catch (ConversionException e) {
      throw new InvalidRecordException(change.source(), e.getMessage(), e).in(e.field());
    }
  }

  private static TableChange upsert(ChangeEvent change, RecordConverter rows, KeyConverter keys) {
    ConnectValue told = change.row().orElseThrow();
    Optional<Patch> patch = rows.patch(told);
    if (patch.isPresent()) {
      Optional<Patch.Former> former = keys.knownFormerKeyOf(change).map(Patch.Former::of);
      return TableChange.patch(keys.keyOf(patch.get().row()), patch.get().of(former));
    }
    Record row = rows.row(told);
    return TableChange.upsert(keys.keyOf(row), row);
  }

  /** Where the key of a row changed, the row of the old key goes first. */
  private static TableChange moved(
      ChangeEvent change,
      TableChange upsert,
      KeyConverter keys,
      Function<Record, TableChange> goodbye) {
    return keys.formerKeyOf(change).map(goodbye).map(upsert::after).orElse(upsert);
  }

  // Without the values, the flagged row would count as the oldest of its key and be dropped.
  private static void requireOrder(OrderingConverter ordering, ChangeEvent change) {
    if (ordering.valuesOf(change).isEmpty()) {
      throw new InvalidRecordException(
          change.source(),
          "the deleted row is to stay, and the record has no value in the ordering columns. Send whole rows with deletes, set delete-handling to hard, or remove ordering-columns.");
    }
  }
}
