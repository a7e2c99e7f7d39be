package io.frazil.trino;

import io.trino.plugin.iceberg.IcebergPlugin;
import io.trino.testing.MaterializedResult;
import io.trino.testing.MaterializedRow;
import io.trino.testing.StandaloneQueryRunner;
import io.trino.testing.TestingSession;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Runs SQL statements in a Trino of one node with its Iceberg connector; catalogs are added by
 * {@code CREATE CATALOG}. Whole numbers come as {@code Long}, text and booleans as they are, nulls
 * as nulls, and everything else as Java prints it.
 */
public final class TrinoQueries implements Function<String, List<Map<String, Object>>> {
  private final StandaloneQueryRunner trino;

  /** Starts the node, seen by this machine only. */
  public TrinoQueries() {
    trino = new StandaloneQueryRunner(TestingSession.testSession());
    trino.installPlugin(new IcebergPlugin());
  }

  @Override
  public List<Map<String, Object>> apply(String statement) {
    MaterializedResult result = trino.execute(trino.getDefaultSession(), statement);
    return result.getMaterializedRows().stream()
        .map(row -> cells(result.getColumnNames(), row))
        .toList();
  }

  private static Map<String, Object> cells(List<String> columns, MaterializedRow row) {
    Map<String, Object> cells = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      cells.put(columns.get(i), cell(row.getField(i)));
    }
    return cells;
  }

  // A cell that is null stays null: that is what JSON has for it.
  private static Object cell(Object value) {
    if (value == null || value instanceof Boolean) {
      return value;
    }
    return value instanceof Long || value instanceof Integer
        ? (Object) ((Number) value).longValue()
        : value.toString();
  }
}
