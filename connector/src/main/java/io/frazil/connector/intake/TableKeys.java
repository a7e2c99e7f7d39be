package io.frazil.connector.intake;

import io.frazil.connector.change.ChangeEvent;
import io.frazil.connector.change.ConnectValue;
import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.change.Operation;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.config.TableOptions;
import io.frazil.connector.config.TablesOptions.KeySource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.iceberg.Table;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Which columns identify the rows of a table: those that are configured, else those of the source
 * of keys.
 */
record TableKeys(KeySource source) {

  /**
   * The names of the key columns of a table that is yet to be created.
   *
   * @throws InvalidRecordException if the change would have to tell them and does not
   */
  List<String> ofNewTable(TableOptions options, ChangeEvent first) {
    return options.keyColumns().isEmpty() ? ofRecordKey(options, first) : options.keyColumns();
  }

  /**
   * The names of a table's key columns.
   *
   * @throws InvalidRecordException if the change would have to tell them and does not
   * @throws ConnectException if the table would have to, and has no identifier fields
   */
  List<String> of(TableOptions options, TableRef ref, Table table, ChangeEvent first) {
    // A truncate comes without a record key.
    boolean areKeptByTable =
        source == KeySource.IDENTIFIER_FIELDS || first.operation() == Operation.TRUNCATE;
    return options.keyColumns().isEmpty() && areKeptByTable
        ? identifierFields(ref, table)
        : ofNewTable(options, first);
  }

  /** The names of the columns that tell of which row a change of a changelog is, if any do. */
  List<String> ofChangelog(TableOptions options, Table table, ChangeEvent first) {
    if (!options.keyColumns().isEmpty()) {
      return options.keyColumns();
    }
    return switch (source) {
      case CONFIG -> List.of();
      case IDENTIFIER_FIELDS -> identifierFields(table);
      case RECORD_KEY ->
          first.key().map(ConnectValue::value).map(TableKeys::names).orElse(List.of());
    };
  }

  private static List<String> identifierFields(TableRef ref, Table table) {
    List<String> names = identifierFields(table);
    if (names.isEmpty()) {
      throw new ConnectException(
          "Cannot tell rows of table %s apart: it has no identifier fields. Set iceberg.table.%s.id-columns."
              .formatted(ref, ref.table()));
    }
    return names;
  }

  private static List<String> identifierFields(Table table) {
    Set<String> names = table.schema().identifierFieldNames();
    Map<Integer, String> ordered = new TreeMap<>();
    names.forEach(name -> ordered.put(table.schema().findField(name).fieldId(), name));
    return List.copyOf(ordered.values());
  }

  private static List<String> ofRecordKey(TableOptions options, ChangeEvent change) {
    List<String> names =
        change.key().map(ConnectValue::value).map(TableKeys::names).orElse(List.of());
    if (names.isEmpty()) {
      throw new InvalidRecordException(
          change.source(),
          "its key names no columns. Set iceberg.table.%s.id-columns.".formatted(options.table()));
    }
    return names;
  }

  private static List<String> names(Object key) {
    if (key instanceof Struct struct) {
      return struct.schema().fields().stream().map(Field::name).toList();
    }
    return key instanceof Map<?, ?> map
        ? map.keySet().stream().map(String::valueOf).sorted().toList()
        : List.of();
  }
}
