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
  private final List<OrderedDelta> ordered = new ArrayList<>();
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
    for (int delta = 0; delta < deltas; delta++) {
      ordered.add(new OrderedDelta());
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
      ordered
          .get(delta)
          .left
          .add(new Ordered(keys.add(key.keyOf(row)), ordering.get().valuesOf(row)));
    }
  }

  private void take(int number, int delta, Record row) {
    if (ordering.isPresent()) {
      takeOrdered(delta, new Ordered(number, ordering.get().valuesOf(row)));
    } else {
      winners.change(number, delta);
    }
  }

  private void takeOrdered(int delta, Ordered change) {
    OrderedDelta taken = ordered.get(delta);
    List<Ordered> changes = taken.changes;
    if (!changes.isEmpty() && changes.get(changes.size() - 1).key == change.key) {
      taken.inTime.set(change.key);
      return;
    }
    changes.add(change);
    if (!isDated(change.values) && !changedKeys.isPatched(delta, change.key)) {
      taken.undated.set(change.key);
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
    return ordered.get(delta).undated;
  }

  /** Takes the row that this delta has of one of these keys. */
  void deltaHas(int delta, Record row) {
    ordered.get(delta).rowsOfUndated.put(number(row), ordering.orElseThrow().valuesOf(row));
  }

  /** Decides, when everything is taken. */
  void decide() {
    for (int delta = 0; delta < ordered.size(); delta++) {
      decideLeft(ordered.get(delta));
      decide(delta, ordered.get(delta));
    }
  }

  /** Held against what there is before the delta: its own later changes are of other rows. */
  private void decideLeft(OrderedDelta taken) {
    for (Ordered former : taken.left) {
      if (isDated(former.values) && winners.isLate(former.key, former.values)) {
        taken.leftLate.set(former.key);
      }
    }
    taken.left.clear();
  }

  private void decide(int delta, OrderedDelta taken) {
    for (Ordered change : taken.changes) {
      Record row = taken.rowsOfUndated.get(change.key);
      Record values = row == null ? change.values : row;
      // Where only the row is dated, its task knew of no order: what it wrote last wins, as then.
      boolean canBeLate = row == null ? isDated(values) : !isDated(row);
      // A row without a date is older than any with one, and so is a patch.
      canBeLate |= changedKeys.isPatched(delta, change.key);
      if (!winners.change(change.key, delta, values, canBeLate && !taken.inTime.get(change.key))) {
        taken.late.set(change.key);
      }
    }
    taken.changes.clear();
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
    return ordered.get(delta).late;
  }

  /** Whether the row that this delta takes from a key had left it before what is there now came. */
  boolean hasLeftLate(int delta, int number) {
    OrderedDelta decided = ordered.get(delta);
    return decided.late.get(number) || decided.leftLate.get(number);
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

  private record Ordered(int key, Record values) {}

  /** What a delta changes, with ordering columns. */
  private static final class OrderedDelta {
    private final List<Ordered> changes = new ArrayList<>();
    // The keys that rows left, and those of them that newer rows had by then.
    private final List<Ordered> left = new ArrayList<>();
    private final BitSet leftLate = new BitSet();
    private final BitSet late = new BitSet();
    // The keys that the key file names twice, after a delete that cannot be late.
    private final BitSet inTime = new BitSet();
    // The keys that the key file has no ordering values of, and what the delta's rows have.
    private final BitSet undated = new BitSet();
    private final Map<Integer, Record> rowsOfUndated = new HashMap<>();
  }
}
