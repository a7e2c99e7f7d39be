package io.frazil.connector.merge;

import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.key.OrderingColumns;
import io.frazil.connector.resolve.SoughtKeys;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/**
 * What the deltas of a commit change, by key: first all changes are taken, then, with ordering
 * columns, what the table has; then it is decided which wins. Not thread-safe.
 */
final class Changes {
  private final SoughtKeys keys;
  private final Schema columns;
  private final Schema columnsOfRows;
  private final KeyColumns key;
  private final Optional<OrderingColumns> ordering;
  private final Winners winners;
  private final List<Ordered> ordered = new ArrayList<>();
  private final List<BitSet> late;
  // Of each delta, the keys that rows left in it, and those of them that newer rows had by then.
  private final List<List<Ordered>> left = new ArrayList<>();
  private final List<BitSet> leftLate = new ArrayList<>();
  // Of each delta the keys that its key file names twice, after a delete that cannot be late.
  private final List<BitSet> inTime = new ArrayList<>();
  // Of each delta the keys that its key file has no ordering values of, and what its rows have.
  private final List<BitSet> undated = new ArrayList<>();
  private final List<Map<Integer, Record>> rowsOfUndated = new ArrayList<>();
  private final ChangedKeys changedKeys;

  /**
   * @param key the table's key columns
   * @param orderingColumns may be empty
   * @param deltas how many there are
   */
  Changes(Table table, KeyColumns key, List<String> orderingColumns, int deltas) {
    this.keys = new SoughtKeys(key, table.specs());
    this.columns = columns(table, key, orderingColumns);
    this.columnsOfRows =
        new Schema(
            columns.columns().stream()
                .map(column -> table.schema().findField(column.fieldId()))
                .map(column -> Types.NestedField.from(column).asOptional().build())
                .toList());
    this.key = KeyColumns.of(columns, names(key.schema()));
    this.ordering =
        orderingColumns.isEmpty()
            ? Optional.empty()
            : Optional.of(OrderingColumns.of(columns, orderingColumns));
    this.winners = new Winners(ordering);
    this.changedKeys = new ChangedKeys(deltas);
    this.late = new ArrayList<>();
    for (int delta = 0; delta < deltas; delta++) {
      late.add(new BitSet());
      left.add(new ArrayList<>());
      leftLate.add(new BitSet());
      inTime.add(new BitSet());
      undated.add(new BitSet());
      rowsOfUndated.add(new HashMap<>());
    }
  }

  /** Whether what the table has counts for who wins. */
  boolean areOrdered() {
    return ordering.isPresent();
  }

  /** The columns that are to be read of key files. */
  Schema columns() {
    return columns;
  }

  /** The same columns for rows, which may be older than a column and then have its default. */
  Schema columnsOfRows() {
    return columnsOfRows;
  }

  /** The names of the key columns. */
  List<String> keyColumns() {
    return names(key.schema());
  }

  /** Who patches what. */
  ChangedKeys changedKeys() {
    return changedKeys;
  }

  /** The keys that change. */
  SoughtKeys keys() {
    return keys;
  }

  /** Takes a row of a delta's key file that is no patch; deltas come in their order. */
  void take(int delta, Record row) {
    int number = keys.add(key.keyOf(row));
    changedKeys.whole(delta, number);
    take(number, delta, row);
  }

  /** Takes a patch of a delta's key file. */
  void takePatch(int delta, Record row) {
    int number = keys.add(key.keyOf(row));
    changedKeys.patch(delta, number);
    take(number, delta, row);
  }

  /** Takes a row of a delta's key file that names the key which a patched row had before. */
  void takeFormer(int delta, Record row) {
    if (ordering.isPresent()) {
      left.get(delta)
          .add(new Ordered(keys.add(key.keyOf(row)), delta, ordering.get().valuesOf(row)));
    }
  }

  private void take(int number, int delta, Record row) {
    if (ordering.isPresent()) {
      takeOrdered(new Ordered(number, delta, ordering.get().valuesOf(row)));
    } else {
      winners.change(number, delta);
    }
  }

  private void takeOrdered(Ordered change) {
    if (!ordered.isEmpty() && ordered.get(ordered.size() - 1).isOfSameKey(change)) {
      inTime.get(change.delta).set(change.key);
      return;
    }
    ordered.add(change);
    if (!isDated(change.values) && !changedKeys.isPatched(change.delta, change.key)) {
      undated.get(change.delta).set(change.key);
    }
  }

  /** Takes a live row of the table that has one of the keys. */
  void tableHas(Record row) {
    winners.tableHas(number(row), ordering.orElseThrow().valuesOf(row));
  }

  /**
   * The keys that this delta changes without ordering values in its key file: because its row has
   * none, or because the file was written by a task that was not told of such columns.
   */
  BitSet undated(int delta) {
    return undated.get(delta);
  }

  /** Takes the row that this delta has of one of these keys. */
  void deltaHas(int delta, Record row) {
    rowsOfUndated.get(delta).put(number(row), ordering.orElseThrow().valuesOf(row));
  }

  /** Decides, when everything is taken. */
  void decide() {
    int begun = 0;
    for (Ordered change : ordered) {
      for (; begun <= change.delta; begun++) {
        decideLeft(begun);
      }
      Record row = rowsOfUndated.get(change.delta).get(change.key);
      Record values = row == null ? change.values : row;
      // Where only the row is dated, its task knew of no order: what it wrote last wins, as then.
      boolean canBeLate = row == null ? isDated(values) : !isDated(row);
      // A row without a date is older than any with one, and so is a patch.
      canBeLate |= changedKeys.isPatched(change.delta, change.key);
      if (!winners.change(
          change.key,
          change.delta,
          values,
          canBeLate && !inTime.get(change.delta).get(change.key))) {
        late.get(change.delta).set(change.key);
      }
    }
    ordered.clear();
  }

  /** Held against what there is before the delta: its own later changes are of other rows. */
  private void decideLeft(int delta) {
    for (Ordered former : left.get(delta)) {
      if (isDated(former.values) && winners.isLate(former.key, former.values)) {
        leftLate.get(delta).set(former.key);
      }
    }
  }

  /** Whether some change of this key wins over what the table has. */
  boolean isReplaced(int number) {
    return winners.of(number) != Winners.NONE;
  }

  /** Whether the key's row, if it still has one, is this delta's. */
  boolean isWonBy(int delta, int number) {
    return winners.of(number) == delta;
  }

  /** Whether the key's row, if it still has one, is of a later delta. */
  boolean isWonAfter(int delta, int number) {
    return winners.of(number) > delta;
  }

  /** The number of the key of a key file's row that was taken. */
  int number(Record row) {
    return keys.find(key.keyOf(row));
  }

  /** The number of a key that was taken. */
  int numberOf(Record keyOnly) {
    return keys.find(keyOnly);
  }

  /** Whether the key's row is patched by a later delta, or an earlier one, than this. */
  boolean isPatchedElsewhere(int delta, int number) {
    int winner = winners.of(number);
    return winner != Winners.NONE && winner != delta && changedKeys.isPatched(winner, number);
  }

  /** How many changes are late. */
  long late() {
    return winners.late();
  }

  /** The keys that this delta changes too late. */
  BitSet late(int delta) {
    return late.get(delta);
  }

  /** Whether the row that this delta takes from a key had left it before what is there now came. */
  boolean hasLeftLate(int delta, int number) {
    return late.get(delta).get(number) || leftLate.get(delta).get(number);
  }

  /** Key columns say nothing of when: every change has them. */
  private boolean isDated(Record values) {
    List<Types.NestedField> orderedBy = values.struct().fields();
    for (int column = 0; column < values.size(); column++) {
      if (values.get(column) != null
          && key.schema().findField(orderedBy.get(column).fieldId()) == null) {
        return true;
      }
    }
    return false;
  }

  private static Schema columns(Table table, KeyColumns key, List<String> orderingColumns) {
    List<Types.NestedField> all = new ArrayList<>(key.schema().columns());
    if (!orderingColumns.isEmpty()) {
      OrderingColumns.of(table.schema(), orderingColumns).schema().columns().stream()
          .filter(column -> key.schema().findField(column.fieldId()) == null)
          .forEach(all::add);
    }
    return new Schema(all);
  }

  private static List<String> names(Schema schema) {
    return schema.columns().stream().map(Types.NestedField::name).toList();
  }

  private record Ordered(int key, int delta, Record values) {
    private boolean isOfSameKey(Ordered other) {
      return key == other.key && delta == other.delta;
    }
  }
}
