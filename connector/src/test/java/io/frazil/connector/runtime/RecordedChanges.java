package io.frazil.connector.runtime;

import static java.util.Comparator.comparing;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.Table;

/** What a changelog holds, read as its readers are told to. */
final class RecordedChanges {
  private static final Comparator<Map<String, Object>> ORDER =
      comparing((Map<String, Object> change) -> (String) change.get("_source_partition"))
          .thenComparing(change -> (Long) change.get("_change_ordinal"))
          .thenComparing(change -> !change.get("_change_type").equals("UPDATE_BEFORE"));

  private RecordedChanges() {}

  /** The changes in their order, each without its nulls. */
  static List<Map<String, Object>> of(Table changelog) {
    List<Map<String, Object>> changes = Rows.inAnyOrder(changelog);
    changes.sort(ORDER);
    return changes;
  }

  /** The rows that are left after all changes, in the order of their ids. */
  static List<Map<String, Object>> rowsAfter(List<Map<String, Object>> changes) {
    Map<Long, Map<String, Object>> rows = new TreeMap<>();
    for (Map<String, Object> change : changes) {
      switch ((String) change.get("_change_type")) {
        case "INSERT", "UPDATE_AFTER" -> rows.put(id(change), row(change));
        case "UPDATE_BEFORE", "DELETE" -> rows.remove(id(change));
        case "TRUNCATE" -> rows.clear();
        default -> throw new IllegalArgumentException("Unknown type in " + change);
      }
    }
    return List.copyOf(rows.values());
  }

  /** A change without what tells where it is from. */
  static Map<String, Object> withoutSource(Map<String, Object> change) {
    Map<String, Object> rest = new LinkedHashMap<>(change);
    rest.keySet()
        .removeIf(column -> column.startsWith("_source") || column.equals("_change_ordinal"));
    return rest;
  }

  private static Map<String, Object> row(Map<String, Object> change) {
    Map<String, Object> row = withoutSource(change);
    row.remove("_change_type");
    return row;
  }

  private static long id(Map<String, Object> change) {
    return ((Number) change.get("id")).longValue();
  }
}
