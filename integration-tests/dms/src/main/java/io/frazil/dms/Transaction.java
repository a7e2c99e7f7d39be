package io.frazil.dms;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;

/**
 * Changes that were committed together.
 *
 * @param number counts the transactions of the source, in the order of their commits
 * @param changes at least one, in their order
 */
public record Transaction(long number, Instant committedAt, List<Change> changes) {
  /** Checks the parts. */
  public Transaction {
    requireNonNull(committedAt, "committedAt");
    changes = List.copyOf(changes);
    if (changes.isEmpty()) {
      throw new IllegalArgumentException("Transaction %d changes nothing.".formatted(number));
    }
  }
}
