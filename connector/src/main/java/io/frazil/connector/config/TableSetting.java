package io.frazil.connector.config;

/** An option for all tables that one table may have of its own. */
public enum TableSetting {
  KEY_COLUMNS("id-columns", "default-id-columns"),
  PARTITION_BY("partition-by", "default-partition-by"),
  ORDERING_COLUMNS("ordering-columns"),
  DELETE_MODE("delete-mode"),
  DELETE_HANDLING("delete-handling"),
  SOFT_DELETE_COLUMN("soft-delete-column"),
  UPDATE_COLUMNS("update-columns"),
  READERS("readers");

  private static final String ALL_TABLES = "iceberg.tables.";

  private final String suffix;
  private final String commonSuffix;

  TableSetting(String suffix) {
    this(suffix, suffix);
  }

  TableSetting(String suffix, String commonSuffix) {
    this.suffix = suffix;
    this.commonSuffix = commonSuffix;
  }

  /** The end of the keys. */
  String suffix() {
    return suffix;
  }

  /** The key for all tables. */
  String common() {
    return ALL_TABLES + commonSuffix;
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
