package io.frazil.dms;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * A full load, and the changes that were made from its start on. The load reads one row after the
 * other, in the order of their keys, while transactions change them: a row may have changes in it
 * that are sent as well, one that moves may be read twice or never.
 *
 * @param load the rows read, in their order
 * @param transactions all since the first row was read
 */
public record Migration(List<Parcel> load, List<Transaction> transactions) {
  /** Checks the parts. */
  public Migration {
    load = List.copyOf(load);
    transactions = List.copyOf(transactions);
  }

  /** Loads a table while it changes, and lets it change so many times more. */
  public static Migration of(Depot depot, int transactionsAfterLoad, Random random) {
    List<Parcel> load = new ArrayList<>();
    List<Transaction> transactions = new ArrayList<>();
    Optional<Parcel> next = Optional.ofNullable(depot.rows().firstEntry()).map(Map.Entry::getValue);
    while (next.isPresent()) {
      load.add(next.get());
      while (random.nextInt(3) == 0) {
        transactions.add(depot.commit());
      }
      next =
          Optional.ofNullable(depot.rows().higherEntry(next.get().id())).map(Map.Entry::getValue);
    }
    for (int count = 0; count < transactionsAfterLoad; count++) {
      transactions.add(depot.commit());
    }
    return new Migration(load, transactions);
  }
}
