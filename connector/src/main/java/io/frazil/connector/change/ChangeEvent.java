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
 *     only, or nothing (a tombstone, which the key identifies); of no account for a truncate
 * @param before the row before the change, or those of its columns that the source told
 * @param formerKey the key that the row had before, where a change of its own says that it left
 * @param source where it stood
 */
public record ChangeEvent(
    Operation operation,
    Optional<ConnectValue> key,
    Optional<ConnectValue> row,
    Optional<ConnectValue> before,
    Optional<ConnectValue> formerKey,
    SourceOffset source) {
  /** A change of a row of which no former key is told. */
  public ChangeEvent(
      Operation operation,
      Optional<ConnectValue> key,
      Optional<ConnectValue> row,
      Optional<ConnectValue> before,
      SourceOffset source) {
    this(operation, key, row, before, Optional.empty(), source);
  }

  public ChangeEvent {
    requireNonNull(operation, "operation");
    requireNonNull(key, "key");
    requireNonNull(row, "row");
    requireNonNull(before, "before");
    requireNonNull(formerKey, "formerKey");
    requireNonNull(source, "source");
  }
}
