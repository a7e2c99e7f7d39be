package io.frazil.quickstart;

import java.util.List;

/**
 * The inventory example: a full load and two incremental files as AWS DMS writes them, and the rows
 * that the table has to show after each.
 */
final class Inventory {
  /** One file of changes, and the table that a reader must see when it is applied. */
  record Step(String file, List<String> rows) {
    Step {
      rows = List.copyOf(rows);
    }
  }

  static final Step LOAD =
      new Step(
          "LOAD00000001.csv",
          List.of(
              "100, Electronics, Desk lamp, 25, 2022-03-01 09:00:00",
              "101, Electronics, Headphones, 40, 2022-03-01 09:00:00",
              "102, Electronics, Keyboard, 30, 2022-03-01 09:00:00",
              "103, Cosmetics, Hand cream, 75, 2022-03-01 09:00:00",
              "104, Cosmetics, Lip balm, 60, 2022-03-01 09:00:00",
              "105, Garden, Watering can, 12, 2022-03-01 09:00:00"));

  /** 102 is updated, 106 is new, 103 is deleted. */
  static final Step FIRST_CHANGES =
      new Step(
          "20220302-1134010000.csv",
          List.of(
              "100, Electronics, Desk lamp, 25, 2022-03-01 09:00:00",
              "101, Electronics, Headphones, 40, 2022-03-01 09:00:00",
              "102, Electronics, Keyboard, 26, 2022-03-02 11:33:12",
              "104, Cosmetics, Lip balm, 60, 2022-03-01 09:00:00",
              "105, Garden, Watering can, 12, 2022-03-01 09:00:00",
              "106, Garden, Hose, 20 m, 9, 2022-03-02 11:33:15"));

  /** 102 is updated, 104 moves to another partition of the table, 107 comes and goes. */
  static final Step SECOND_CHANGES =
      new Step(
          "20220302-1135010000.csv",
          List.of(
              "100, Electronics, Desk lamp, 25, 2022-03-01 09:00:00",
              "101, Electronics, Headphones, 40, 2022-03-01 09:00:00",
              "102, Electronics, Keyboard, 21, 2022-03-02 11:34:20",
              "104, Garden, Lip balm, 58, 2022-03-02 11:34:31",
              "105, Garden, Watering can, 12, 2022-03-01 09:00:00",
              "106, Garden, Hose, 20 m, 9, 2022-03-02 11:33:15"));

  private static final List<String> COLUMNS =
      List.of("product_id", "category", "product_name", "quantity_available", "last_update_time");

  private Inventory() {}

  /** The table's columns, the key first; the op column of the source is not among them. */
  static List<String> columns() {
    return COLUMNS;
  }
}
