package io.frazil.connector.runtime;

import io.frazil.connector.change.Operation;
import java.util.Optional;
import org.apache.iceberg.data.Record;

/**
 * A change in a table's own types; the parts that its operation or table does not use are whatever
 * comes handy.
 *
 * @param ordering for a delete, its values in the ordering columns, if there are such columns and
 *     the delete tells them; an upsert has them in its row
 * @param before what happens before this: of a row whose key changed, the row of the old key goes
 */
record TableChange(
    Operation operation,
    Record key,
    Record row,
    Optional<Record> ordering,
    Optional<TableChange> before) {
  /** The row of this key is now this. */
  static TableChange upsert(Record key, Record row) {
    return new TableChange(Operation.UPSERT, key, row, Optional.empty(), Optional.empty());
  }

  /** There is no row of this key any more. */
  static TableChange delete(Record key, Optional<Record> ordering) {
    return new TableChange(Operation.DELETE, key, key, ordering, Optional.empty());
  }

  /** The same change after another. */
  TableChange after(TableChange first) {
    return new TableChange(operation, key, row, ordering, Optional.of(first));
  }
}
