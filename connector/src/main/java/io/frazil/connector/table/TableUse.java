package io.frazil.connector.table;

import java.util.Map;
import org.apache.iceberg.TableProperties;

/** What the connector is going to do with a table. */
public enum TableUse {
  /** Rows are only added: any format version. */
  APPEND,
  /** Rows are also replaced and removed, in data files that are written anew: any version. */
  COPY_ON_WRITE,
  /** Rows are also replaced and removed by their position: from format version 2. */
  POSITION_DELETES,
  /** Rows are also replaced and removed by deletion vectors: from format version 3. */
  DELETION_VECTORS,
  /**
   * Rows are also replaced and removed by their key: from format version 2, and with a spec without
   * partitions.
   */
  EQUALITY_DELETES;

  boolean needsDeleteFiles() {
    return this != APPEND && this != COPY_ON_WRITE;
  }

  /** The format version of a table that is created for this with these properties. */
  public String formatVersion(Map<String, String> properties) {
    String standard = this == DELETION_VECTORS ? "3" : "2";
    return properties.getOrDefault(TableProperties.FORMAT_VERSION, standard);
  }
}
