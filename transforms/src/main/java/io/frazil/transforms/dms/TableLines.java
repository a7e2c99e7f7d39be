package io.frazil.transforms.dms;

import static java.util.Objects.requireNonNull;

import io.frazil.transforms.dms.CsvLine.Field;
import io.frazil.transforms.envelope.ChangeOperation;
import io.frazil.transforms.envelope.SourceChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.connect.errors.DataException;

/**
 * Lines of one table, whose files may begin with a line of the columns' names. Without a column for
 * the operation, each line is a new row.
 */
final class TableLines implements CsvFormat {
  /** Whether the files of a full load have the column for the operation too. */
  enum FullLoad {
    WITH_OPERATION,
    WITHOUT_OPERATION
  }

  private final List<String> names;
  private final Optional<Integer> operationIndex;
  private final FullLoad fullLoad;
  private final CsvTable table;

  /**
   * Lines of a table.
   *
   * @param names the names of all columns of a line
   * @param operationIndex which of them is the operation
   * @param table the other columns
   */
  TableLines(
      List<String> names, Optional<Integer> operationIndex, FullLoad fullLoad, CsvTable table) {
    this.names = List.copyOf(names);
    this.operationIndex = requireNonNull(operationIndex, "operationIndex");
    this.fullLoad = requireNonNull(fullLoad, "fullLoad");
    this.table = requireNonNull(table, "table");
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
