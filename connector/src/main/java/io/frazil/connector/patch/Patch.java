package io.frazil.connector.patch;

import static java.util.Objects.requireNonNull;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/**
 * A change that leaves some columns of the present row as they are: of the row of its own key, or
 * else of the key that the row had before. Where there is no such row, its own row is the new one.
 * Columns are told by their field ids, all of them top-level. Immutable, as far as the values are.
 */
public final class Patch {
  private final Record row;
  private final BitSet changed;
  private final BitSet unknown;
  private final Optional<Former> former;

  /**
   * A patch of a row that had no other key before.
   *
   * @param row the row where there is none yet: unknown columns are null in it
   * @param changed the columns that are as in the row also where there was one
   * @param unknown the columns whose values nobody has told; none of them is changed
   */
  public Patch(Record row, BitSet changed, BitSet unknown) {
    this(row, changed, unknown, Optional.empty());
  }

  private Patch(Record row, BitSet changed, BitSet unknown, Optional<Former> former) {
    this.row = requireNonNull(row, "row");
    this.changed = (BitSet) changed.clone();
    this.unknown = (BitSet) unknown.clone();
    this.former = requireNonNull(former, "former");
  }

  /** The same patch of a row that may have had other keys before, and no others than these. */
  public Patch of(Optional<Former> other) {
    return new Patch(row, changed, unknown, other);
  }

  /** The keys that the row had before, where that is known and were others. */
  public Optional<Former> former() {
    return former;
  }

  /** The row where there is none yet. */
  public Record row() {
    return row;
  }

  /** Whether it leaves nothing as it is: then its row is the row, whatever there was before. */
  public boolean isWhole() {
    return row.struct().fields().stream().allMatch(column -> changed.get(column.fieldId()));
  }

  /** Whether its row lacks values. */
  public boolean isIncomplete() {
    return !unknown.isEmpty();
  }

  /** The row that it makes of the present one, which is of the same columns, and is not changed. */
  public Record over(Record present) {
    List<Types.NestedField> columns = row.struct().fields();
    Record patched = present.copy();
    for (int column = 0; column < columns.size(); column++) {
      if (changed.get(columns.get(column).fieldId())) {
        patched.set(column, row.get(column));
      }
    }
    return patched;
  }

  /** This after another as one patch, of the row that the other one is of. */
  public Patch over(Patch earlier) {
    BitSet either = (BitSet) earlier.changed.clone();
    either.or(changed);
    BitSet stillUnknown = (BitSet) earlier.unknown.clone();
    stillUnknown.andNot(changed);
    return new Patch(over(earlier.row), either, stillUnknown, earlier.former);
  }

  /**
   * Its row as that of a table, where there is none yet.
   *
   * @throws IllegalStateException if a required column has no value
   */
  public Record newRow(String table, Types.StructType columns) {
    for (int column = 0; column < columns.fields().size(); column++) {
      Types.NestedField field = columns.fields().get(column);
      if (field.isRequired() && row.get(column) == null) {
        throw new IllegalStateException(
            "Cannot write a row to table %s: a change does not tell required column '%s', and there is no row to take its value from. Make the column optional (ALTER TABLE %s ALTER COLUMN %s DROP NOT NULL), or let the source send whole rows."
                .formatted(table, field.name(), table, field.name()));
      }
    }
    return row;
  }

  BitSet changed() {
    return changed;
  }

  BitSet unknown() {
    return unknown;
  }

  /**
   * The keys that a row had before. Usually there is a row of one of them at most.
   *
   * @param keys the last one first; of the key columns and, where they are known, the ordering
   *     columns, with the values with which the row left the key
   * @param ownRow whether a row of the new key would count, if there is one
   */
  public record Former(List<Record> keys, OwnRow ownRow) {
    public Former {
      keys = List.copyOf(keys);
      requireNonNull(ownRow, "ownRow");
    }

    /** This key; a row of the new key counts, as where a source sends the same change again. */
    public static Former of(Record key) {
      return new Former(List.of(key), OwnRow.FIRST);
    }
  }

  /** What becomes of a row of the new key. */
  public enum OwnRow {
    /** It is patched, if there is one. */
    FIRST,
    /** It is gone: a delete came before. */
    GONE
  }
}
