package io.frazil.connector.intake;

import io.frazil.connector.change.Operation;
import io.frazil.connector.patch.Patch;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;

/**
 * A change in a table's own types; the parts that its operation or table does not use are whatever
 * comes handy.
 *
 * @param ordering for a delete, its values in the ordering columns, if there are such columns and
 *     the delete tells them; an upsert has them in its row
 * @param patch for an upsert, what it changes where that is not all of the row; for a delete, what
 *     it changes of a row that stays
 * @param before what happens before this: of a row whose key changed, the row of the old key goes
 */
record TableChange(
    Operation operation,
    Record key,
    Record row,
    Optional<Record> ordering,
    Optional<Patch> patch,
    Optional<TableChange> before) {
  private static final Record NO_ROW = GenericRecord.create(new Schema());

  /** The row of this key is now this. */
  static TableChange upsert(Record key, Record row) {
    return new TableChange(
        Operation.UPSERT, key, row, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** The row of this key changes in part, or is now the patch's if that is whole. */
  static TableChange patch(Record key, Patch patch) {
    return new TableChange(
        Operation.UPSERT,
        key,
        patch.row(),
        Optional.empty(),
        Optional.of(patch).filter(part -> !part.isWhole()),
        Optional.empty());
  }

  /** The row of this key is a deleted one that stays, and changes in part. */
  static TableChange flag(Record key, Patch patch) {
    return new TableChange(
        Operation.DELETE, key, patch.row(), Optional.empty(), Optional.of(patch), Optional.empty());
  }

  /** There is no row of this key any more. */
  static TableChange delete(Record key, Optional<Record> ordering) {
    return new TableChange(
        Operation.DELETE, key, key, ordering, Optional.empty(), Optional.empty());
  }

  /** There is no row any more. */
  static TableChange truncate() {
    return new TableChange(
        Operation.TRUNCATE, NO_ROW, NO_ROW, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** The same change after another. */
  TableChange after(TableChange first) {
    return new TableChange(operation, key, row, ordering, patch, Optional.of(first));
  }
}
