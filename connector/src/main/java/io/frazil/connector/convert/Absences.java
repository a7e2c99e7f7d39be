package io.frazil.connector.convert;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.Set;

/**
 * What becomes of columns that a row does not tell.
 *
 * @param unavailable recognises values that were not sent; empty where they are values like others
 * @param handling what becomes of those
 * @param missingColumns what becomes of columns that the row has no field for
 * @param updated the names of the only columns that change where there is a row already; none where
 *     all do
 * @param always the names of columns that every row tells, and that change whatever is updated
 */
public record Absences(
    Optional<UnavailableValue> unavailable,
    Handling handling,
    MissingColumns missingColumns,
    Set<String> updated,
    Set<String> always) {
  /** Every value is a value, and every column that lacks one is null. */
  public static final Absences NONE =
      new Absences(Optional.empty(), Handling.NULL, MissingColumns.NULL, Set.of(), Set.of());

  public Absences {
    requireNonNull(unavailable, "unavailable");
    requireNonNull(handling, "handling");
    requireNonNull(missingColumns, "missingColumns");
    updated = Set.copyOf(updated);
    always = Set.copyOf(always);
  }

  /** What becomes of a value that was not sent. */
  public enum Handling {
    /** The column stays as it is. */
    KEEP,
    /** The column becomes null. */
    NULL,
    /** It is an error of the record. */
    FAIL
  }

  /** What becomes of a column that the row has no field for. */
  public enum MissingColumns {
    /** It stays as it is. */
    KEEP,
    /** It becomes null. */
    NULL
  }

  /** Whether rows may leave columns as they are that tell all they have. */
  boolean concernAllRows() {
    return missingColumns == MissingColumns.KEEP || !updated.isEmpty();
  }

  /** Whether deletes that leave the row leave what they do not tell. */
  boolean keepDeletedRows() {
    return handling == Handling.KEEP;
  }
}
