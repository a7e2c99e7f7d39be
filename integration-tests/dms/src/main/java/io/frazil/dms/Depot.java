package io.frazil.dms;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The source: a table of parcels that random transactions change. Few keys, so that they go and
 * come back: inserts, updates, deletes, and updates of the primary key. Not thread-safe.
 */
public final class Depot {
  /** When the first transaction was committed. */
  static final Instant BEGINNING = Instant.parse("2026-03-02T10:15:30Z");

  private static final int MAX_CHANGES = 4;
  private static final List<String> TEXTS =
      List.of("", " ", "blue box", "Kiste \"ü\" €", "tab\tand\nline", "{\"size\": \"L\"}", "NULL");

  private final int keys;
  private final Random random;
  private final NavigableMap<Long, Parcel> rows = new TreeMap<>();
  private long transactions;

  private Depot(int keys, Random random) {
    this.keys = keys;
    this.random = random;
  }

  /** A table that begins with so many rows, and never has more than twice as many keys. */
  public static Depot withRows(int count, Random random) {
    Depot depot = new Depot(2 * count, random);
    while (depot.rows.size() < count) {
      depot.insert();
    }
    return depot;
  }

  /** The rows as they are now, by their keys. */
  public NavigableMap<Long, Parcel> rows() {
    return new TreeMap<>(rows);
  }

  /** Commits a transaction. */
  public Transaction commit() {
    transactions++;
    List<Change> changes = new ArrayList<>();
    int count = 1 + random.nextInt(MAX_CHANGES);
    while (changes.size() < count) {
      changes.add(change());
    }
    return new Transaction(
        transactions, BEGINNING.plus(Duration.ofMillis(7 * transactions)), changes);
  }

  private Change change() {
    int kind = random.nextInt(10);
    if (rows.isEmpty() || kind < 4) {
      // So that about half of the keys have rows.
      return random.nextInt(keys) < rows.size()
          ? new Change.Delete(rows.remove(any(rows.keySet())))
          : new Change.Insert(insert());
    }
    Parcel before = rows.remove(any(rows.keySet()));
    Parcel after = kind < 8 || rows.size() + 1 == keys ? parcel(before.id()) : movedFrom(before);
    rows.put(after.id(), after);
    return new Change.Update(before, after);
  }

  private Parcel movedFrom(Parcel before) {
    long id = freeKey();
    while (id == before.id()) {
      id = freeKey();
    }
    return random.nextBoolean() ? before.withId(id) : parcel(id);
  }

  private Parcel insert() {
    Parcel row = parcel(freeKey());
    rows.put(row.id(), row);
    return row;
  }

  private long freeKey() {
    List<Long> free = new ArrayList<>();
    for (int index = 0; index < keys; index++) {
      // Half of them are too large for a double.
      long key = index % 2 == 0 ? 95L + index : Long.MAX_VALUE - index;
      if (!rows.containsKey(key)) {
        free.add(key);
      }
    }
    return any(free);
  }

  private <T> T any(Collection<T> all) {
    return new ArrayList<>(all).get(random.nextInt(all.size()));
  }

  private Parcel parcel(long id) {
    return new Parcel(
        id,
        orNull(() -> any(TEXTS)),
        orNull(() -> BigDecimal.valueOf(random.nextInt(-999_999_999, 999_999_999), 3)),
        orNull(random::nextBoolean),
        orNull(() -> BEGINNING.plus(random.nextLong(1L << 50), ChronoUnit.MICROS)),
        orNull(() -> any(TEXTS) + random.nextInt(1000)));
  }

  private <T> Optional<T> orNull(Supplier<T> value) {
    return random.nextInt(5) == 0 ? Optional.empty() : Optional.of(value.get());
  }
}
