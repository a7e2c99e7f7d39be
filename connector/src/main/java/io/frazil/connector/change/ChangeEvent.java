package io.frazil.connector.change;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What happened to one row, and where in Kafka it stood.
 *
 * @param kind what it tells; thereby what is to be done
 * @param key the record's key, where it has one: a struct, a map, or the single key column's bare
 *     value
 * @param row the row: after the change for an upsert; for a delete the old row, or its key columns
 *     only, or nothing (a tombstone, which the key identifies); of no account for a truncate
 * @param before the row before the change, or those of its columns that the source told
 * @param formerKey the key that the row had before, where a change of its own says that it left
 * @param source where it stood
 * @param facts what is told beside, for changelogs alone
 */
public record ChangeEvent(
    ChangeKind kind,
    Optional<ConnectValue> key,
    Optional<ConnectValue> row,
    Optional<ConnectValue> before,
    Optional<ConnectValue> formerKey,
    SourceOffset source,
    SourceFacts facts) {
  /** A change of a row of which no former key and nothing beside is told. */
  public ChangeEvent(
      ChangeKind kind,
      Optional<ConnectValue> key,
      Optional<ConnectValue> row,
      Optional<ConnectValue> before,
      SourceOffset source) {
    this(kind, key, row, before, Optional.empty(), source, SourceFacts.NONE);
  }

  public ChangeEvent {
    requireNonNull(kind, "kind");
    requireNonNull(key, "key");
    requireNonNull(row, "row");
    requireNonNull(before, "before");
    requireNonNull(formerKey, "formerKey");
    requireNonNull(source, "source");
    requireNonNull(facts, "facts");
  }

  /** What it does to the row of its key. */
  public Operation operation() {
    return kind.operation();
  }
}
