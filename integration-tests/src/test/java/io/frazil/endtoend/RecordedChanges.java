package io.frazil.endtoend;

import static java.util.Comparator.comparing;

import io.frazil.endtoend.Changes.Place;
import io.frazil.table.TableReader;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What a changelog of {@link Changes} holds.
 *
 * @param changes all of it, in the order that its columns tell
 */
record RecordedChanges(List<NavigableMap<String, Object>> changes) {
  private static final List<String> COLUMNS = List.of("id", "name", "part", "seq");

  static RecordedChanges of(TableReader table) {
    return new RecordedChanges(
        table.rows().stream()
            .sorted(
                comparing((NavigableMap<String, Object> change) -> place(change).partition())
                    .thenComparing(change -> place(change).offset()))
            .toList());
  }

  /** Where the changes stood, as the changelog tells it. */
  List<Place> places() {
    return changes.stream().map(RecordedChanges::place).toList();
  }

  /** The rows that are left when one change is done after the other. */
  Collection<NavigableMap<String, Object>> rows() {
    NavigableMap<Long, NavigableMap<String, Object>> rows = new TreeMap<>();
    for (NavigableMap<String, Object> change : changes) {
      Long id = (Long) change.get("id");
      if (change.get("_change_type").equals("DELETE")) {
        rows.remove(id);
      } else {
        NavigableMap<String, Object> row = new TreeMap<>();
        COLUMNS.forEach(column -> row.put(column, change.get(column)));
        rows.put(id, row);
      }
    }
    return rows.values();
  }

  private static Place place(NavigableMap<String, Object> change) {
    String partition = (String) change.get("_source_partition");
    return new Place(
        Long.parseLong(partition.substring(partition.lastIndexOf('-') + 1)),
        (Long) change.get("_change_ordinal"));
  }
}
