package io.frazil.connector.merge;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * How changes are merged into a table.
 *
 * @param deleteMode how rows of earlier snapshots are removed
 * @param orderingColumns the columns that tell which change of a key is the newer one, the most
 *     significant first; none where the last one wins
 */
public record MergeRules(DeleteMode deleteMode, List<String> orderingColumns) {
  public MergeRules {
    requireNonNull(deleteMode, "deleteMode");
    orderingColumns = List.copyOf(orderingColumns);
  }

  /** Whether changes of a commit are resolved to the rows that they remove. */
  public boolean resolvesKeys(int formatVersion) {
    return deleteMode.in(formatVersion) != DeleteMode.EQUALITY || !orderingColumns.isEmpty();
  }
}
