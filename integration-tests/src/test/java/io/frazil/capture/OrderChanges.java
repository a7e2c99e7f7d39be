package io.frazil.capture;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Random transactions on a table of orders, in the SQL that all databases understand: inserts,
 * updates of one row and of many, deletes, changes of keys, keys that go and come back. Not
 * thread-safe.
 */
final class OrderChanges {
  private static final List<String> REGIONS = List.of("north", "south", "east");
  private static final int MAX_STATEMENTS = 5;

  // Bigger than what a database keeps beside the row's other columns.
  private static final int BIG = 6_000;

  private final String table;
  private final long seed;
  private final Random random;
  private final List<Key> keys = new ArrayList<>();
  private long nextId = 1;
  private int transactions;

  OrderChanges(String table, long seed) {
    this.table = table;
    this.seed = seed;
    this.random = new Random(seed);
  }

  private record Key(String region, long id) {
    String condition() {
      return "region = '%s' AND id = %d".formatted(region, id);
    }
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
    return statements;
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
    return """
        INSERT INTO %s (region, id, customer, quantity, price, weight, placed_on, changed_at, priority, note)
        VALUES ('%s', %d, %s, %s, %s, %s, %s, %s, %s, %s)"""
        .formatted(
            table,
            key.region(),
            key.id(),
            text(),
            number(),
            price(),
            weight(),
            date(),
            time(),
            number(),
            note());
  }

  private String update(Key key) {
    String change =
        switch (random.nextInt(5)) {
          case 0 -> "note = %s, changed_at = %s".formatted(note(), time());
          case 1 -> "price = %s, priority = %s".formatted(price(), number());
          case 2 -> "customer = %s, placed_on = %s".formatted(text(), date());
          case 3 -> "weight = %s".formatted(weight());
          default -> "quantity = %s".formatted(number());
        };
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

  private String text() {
    return orNull("'Customer %d, \"ü\" €'".formatted(random.nextInt(100)));
  }

  private String number() {
    return orNull(Integer.toString(random.nextInt(-1000, 1000)));
  }

  private String price() {
    return orNull("%d.%02d".formatted(random.nextInt(-99_999, 99_999), random.nextInt(100)));
  }

  private String weight() {
    return orNull(Double.toString(random.nextInt(1000) / 8.0));
  }

  private String date() {
    return orNull(
        "'%d-%02d-%02d'"
            .formatted(random.nextInt(1960, 2040), random.nextInt(1, 13), random.nextInt(1, 29)));
  }

  private String time() {
    return orNull(
        "'2024-02-%02d %02d:%02d:07.%03d'"
            .formatted(
                random.nextInt(1, 30),
                random.nextInt(24),
                random.nextInt(60),
                random.nextInt(1000)));
  }

  private String note() {
    int size = random.nextInt(5) == 0 ? BIG : random.nextInt(20);
    StringBuilder note = new StringBuilder();
    while (note.length() < size) {
      note.append(Long.toHexString(random.nextLong()));
    }
    return orNull("'" + note + "'");
  }

  private String orNull(String value) {
    return random.nextInt(8) == 0 ? "NULL" : value;
  }

  @Override
  public String toString() {
    return "%d random transactions of seed %d".formatted(transactions, seed);
  }
}
