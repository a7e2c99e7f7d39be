package io.frazil.transforms.dms;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;

/**
 * A column of a CSV file.
 *
 * @param name its name, and that of the field that it becomes
 * @param type its type
 */
record CsvColumn(String name, ColumnType type) {
  /** A comma that is not between parentheses. */
  private static final String COMMA_BETWEEN_COLUMNS = ",(?![^()]*\\))";

  CsvColumn {
    requireNonNull(name, "name");
    requireNonNull(type, "type");
  }

  /**
   * Reads columns as they are configured: {@code name type}, commas between them.
   *
   * @throws ConfigException if this is something else, or a name comes twice
   */
  static List<CsvColumn> list(String key, String columns) {
    List<CsvColumn> list = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String column : List.of(columns.split(COMMA_BETWEEN_COLUMNS, -1))) {
      List<String> words = List.of(column.trim().split("\\s+", 2));
      if (words.size() < 2) {
        throw new ConfigException(
            key, columns, "Write each column as name type, commas between them.");
      }
      String name = words.get(0);
      if (!names.add(name)) {
        throw new ConfigException(key, columns, "Column '" + name + "' is named twice.");
      }
      list.add(
          new CsvColumn(
              name,
              ColumnType.named(words.get(1))
                  .orElseThrow(() -> ColumnType.unknown(key, columns, words.get(1)))));
    }
    return List.copyOf(list);
  }
}
