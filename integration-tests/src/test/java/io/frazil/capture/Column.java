package io.frazil.capture;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;

/**
 * A column of a table that changes at random.
 *
 * @param type its type in SQL, with what else the definition says
 * @param literal a value of the type as SQL writes it
 */
record Column(String name, String type, Function<Random, String> literal) {
  // Bigger than what a database keeps beside the row's other columns.
  private static final int BIG = 6_000;

  Column {
    requireNonNull(name, "name");
    requireNonNull(type, "type");
    requireNonNull(literal, "literal");
  }

  /** A column that is null now and then. */
  static Column orNull(String name, String type, Function<Random, String> literal) {
    return new Column(
        name, type, random -> random.nextInt(8) == 0 ? "NULL" : literal.apply(random));
  }

  /** The columns that an order has in each database; one of them is never null. */
  static List<Column> ofOrders() {
    return List.of(
        orNull("customer", "text", Column::text),
        orNull("quantity", "integer", Column::number),
        orNull(
            "price",
            "numeric(10,2)",
            random -> "%d.%02d".formatted(random.nextInt(-99_999, 99_999), random.nextInt(100))),
        orNull("weight", "double precision", random -> Double.toString(random.nextInt(1000) / 8.0)),
        orNull("placed_on", "date", Column::date),
        orNull("placed_at", "time(6)", random -> "'" + time(random) + "'"),
        orNull("priority", "integer DEFAULT 7", Column::number),
        orNull("note", "text", Column::note),
        new Column("coupon", "varchar(20) NOT NULL", Column::word));
  }

  /** A name of a customer, with what has to be escaped somewhere. */
  static String text(Random random) {
    return "'Customer %d, \"ü\" €'".formatted(random.nextInt(100));
  }

  static String word(Random random) {
    return "'word%d'".formatted(random.nextInt(100));
  }

  static String number(Random random) {
    return Integer.toString(random.nextInt(-1000, 1000));
  }

  /** A date and a time to the microsecond. */
  static String timestamp(Random random) {
    return "'2024-02-%02d %s'".formatted(random.nextInt(1, 30), time(random));
  }

  /** The same, in one of two zones. */
  static String zonedTimestamp(Random random) {
    String local = timestamp(random);
    return local.substring(0, local.length() - 1) + (random.nextBoolean() ? "+00'" : "-05:30'");
  }

  /** A number that ends with another digit than 0. */
  static String anyDecimal(Random random) {
    StringBuilder number = new StringBuilder("1");
    for (int digits = random.nextInt(60); digits > 0; digits--) {
      number.append(random.nextInt(10));
    }
    return number + "." + random.nextInt(100) + "7";
  }

  static String uuid(Random random) {
    return "'%s'".formatted(new UUID(random.nextLong(), random.nextLong()));
  }

  static String json(Random random) {
    return "'{\"b\": [%d, null], \"a\": \"ü\"}'".formatted(random.nextInt(100));
  }

  static String numbers(Random random) {
    return "'{%d, NULL, %d}'".formatted(random.nextInt(100), random.nextInt(100));
  }

  static String words(Random random) {
    return "'{w%d, NULL, \"\"}'".formatted(random.nextInt(100));
  }

  private static String date(Random random) {
    return "'%d-%02d-%02d'"
        .formatted(random.nextInt(1960, 2040), random.nextInt(1, 13), random.nextInt(1, 29));
  }

  private static String time(Random random) {
    return String.format(
        Locale.ROOT,
        "%02d:%02d:07.%06d",
        random.nextInt(24),
        random.nextInt(60),
        random.nextInt(1_000_000));
  }

  private static String note(Random random) {
    int size = random.nextInt(5) == 0 ? BIG : random.nextInt(20);
    StringBuilder note = new StringBuilder();
    while (note.length() < size) {
      note.append(Long.toHexString(random.nextLong()));
    }
    return "'" + note + "'";
  }
}
