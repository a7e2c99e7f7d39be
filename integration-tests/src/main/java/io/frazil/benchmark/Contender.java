package io.frazil.benchmark;

import java.util.Map;

/** A connector and what it is asked to do. */
enum Contender {
  FRAZIL_APPEND("Frazil, append"),
  APACHE_APPEND("Apache's sink, append"),
  FRAZIL_UPSERT("Frazil, upsert");

  private static final String FRAZIL = "io.frazil.connector.IcebergCdcSinkConnector";
  private static final String APACHE = "org.apache.iceberg.connect.IcebergSinkConnector";

  private final String title;

  Contender(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** What sets it apart from the others. */
  Map<String, String> config() {
    return switch (this) {
      case FRAZIL_APPEND ->
          Map.of("connector.class", FRAZIL, "iceberg.tables.write-mode", "append");
      case APACHE_APPEND -> Map.of("connector.class", APACHE);
      case FRAZIL_UPSERT ->
          Map.of(
              "connector.class",
              FRAZIL,
              "iceberg.tables.write-mode",
              "upsert",
              "iceberg.tables.default-id-columns",
              Orders.KEY);
    };
  }
}
