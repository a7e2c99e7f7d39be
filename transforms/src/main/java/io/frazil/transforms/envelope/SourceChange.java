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
 * @param formerKey the key that the row had before, where a change of its own says that it left
 */
public record SourceChange(
    ChangeOperation operation,
    Optional<Instant> time,
    Optional<String> position,
    Optional<SourceTable> table,
    Optional<SchemaAndValue> key,
    Optional<SchemaAndValue> row,
    Optional<SchemaAndValue> before,
    Optional<SchemaAndValue> formerKey) {
  /** A change of a row of which no former key is told. */
  public SourceChange(
      ChangeOperation operation,
      Optional<Instant> time,
      Optional<String> position,
      Optional<SourceTable> table,
      Optional<SchemaAndValue> key,
      Optional<SchemaAndValue> row,
      Optional<SchemaAndValue> before) {
    this(operation, time, position, table, key, row, before, Optional.empty());
  }

  /** Checks the parts. */
  public SourceChange {
    requireNonNull(operation, "operation");
    requireNonNull(time, "time");
    requireNonNull(position, "position");
    requireNonNull(table, "table");
    requireNonNull(key, "key");
    requireNonNull(row, "row");
    requireNonNull(before, "before");
    requireNonNull(formerKey, "formerKey");
  }

  /** The same change of a row that may have had another key before. */
  public SourceChange withFormerKey(Optional<SchemaAndValue> otherKey) {
    return new SourceChange(operation, time, position, table, key, row, before, otherKey);
  }
}
