package io.frazil.quickstart;

import java.util.List;

/** The example of a database: what is done to a table of orders, and what its mirror shows then. */
final class Shop {
  private static final List<String> COLUMNS =
      List.of("id", "customer", "item", "quantity", "price", "greeting");

  /**
   * A transaction, and the mirror when it is applied.
   *
   * @param title what happens, for people
   */
  record Step(String title, List<String> statements, List<String> rows) {
    Step {
      statements = List.copyOf(statements);
      rows = List.copyOf(rows);
    }
  }

  /** What is there before anybody captures changes. */
  static final Step BEFORE =
      new Step(
          "the snapshot",
          List.of(
              "CREATE TABLE orders (id integer PRIMARY KEY, customer text, item text, quantity integer DEFAULT 1, price numeric(8,2))",
              "INSERT INTO orders VALUES (1, 'Ann', 'Desk lamp', 1, 49.90), (2, 'Zoë', 'Keyboard', NULL, 89.00), (3, 'Bob', 'Hose', 2, 12.50)"),
          List.of(
              "1, Ann, Desk lamp, 1, 49.90",
              "2, Zoë, Keyboard, null, 89.00",
              "3, Bob, Hose, 2, 12.50"));

  static final List<Step> CHANGES =
      List.of(
          new Step(
              "an insert",
              List.of("INSERT INTO orders VALUES (4, 'Eve', 'Lip balm', 3, 4.20)"),
              List.of(
                  "1, Ann, Desk lamp, 1, 49.90",
                  "2, Zoë, Keyboard, null, 89.00",
                  "3, Bob, Hose, 2, 12.50",
                  "4, Eve, Lip balm, 3, 4.20")),
          new Step(
              "an update",
              List.of("UPDATE orders SET quantity = 2, price = 85.00 WHERE id = 2"),
              List.of(
                  "1, Ann, Desk lamp, 1, 49.90",
                  "2, Zoë, Keyboard, 2, 85.00",
                  "3, Bob, Hose, 2, 12.50",
                  "4, Eve, Lip balm, 3, 4.20")),
          new Step(
              "a delete",
              List.of("DELETE FROM orders WHERE id = 3"),
              List.of(
                  "1, Ann, Desk lamp, 1, 49.90",
                  "2, Zoë, Keyboard, 2, 85.00",
                  "4, Eve, Lip balm, 3, 4.20")),
          new Step(
              "a change of a key",
              List.of("UPDATE orders SET id = 5 WHERE id = 1"),
              List.of(
                  "2, Zoë, Keyboard, 2, 85.00",
                  "4, Eve, Lip balm, 3, 4.20",
                  "5, Ann, Desk lamp, 1, 49.90")),
          new Step(
              "a transaction of three statements",
              List.of(
                  "DELETE FROM orders WHERE id = 4",
                  "INSERT INTO orders VALUES (4, 'Eve', 'Hand cream', 1, 7.00)",
                  "UPDATE orders SET price = price * 2"),
              List.of(
                  "2, Zoë, Keyboard, 2, 170.00",
                  "4, Eve, Hand cream, 1, 14.00",
                  "5, Ann, Desk lamp, 1, 99.80")),
          new Step(
              "a new column",
              List.of(
                  "ALTER TABLE orders ADD COLUMN greeting text",
                  "UPDATE orders SET greeting = 'Get well soon' WHERE id = 2"),
              List.of(
                  "2, Zoë, Keyboard, 2, 170.00, Get well soon",
                  "4, Eve, Hand cream, 1, 14.00, null",
                  "5, Ann, Desk lamp, 1, 99.80, null")));

  private Shop() {}

  /** The columns of the mirror, the key first; the last comes with one of the changes. */
  static List<String> columns() {
    return COLUMNS;
  }
}
