package io.frazil.connector.config;

/** An option for all tables that one table may have of its own. */
public enum TableSetting {
  WRITE_MODE("write-mode"),
  ORDERING_COLUMNS("ordering-columns"),
  DELETE_MODE("delete-mode"),
  DELETE_HANDLING("delete-handling"),
  SOFT_DELETE_COLUMN("soft-delete-column"),
  UPDATE_COLUMNS("update-columns");

  private static final String ALL_TABLES = "iceberg.tables.";

  private final String suffix;

  TableSetting(String suffix) {
    this.suffix = suffix;
  }

  /** The end of the keys. */
  String suffix() {
    return suffix;
  }

  /** The key for all tables. */
  String common() {
    return ALL_TABLES + suffix;
  }

  /** The key for one table. */
  public String own(String table) {
    return TableOptions.key(table, suffix);
  }

  /** The key that decides for a table: its own if it is given, else the one for all tables. */
  String inForce(Settings settings, String table) {
    String own = own(table);
    return settings.has(own) ? own : common();
  }
}
