package io.frazil.connector.patch;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/** Makes patches of the rows of a key file, taken in their order. Not thread-safe. */
public final class PatchReader {
  private final Types.StructType table;
  private final UnaryOperator<Record> keys;
  private Optional<Patch.Former> former = Optional.empty();

  /**
   * @param table the table's columns
   * @param keys makes a key of a row
   */
  public PatchReader(Types.StructType table, UnaryOperator<Record> keys) {
    this.table = requireNonNull(table, "table");
    this.keys = requireNonNull(keys, "keys");
  }

  /**
   * The patch of the next row, if it is one.
   *
   * @param row of {@link PatchColumns#of} the table's columns; its values must not change
   *     afterwards
   */
  public Optional<Patch> next(Record row) {
    Optional<Patch.OwnRow> ownRow = PatchColumns.ownRow(row);
    if (ownRow.isPresent()) {
      List<Record> known = new ArrayList<>(former.map(Patch.Former::keys).orElse(List.of()));
      known.add(keys.apply(row));
      former = Optional.of(new Patch.Former(known, ownRow.get()));
      return Optional.empty();
    }
    Optional<Patch> patch = PatchColumns.patch(table, row).map(read -> read.of(former));
    former = Optional.empty();
    return patch;
  }
}
