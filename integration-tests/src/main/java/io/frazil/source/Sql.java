package io.frazil.source;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * One connection to a database. Each statement is a transaction, but for those of {@link
 * #transaction}. Not thread-safe.
 */
public final class Sql implements AutoCloseable {
  private final Connection connection;

  private Sql(Connection connection) {
    this.connection = connection;
  }

  static Sql connect(String url, String user, String password) throws SQLException {
    return new Sql(DriverManager.getConnection(url, user, password));
  }

  /** Executes one statement, and returns how many rows it has changed. */
  public int execute(String statement) {
    try (Statement open = connection.createStatement()) {
      return open.execute(statement) ? 0 : Math.max(0, open.getUpdateCount());
    } catch (SQLException failure) {
      throw refused(statement, failure);
    }
  }

  /** Executes statements in one transaction. */
  public void transaction(List<String> statements) {
    execute("BEGIN");
    statements.forEach(this::execute);
    execute("COMMIT");
  }

  /**
   * The rows of a query as the driver has them, each by column name; a column that is null has the
   * value null.
   */
  public List<NavigableMap<String, Object>> rows(String query) {
    try (Statement open = connection.createStatement();
        ResultSet results = open.executeQuery(query)) {
      List<NavigableMap<String, Object>> rows = new ArrayList<>();
      while (results.next()) {
        rows.add(row(results));
      }
      return rows;
    } catch (SQLException failure) {
      throw refused(query, failure);
    }
  }

  private static NavigableMap<String, Object> row(ResultSet results) throws SQLException {
    ResultSetMetaData columns = results.getMetaData();
    NavigableMap<String, Object> row = new TreeMap<>();
    for (int column = 1; column <= columns.getColumnCount(); column++) {
      row.put(columns.getColumnLabel(column), value(results, column));
    }
    return Collections.unmodifiableNavigableMap(row);
  }

  private static Object value(ResultSet results, int column) throws SQLException {
    // Else times would end at the second, and points in time depend on where this runs.
    return switch (results.getMetaData().getColumnTypeName(column).toLowerCase(Locale.ROOT)) {
      case "time" -> results.getObject(column, LocalTime.class);
      case "timestamptz" -> results.getObject(column, OffsetDateTime.class);
      default -> results.getObject(column);
    };
  }

  private static IllegalStateException refused(String statement, SQLException failure) {
    return new IllegalStateException("The database refused '%s'.".formatted(statement), failure);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException failure) {
      throw new IllegalStateException("Cannot close the connection to the database.", failure);
    }
  }
}
