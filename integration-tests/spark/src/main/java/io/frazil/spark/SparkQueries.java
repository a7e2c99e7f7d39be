package io.frazil.spark;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Runs SQL statements in a local Spark session with Iceberg's extensions; catalogs are added by
 * {@code SET spark.sql.catalog.<name>}. Whole numbers come as {@code Long}, text and booleans as
 * they are, nulls as nulls, and everything else as Spark prints it.
 */
public final class SparkQueries implements Function<String, List<Map<String, Object>>> {
  private final SparkSession session;

  /** Starts the session: on one core, without a user interface, and seen by this machine only. */
  public SparkQueries() {
    session =
        SparkSession.builder()
            .appName("readers")
            .master("local[1]")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.ui.enabled", "false")
            .config("spark.log.level", "WARN")
            .config("spark.sql.catalogImplementation", "in-memory")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.shuffle.partitions", "1")
            .config(
                "spark.sql.extensions",
                "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions")
            .getOrCreate();
  }

  @Override
  public List<Map<String, Object>> apply(String statement) {
    return session.sql(statement).collectAsList().stream().map(SparkQueries::cells).toList();
  }

  private static Map<String, Object> cells(Row row) {
    Map<String, Object> cells = new LinkedHashMap<>();
    for (int i = 0; i < row.size(); i++) {
      cells.put(row.schema().fieldNames()[i], cell(row.get(i)));
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
