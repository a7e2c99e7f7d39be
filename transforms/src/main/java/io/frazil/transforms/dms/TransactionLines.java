package io.frazil.transforms.dms;

import static java.util.Objects.requireNonNull;

import io.frazil.transforms.dms.CsvLine.Field;
import io.frazil.transforms.envelope.SourceChange;
import io.frazil.transforms.envelope.SourceTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.connect.errors.DataException;

/**
 * Lines of all tables of a task in the order of their commits: operation, table, schema, and then
 * the table's columns.
 */
final class TransactionLines implements CsvFormat {
  /** What a line of a table is whose columns are not known. */
  enum OtherTable {
    /** An error. */
    FAIL,
    /** Nothing. */
    SKIP
  }

  private static final int LEADING_FIELDS = 3;

  private final Map<String, CsvTable> tables;
  private final OtherTable others;

  /**
   * Lines of tables.
   *
   * @param tables by schema and name, joined by a dot
   */
  TransactionLines(Map<String, CsvTable> tables, OtherTable others) {
    this.tables = Map.copyOf(tables);
    this.others = requireNonNull(others, "others");
  }

  @Override
  public Optional<SourceChange> read(List<Field> fields) {
    if (fields.size() <= LEADING_FIELDS) {
      throw new DataException(
          "it has "
              + fields.size()
              + " fields, too few for operation, table, schema and the table's columns");
    }
    SourceTable name =
        new SourceTable(Optional.empty(), Optional.of(fields.get(2).text()), fields.get(1).text());
    CsvTable table = tables.get(name.toString());
    if (table == null) {
      return switch (others) {
        case SKIP -> Optional.empty();
        case FAIL ->
            throw new DataException(
                "fields 2 and 3 (table and schema) name a table whose columns are not configured. Set columns.<schema>.<table>, or other.tables=skip");
      };
    }
    int width = fields.size() - LEADING_FIELDS;
    if (width != table.width()) {
      throw new DataException(
          "it has "
              + fields.size()
              + " fields for operation, table, schema and "
              + table.width()
              + " columns");
    }
    return Optional.of(
        table.change(
            CsvTable.operation(fields.get(0), 1),
            Optional.of(name),
            fields.subList(LEADING_FIELDS, fields.size()),
            IntStream.rangeClosed(LEADING_FIELDS + 1, fields.size()).boxed().toList()));
  }
}
