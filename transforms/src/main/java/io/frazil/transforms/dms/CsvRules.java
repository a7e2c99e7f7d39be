package io.frazil.transforms.dms;

import static java.util.Objects.requireNonNull;

import io.frazil.transforms.dms.CsvLine.Field;
import io.frazil.transforms.dms.CsvLine.Quoting;
import java.util.Optional;

/**
 * How the lines of a task are to be read, whatever table they are of.
 *
 * @param delimiter what stands between fields
 * @param nullValue what a field without quotes holds when it is null
 * @param timestampColumn the column that tells when a change was committed
 */
record CsvRules(char delimiter, String nullValue, Optional<String> timestampColumn) {
  CsvRules {
    requireNonNull(nullValue, "nullValue");
    requireNonNull(timestampColumn, "timestampColumn");
  }

  boolean isNull(Field field) {
    return field.quoting() == Quoting.PLAIN && field.text().equals(nullValue);
  }

  boolean isTimestamp(CsvColumn column) {
    return timestampColumn.filter(column.name()::equalsIgnoreCase).isPresent();
  }
}
