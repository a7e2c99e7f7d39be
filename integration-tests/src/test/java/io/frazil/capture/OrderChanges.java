package io.frazil.capture;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Random transactions on a table of orders, in the SQL that all databases understand: inserts,
 * updates of one row and of many, deletes, changes of keys, keys that go and come back; a column
 * that comes in the midst of them, and one that goes. Not thread-safe.
 */
final class OrderChanges {
  private static final List<String> REGIONS = List.of("north", "south", "east");
  private static final int MAX_STATEMENTS = 5;
  private static final int TRANSACTION_THAT_ADDS = 5;
  private static final int TRANSACTION_THAT_DROPS = 10;
  private static final int TRANSACTIONS_AFTERWARDS = 20;

  private final String table;
  private final List<Column> columns;
  private final Column later;
  private final long seed;
  private final Random random;
  private final List<Key> keys = new ArrayList<>();
  private long nextId = 1;
  private int transactions;

  /**
   * The changes that a seed makes.
   *
   * @param own columns that orders have in this database, beside those of {@link Column#ofOrders}
   * @param later a column that is added
   */
  OrderChanges(String table, List<Column> own, Column later, long seed) {
    this.table = table;
    this.columns = new ArrayList<>(Column.ofOrders());
    this.columns.addAll(own);
    this.later = later;
    this.seed = seed;
    this.random = new Random(seed);
  }

  private record Key(String region, long id) {
    String condition() {
      return "region = '%s' AND id = %d".formatted(region, id);
    }
  }

  /** The name of the column that is dropped. */
  static String droppedColumn() {
    return "coupon";
  }

  /** The statement that creates the table. */
  String creation() {
    return columns.stream()
        .map(column -> column.name() + " " + column.type())
        .collect(
            joining(
                ", ",
                "CREATE TABLE %s (region varchar(10) NOT NULL, id bigint NOT NULL, "
                    .formatted(table),
                ", PRIMARY KEY (region, id))"));
  }

  /** So many inserts. */
  List<String> inserts(int count) {
    return IntStream.range(0, count).mapToObj(index -> insert(newKey())).toList();
  }

  /** The statements of one transaction. */
  List<String> transaction() {
    transactions++;
    List<String> statements = new ArrayList<>();
    int count = 1 + random.nextInt(MAX_STATEMENTS);
    while (statements.size() < count) {
      addChange(statements);
    }
    if (transactions == TRANSACTION_THAT_ADDS) {
      columns.add(later);
      statements.add(
          "ALTER TABLE %s ADD COLUMN %s %s".formatted(table, later.name(), later.type()));
      statements.add(insert(newKey()));
    }
    if (transactions == TRANSACTION_THAT_DROPS) {
      columns.removeIf(column -> column.name().equals(droppedColumn()));
      statements.add("ALTER TABLE %s DROP COLUMN %s".formatted(table, droppedColumn()));
      statements.add(insert(newKey()));
    }
    return statements;
  }

  /** The transactions that are left until both columns have changed, and some more. */
  List<List<String>> remaining() {
    return IntStream.range(
            0, Math.max(0, TRANSACTION_THAT_DROPS - transactions) + TRANSACTIONS_AFTERWARDS)
        .mapToObj(index -> transaction())
        .toList();
  }

  private void addChange(List<String> statements) {
    int kind = random.nextInt(10);
    if (keys.size() < 10 || kind < 2) {
      statements.add(insert(newKey()));
    } else if (kind < 6) {
      statements.add(update(anyKey()));
    } else if (kind < 7) {
      statements.add(
          "UPDATE %s SET quantity = quantity + 1 WHERE region = '%s'".formatted(table, region()));
    } else if (kind < 8) {
      statements.add(delete(takeKey()));
    } else if (kind < 9) {
      Key old = takeKey();
      statements.add(move(old, newKey()));
    } else {
      Key key = anyKey();
      statements.add(delete(key));
      statements.add(insert(key));
    }
  }

  private String insert(Key key) {
    return "INSERT INTO %s (region, id, %s) VALUES ('%s', %d, %s)"
        .formatted(
            table,
            columns.stream().map(Column::name).collect(joining(", ")),
            key.region(),
            key.id(),
            columns.stream().map(column -> column.literal().apply(random)).collect(joining(", ")));
  }

  private String update(Key key) {
    int first = random.nextInt(columns.size());
    String change =
        columns.subList(first, Math.min(columns.size(), first + 1 + random.nextInt(2))).stream()
            .map(column -> column.name() + " = " + column.literal().apply(random))
            .collect(joining(", "));
    return "UPDATE %s SET %s WHERE %s".formatted(table, change, key.condition());
  }

  private String move(Key old, Key now) {
    return "UPDATE %s SET region = '%s', id = %d WHERE %s"
        .formatted(table, now.region(), now.id(), old.condition());
  }

  private String delete(Key key) {
    return "DELETE FROM %s WHERE %s".formatted(table, key.condition());
  }

  private Key newKey() {
    Key key = new Key(region(), nextId++);
    keys.add(key);
    return key;
  }

  private Key anyKey() {
    return keys.get(random.nextInt(keys.size()));
  }

  private Key takeKey() {
    return keys.remove(random.nextInt(keys.size()));
  }

  private String region() {
    return REGIONS.get(random.nextInt(REGIONS.size()));
  }

  @Override
  public String toString() {
    return "%d random transactions of seed %d".formatted(transactions, seed);
  }
}
