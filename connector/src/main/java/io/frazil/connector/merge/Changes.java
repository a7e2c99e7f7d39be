package io.frazil.connector.merge;

import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.key.OrderingColumns;
import io.frazil.connector.resolve.SoughtKeys;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
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
  private final KeyColumns key;
  private final Optional<OrderingColumns> ordering;
  private final Winners winners;
  private final List<Ordered> ordered = new ArrayList<>();
  private final List<BitSet> late;

  /**
   * @param key the table's key columns
   * @param orderingColumns may be empty
   * @param deltas how many there are
   */
  Changes(Table table, KeyColumns key, List<String> orderingColumns, int deltas) {
    this.keys = new SoughtKeys(key, table.specs());
    this.columns = columns(table, key, orderingColumns);
    this.key = KeyColumns.of(columns, names(key.schema()));
    this.ordering =
        orderingColumns.isEmpty()
            ? Optional.empty()
            : Optional.of(OrderingColumns.of(columns, orderingColumns));
    this.winners = new Winners(ordering);
    this.late = new ArrayList<>();
    for (int delta = 0; delta < deltas; delta++) {
      late.add(new BitSet());
    }
  }

  /** Whether what the table has counts for who wins. */
  boolean areOrdered() {
    return ordering.isPresent();
  }

  /** The columns that are to be read of key files and of rows. */
  Schema columns() {
    return columns;
  }

  /** The keys that change. */
  SoughtKeys keys() {
    return keys;
  }

  /** Takes a row of a delta's key file; deltas come in their order. */
  void take(int delta, Record row) {
    int number = keys.add(key.keyOf(row));
    if (ordering.isPresent()) {
      ordered.add(new Ordered(number, delta, ordering.get().valuesOf(row)));
    } else {
      winners.change(number, delta);
    }
  }

  /** Takes a live row of the table that has one of the keys. */
  void tableHas(Record row) {
    winners.tableHas(number(row), ordering.orElseThrow().valuesOf(row));
  }

  /**
   * Decides, when everything is taken.
   *
   * @param rows of each delta the keys that it has a row of: its changes of others are deletes
   */
  void decide(List<BitSet> rows) {
    for (Ordered change : ordered) {
      boolean canBeLate = rows.get(change.delta).get(change.key) || !isEmpty(change.values);
      if (!winners.change(change.key, change.delta, change.values, canBeLate)) {
        late.get(change.delta).set(change.key);
      }
    }
    ordered.clear();
  }

  /** Whether some change of this key wins over what the table has. */
  boolean isReplaced(int number) {
    return winners.of(number) != Winners.NONE;
  }

  /** Whether the key's row, if it still has one, is this delta's. */
  boolean isWonBy(int delta, int number) {
    return winners.of(number) == delta;
  }

  /** The number of the key of a key file's row that was taken. */
  int number(Record row) {
    return keys.find(key.keyOf(row));
  }

  /** How many changes are late. */
  long late() {
    return winners.late();
  }

  /** The keys that this delta changes too late. */
  BitSet late(int delta) {
    return late.get(delta);
  }

  private static boolean isEmpty(Record values) {
    for (int column = 0; column < values.size(); column++) {
      if (values.get(column) != null) {
        return false;
      }
    }
    return true;
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

  private record Ordered(int key, int delta, Record values) {}
}
