package io.frazil.dms;

import static java.util.Objects.requireNonNull;

import io.frazil.dms.TaskSettings.BeforeImages;
import io.frazil.dms.TaskSettings.ColumnFilter;
import io.frazil.dms.TaskSettings.Detail;
import io.frazil.dms.TaskSettings.Source;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What happened in a source, and what a task of some settings and the transform have made of it.
 *
 * @param rows of the source in the end
 * @param envelopes of the load, then of the changes
 */
record History(
    TaskSettings settings, Migration migration, List<Parcel> rows, List<Envelope> envelopes) {
  private static final int ROWS = 15;
  private static final int TRANSACTIONS = 15;

  History {
    requireNonNull(settings, "settings");
    requireNonNull(migration, "migration");
    rows = List.copyOf(rows);
    envelopes = List.copyOf(envelopes);
  }

  static History of(TaskSettings settings, Random random) {
    Depot depot = Depot.withRows(ROWS, random);
    Migration migration = Migration.of(depot, TRANSACTIONS, random);
    DmsTask task = new DmsTask(settings, InstantSource.system());
    List<Message> messages = new ArrayList<>();
    migration.load().forEach(row -> messages.add(task.load(row)));
    migration.transactions().forEach(each -> messages.addAll(task.changes(each)));
    List<Envelope> envelopes = Unwrapping.of(messages).stream().map(Optional::orElseThrow).toList();
    return new History(settings, migration, List.copyOf(depot.rows().values()), envelopes);
  }

  /** What the envelopes should be, but for their positions. */
  List<Envelope> expected() {
    return Stream.concat(
            migration.load().stream().map(Change.Insert::new),
            migration.transactions().stream()
                .flatMap(transaction -> transaction.changes().stream()))
        .map(this::expected)
        .toList();
  }

  private Envelope expected(Change change) {
    Map<String, Object> row = told(change.row());
    if (change instanceof Change.Delete && settings.source() == Source.POSTGRESQL) {
      if (settings.has(Detail.NULL_AND_EMPTY)) {
        row.replaceAll((column, value) -> column.equals(Parcel.KEY) ? value : null);
      } else {
        row.keySet().retainAll(List.of(Parcel.KEY));
      }
    }
    return new Envelope(
        operation(change),
        Map.of(Parcel.KEY, change.row().id()),
        row,
        change instanceof Change.Update update ? before(update) : Optional.empty(),
        Optional.empty());
  }

  private static String operation(Change change) {
    if (change instanceof Change.Insert) {
      return "I";
    }
    return change instanceof Change.Update ? "U" : "D";
  }

  private Optional<Map<?, ?>> before(Change.Update update) {
    boolean isKnown = update.isMove() || settings.source() == Source.MYSQL;
    if (settings.beforeImages() == BeforeImages.NONE || !isKnown) {
      return Optional.empty();
    }
    return settings.source() == Source.MYSQL && settings.filter() == ColumnFilter.ALL
        ? Optional.of(told(update.before()))
        : Optional.of(Map.of(Parcel.KEY, update.before().id()));
  }

  /** The rows of the source by their keys, as messages can tell them. */
  Map<Object, Map<?, ?>> expectedRows() {
    return rows.stream().collect(Collectors.toMap(Parcel::id, this::told));
  }

  private Map<String, Object> told(Parcel row) {
    Map<String, Object> told = new HashMap<>();
    row.columns()
        .forEach((column, value) -> told.put(column, value.map(History::json).orElse(null)));
    if (!settings.has(Detail.NULL_AND_EMPTY)) {
      told.values().removeIf(value -> value == null || value.equals(""));
    }
    return told;
  }

  private static Object json(Object value) {
    if (value instanceof Long) {
      return value;
    }
    return value instanceof BigDecimal number ? number.doubleValue() : value.toString();
  }
}
