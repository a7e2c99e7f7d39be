package io.frazil.connector.config;

import java.util.HashMap;
import java.util.Map;

/** What is configured for a sink that keeps one table: all that has no default. */
public final class MirrorSettings {
  private MirrorSettings() {}

  /** With further settings, or others: names and values in turn. */
  public static Map<String, String> with(String... settings) {
    Map<String, String> all = new HashMap<>();
    all.put("name", "mirror");
    all.put("connector.class", "io.frazil.connector.IcebergCdcSinkConnector");
    all.put("topics", "orders");
    all.put("iceberg.catalog.type", "jdbc");
    all.put("iceberg.tables", "db.t");
    all.put("iceberg.tables.cdc-field", "op");
    all.put("iceberg.tables.default-id-columns", "id");
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    return all;
  }
}
