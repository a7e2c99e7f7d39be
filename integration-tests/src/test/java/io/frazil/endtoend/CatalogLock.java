package io.frazil.endtoend;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Holds a SQLite catalog so that nobody else can read or write it until this is closed. */
record CatalogLock(Connection connection) implements AutoCloseable {
  static CatalogLock on(Path folder) throws SQLException {
    CatalogLock lock =
        new CatalogLock(DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("catalog.db")));
    try (Statement statement = lock.connection.createStatement()) {
      statement.execute("BEGIN EXCLUSIVE");
      return lock;
    } catch (SQLException failure) {
      lock.close();
      throw failure;
    }
  }

  /** Ends the transaction, which has changed nothing. */
  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
