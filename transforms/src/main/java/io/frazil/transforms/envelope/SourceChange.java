package io.frazil.transforms.envelope;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.connect.data.SchemaAndValue;

/**
 * A change as its source tells it. Rows are structs with their schema, or maps of names to values
 * without one; all parts of one change are of the same kind.
 *
 * @param operation what it did
 * @param time when it was committed at the source
 * @param position where it stood in the source's log, in a form that sorts as text
 * @param table the table it is of
 * @param key the key of its row, of whatever form
 * @param row the row after the change; of a deleted row, what is known for sure; nothing for a
 *     truncate
 * @param before the row before the change, or those of its columns that the source tells
 */
public record SourceChange(
    ChangeOperation operation,
    Optional<Instant> time,
    Optional<String> position,
    Optional<SourceTable> table,
    Optional<SchemaAndValue> key,
    Optional<SchemaAndValue> row,
    Optional<SchemaAndValue> before) {
  /** Checks the parts. */
  public SourceChange {
    requireNonNull(operation, "operation");
    requireNonNull(time, "time");
    requireNonNull(position, "position");
    requireNonNull(table, "table");
    requireNonNull(key, "key");
    requireNonNull(row, "row");
    requireNonNull(before, "before");
  }
}
