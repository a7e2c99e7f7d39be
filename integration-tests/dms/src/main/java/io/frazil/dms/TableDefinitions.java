package io.frazil.dms;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Bodies of control messages that create tables. */
final class TableDefinitions {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private TableDefinitions() {}

  static ObjectNode parcel() {
    ObjectNode columns = JSON.objectNode();
    columns.set(Parcel.KEY, column("INT64").put("nullable", false));
    columns.set("label", column("WSTRING").put("length", 80).put("nullable", false));
    columns.set(
        "weight_kg", column("NUMERIC").put("precision", 9).put("scale", 3).put("nullable", true));
    columns.set("fragile", column("STRING").put("length", 5).put("nullable", true));
    columns.set("shipped_at", column("TIMESTAMP").put("nullable", true));
    columns.set("note", column("NCLOB").put("nullable", true));
    ObjectNode definition = JSON.objectNode();
    definition.set("columns", columns);
    definition.set("primary-key", JSON.arrayNode().add(Parcel.KEY));
    return body(definition);
  }

  /** The table in which DMS notes what it could not apply. */
  static ObjectNode applyExceptions() {
    ObjectNode columns = JSON.objectNode();
    columns.set("TASK_NAME", column("STRING").put("length", 128).put("nullable", false));
    columns.set("ERROR", column("STRING").put("nullable", false));
    ObjectNode definition = JSON.objectNode();
    definition.set("columns", columns);
    return body(definition);
  }

  private static ObjectNode column(String type) {
    return JSON.objectNode().put("type", type);
  }

  private static ObjectNode body(ObjectNode definition) {
    ObjectNode body = JSON.objectNode();
    body.set("table-def", definition);
    return body;
  }
}
