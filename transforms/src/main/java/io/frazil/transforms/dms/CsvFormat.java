package io.frazil.transforms.dms;

import static java.util.Objects.requireNonNull;

import io.frazil.transforms.dms.CsvLine.Field;
import io.frazil.transforms.envelope.ChangeOperation;
import io.frazil.transforms.envelope.SourceChange;
import io.frazil.transforms.envelope.SourceTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.connect.errors.DataException;

/** What the fields of a line are, in one of the layouts that DMS writes. */
sealed interface CsvFormat {
  /**
   * The change that a line tells; empty if it tells none.
   *
   * @throws DataException if it is no such line
   */
  Optional<SourceChange> read(List<Field> fields);

  /** Whether the files of a full load have the column for the operation too. */
  enum FullLoad {
    WITH_OPERATION,
    WITHOUT_OPERATION
  }

  /** What a line of a table is whose columns are not known. */
  enum OtherTable {
    /** An error. */
    FAIL,
    /** Nothing. */
    SKIP
  }

  /**
   * Lines of one table, whose files may begin with a line of the columns' names. Without a column
   * for the operation, each line is a new row.
   *
   * @param names the names of all columns of a line
   * @param operationIndex which of them is the operation
   * @param fullLoad whether lines of a full load have it too
   * @param table the other columns
   */
  record TableLines(
      List<String> names, Optional<Integer> operationIndex, FullLoad fullLoad, CsvTable table)
      implements CsvFormat {
    /** Checks the parts. */
    public TableLines {
      names = List.copyOf(names);
      requireNonNull(operationIndex, "operationIndex");
      requireNonNull(fullLoad, "fullLoad");
      requireNonNull(table, "table");
    }

    @Override
    public Optional<SourceChange> read(List<Field> fields) {
      boolean hasOperation = operationIndex.isPresent() && fields.size() == names.size();
      boolean mayLackOperation = operationIndex.isEmpty() || fullLoad == FullLoad.WITHOUT_OPERATION;
      if (!hasOperation && !(mayLackOperation && fields.size() == table.width())) {
        throw new DataException(
            "it has " + fields.size() + " fields for " + names.size() + " columns");
      }
      return hasOperation
          ? change(fields, names, operationIndex)
          : change(fields, without(names, operationIndex), Optional.empty());
    }

    private Optional<SourceChange> change(
        List<Field> fields, List<String> columns, Optional<Integer> operation) {
      if (isHeader(fields, columns)) {
        return Optional.empty();
      }
      List<Integer> places = IntStream.rangeClosed(1, fields.size()).boxed().toList();
      return Optional.of(
          table.change(
              operation
                  .map(index -> CsvTable.operation(fields.get(index), index + 1))
                  .orElse(ChangeOperation.INSERT),
              Optional.empty(),
              without(fields, operation),
              without(places, operation)));
    }

    private static boolean isHeader(List<Field> fields, List<String> columns) {
      return IntStream.range(0, fields.size())
          .allMatch(index -> fields.get(index).text().equalsIgnoreCase(columns.get(index)));
    }

    private static <T> List<T> without(List<T> list, Optional<Integer> index) {
      List<T> rest = new ArrayList<>(list);
      index.ifPresent(at -> rest.remove(at.intValue()));
      return rest;
    }
  }

  /**
   * Lines of all tables of a task in the order of their commits: operation, table, schema, and then
   * the table's columns.
   *
   * @param tables by schema and name, joined by a dot
   * @param others what lines of any other table are
   */
  record TransactionLines(Map<String, CsvTable> tables, OtherTable others) implements CsvFormat {
    private static final int LEADING_FIELDS = 3;

    /** Checks the parts. */
    public TransactionLines {
      tables = Map.copyOf(tables);
      requireNonNull(others, "others");
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
          new SourceTable(
              Optional.empty(), Optional.of(fields.get(2).text()), fields.get(1).text());
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
}
