package io.frazil.connector.change;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What happened to one row, and where in Kafka it stood.
 *
 * @param operation what to do
 * @param key the record's key, where it has one: a struct, a map, or the single key column's bare
 *     value
 * @param row the row: after the change for an upsert; for a delete the old row, or its key columns
 *     only, or nothing (a tombstone, which the key identifies)
 * @param before the row before the change, or those of its columns that the source told
 * @param source where it stood
 */
public record ChangeEvent(
    Operation operation,
    Optional<ConnectValue> key,
    Optional<ConnectValue> row,
    Optional<ConnectValue> before,
    SourceOffset source) {
  public ChangeEvent {
    requireNonNull(operation, "operation");
    requireNonNull(key, "key");
    requireNonNull(row, "row");
    requireNonNull(before, "before");
    requireNonNull(source, "source");
  }
}
